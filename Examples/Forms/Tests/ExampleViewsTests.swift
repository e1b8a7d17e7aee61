// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

/// The views of the examples cannot run here: their text shows whether they have what their forms need.
@MainActor
@Suite struct ExampleViewsTests {
    /// A view: its file and name, the fields of its form, how it names a field, and how it submits.
    struct Example: Sendable, CustomTestStringConvertible {
        let file: String
        let view: String
        let fields: @MainActor () throws -> [String]
        let input: @Sendable (String) -> [String]
        let submit: String

        var testDescription: String { view }
    }

    nonisolated static let examples = [
        Example(
            file: "AddressView", view: "AddressView", fields: { names(of: AddressForm()) },
            input: { ["$form.\($0)"] }, submit: #"Button("Buy") { summary = form.submit() }"#),
        Example(
            file: "AddressView", view: "LoginView", fields: { ["user", "password"] },
            input: { ["$form.\($0)"] }, submit: #"Button("Log in")"#),
        Example(
            file: "BookingView", view: "BookingView", fields: { names(of: BookingForm()) },
            input: { ["$controller.form.$\($0)"] }, submit: ".formToolbar(controller"),
        Example(
            file: "ContactView", view: "ContactView", fields: { ["ContactField.allCases"] },
            input: { ["ForEach(\($0))", "Bindable(form[field]).text"] },
            submit: ".formToolbar(form, submit:"),
        Example(
            file: "CredentialsView", view: "CredentialsView",
            fields: {
                Mirror(reflecting: CredentialsForm { _ in false }).children.compactMap(\.label)
            }, input: { ["form.\($0)"] }, submit: "form.validate()"),
        Example(
            file: "CredentialsView", view: "NewsletterView", fields: { ["email"] },
            input: { ["text: $\($0)"] }, submit: "subscribe(email)"),
        Example(
            file: "DinnerView", view: "DinnerView",
            fields: { names(of: DinnerForm()) + names(of: Guest()) },
            input: { field in
                switch field {
                case "guests": ["ForEach(controller.form.guests.rows)"]
                case "host": ["$controller.form.$host"]
                default: ["$controller.form.guests[row].$\(field)"]
                }
            }, submit: ".formToolbar(controller"),
        Example(
            file: "OrderView", view: "OrderView",
            fields: {
                let (form, items) = try OrderForm.make()
                return form.fields.filter { $0.path != "items" }.map(\.path) + items.columns
            },
            input: { field in
                ["field: \(field == "customer" ? "form" : "item")[\"\(field)\"]"]
            }, submit: ".formToolbar(form, submit:"),
        Example(
            file: "ShippingView", view: "ShippingView", fields: { try shippingKeys() },
            input: { ["text: \($0)"] }, submit: "trigger.submit(id: ShippingForm.id)"),
        Example(
            file: "ShippingView", view: "ShippingSheet", fields: { try shippingKeys() },
            input: { ["field: context.form[\"\($0)\"]"] }, submit: ".formToolbar(context"),
        Example(
            file: "SignUpView", view: "SignUpView",
            fields: { try SignUpForm.make(isFree: { _ in true }).fields.map(\.path) },
            input: { ["field: form[\"\($0)\"]"] }, submit: ".formToolbar(form, submit:"),
    ]

    nonisolated private static func names<Form: ValidatableForm>(of form: Form) -> [String] {
        Form.validatedFields.compactMap { field in
            Mirror(reflecting: field).children.first { $0.label == "givenName" }
                .flatMap { $0.value as? String }
        }
    }

    private static func shippingKeys() throws -> [String] {
        try ShippingForm.make(FormTrigger()) { _ in }.form.fields.map(\.path)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Views")

    @Test(arguments: examples)
    func everyFieldHasAnInputAndTheFormCanBeSubmitted(_ example: Example) throws {
        let file = Self.folder.appending(path: "\(example.file).swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "\nstruct \(example.view): View {"))
        let rest = text[start.lowerBound...]
        let end = try #require(rest.range(of: "\n}\n"))
        let view = rest[..<end.lowerBound]
        let fields = try example.fields()
        #expect(!fields.isEmpty)
        for field in fields {
            for input in example.input(field) {
                #expect(view.contains(input), "\(example.view) has no input for \(field)")
            }
        }
        #expect(view.contains(example.submit), "\(example.view) cannot be submitted")
    }

    @Test func everyViewIsAnExample() throws {
        var views: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard line.hasPrefix("struct "), line.hasSuffix(": View {") else { continue }
                views.insert(String(line.dropFirst(7).dropLast(8)))
            }
        }
        #expect(views == Set(Self.examples.map(\.view)))
    }
}
