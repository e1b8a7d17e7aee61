// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

private enum Page: FormFields {
    case title, link

    var rules: [RuleExpression] { self == .title ? [.required] : [.url] }
    var placeholder: String { "" }
    var id: String { self == .title ? "title" : "meta.link" }
    var triggers: ValidationTriggers { self == .title ? .onSubmit : .all }
    var debounce: Duration { self == .title ? .zero : .seconds(1) }
}

private enum Doubled: FormFields {
    case first, second

    var rules: [RuleExpression] { [] }
    var placeholder: String { "" }
    var id: String { "same" }
}

/// A `FormModel` is made from an enumeration of its fields.
@MainActor
@Suite struct FieldsOfModelsTests {
    @Test func fieldsHaveTheTriggersAndTheDebounceOfTheirCases() throws {
        let form = try FormModel(Page.self)
        #expect(form.fields.map(\.path) == ["title", "meta.link"])
        #expect(form[Page.title].triggers == .onSubmit)
        #expect(form[Page.title].debounce == .zero)
        #expect(form[Page.link] === form["meta.link"])
        #expect(form[Page.link].triggers == .all)
        #expect(form[Page.link].debounce == .seconds(1))
    }

    @Test func twoCasesWithOneIdAreAnError() {
        #expect(throws: FormError.self) { try FormModel(Doubled.self) }
    }
}
