// SPDX-License-Identifier: Apache-2.0
@testable import AssayForms
import Testing

/// Forms whose values are not where a controller finds them at once behave as all others.
@MainActor
@Suite struct FieldWordsTests {
    struct Plain: ValidatableForm, Equatable {
        @Validate(.required, .length(3...)) var name = ""
        @Required("A city, please.") var city = ""
        @RegularExpression(pattern: "^[0-9]+$", message: "Digits, please.") var zip = "1"
        var note = ""
        var value = ValidatedValue("", rules: [.required()])

        static let validatedFields: [ValidatedField<Plain>] = [
            ValidatedField("name", \.$name), ValidatedField("city", \._city.validated),
            ValidatedField("zip", \._zip.validated), ValidatedField("value", \.value),
        ]
    }

    struct Inner: Equatable {
        @Validate(.required, .length(3...)) var name = ""
    }

    /// A value in a struct in the form.
    struct Nested: ValidatableForm, Equatable {
        var inner = Inner()

        static let validatedFields: [ValidatedField<Nested>] = [
            ValidatedField("name", \.inner.$name)
        ]
        var name: String {
            get { inner.name }
            set { inner.name = newValue }
        }
    }

    /// A value that is there in one of two cases.
    struct Chosen: ValidatableForm, Equatable {
        enum Choice: Equatable {
            case none(Int)
            case some(Inner)
        }

        var choice = Choice.some(Inner())
        private var inner: Inner {
            get { if case .some(let inner) = choice { inner } else { Inner() } }
            set { choice = .some(newValue) }
        }

        static let validatedFields: [ValidatedField<Chosen>] = [
            ValidatedField("name", \.inner.$name)
        ]
        var name: String {
            get { inner.name }
            set { inner.name = newValue }
        }
    }

    /// A form that tells others that it has other properties than it has.
    struct Disguised: ValidatableForm, Equatable, CustomReflectable {
        @Validate(.required, .length(3...)) var name = ""

        static let validatedFields: [ValidatedField<Disguised>] = [
            ValidatedField("name", \.$name)
        ]
        var customMirror: Mirror { Mirror(self, children: []) }
    }

    @Test func storedValuesAreFoundInTheMemoryOfAStruct() throws {
        let words = try #require(FieldWords(of: Plain(), Plain.validatedFields))
        let old = Plain()
        for (field, change) in Self.changes.enumerated() {
            var (old, new) = (old, old)
            change(&new)
            let changed = withUnsafeBytes(of: &old) { old in
                withUnsafeBytes(of: &new) { words.changes(from: old, to: $0) }
            }
            #expect(changed == (field < 4 ? [field] : []))
        }
    }

    /// A change of each field, and one of something else.
    private static let changes: [(inout Plain) -> Void] = [
        { $0.name = "Ada" }, { $0.city = "Rome" }, { $0.zip = "2" }, { $0.value.value = "x" },
        { $0.note = "!" },
    ]

    @Test func otherValuesAreFoundByTheirKeyPaths() {
        #expect(FieldWords(of: Nested(), Nested.validatedFields) == nil)
        #expect(FieldWords(of: Chosen(), Chosen.validatedFields) == nil)
        #expect(FieldWords(of: Disguised(), Disguised.validatedFields) == nil)
        let twice = [Plain.validatedFields[0], Plain.validatedFields[0]]
        #expect(FieldWords(of: Plain(), twice) == nil)
    }

    @Test func aValueThatOthersShareIsChangedAlone() throws {
        let access = FieldAccess(Plain(), Plain.validatedFields)
        let old = Plain()
        var new = old
        _ = access.show(FieldStatus(isTouched: true), of: 0, in: &new)
        #expect(new.$name.isTouched && !old.$name.isTouched)
        #expect(access.state(of: 1, in: new) === access.state(of: 1, in: old))
        let before = access.state(of: 0, in: new)
        #expect(before !== access.state(of: 0, in: old))
    }

    private func play<Form: ValidatableForm & Equatable & Sendable>(
        _ form: Form, _ name: WritableKeyPath<Form, String>,
        _ value: KeyPath<Form, ValidatedValue<String>>
    ) throws {
        let controller = try FormController(form, triggers: .all)
        let before = controller.form
        controller.form[keyPath: name] = "A"
        #expect(controller.form[keyPath: value].messages == ["must have at least 3 characters"])
        #expect(controller.isDirty && !controller.isValid)
        controller.form[keyPath: name] = "Ada"
        #expect(controller.form[keyPath: value].state == .valid)
        #expect(controller.isValid)
        controller.form = before
        #expect(controller.form[keyPath: value].state == .unchanged && !controller.isDirty)
        controller.reset()
        controller.validate()
        #expect(controller.form[keyPath: value].messages == ["is required"])
    }

    @Test func anyFormIsControlled() throws {
        #expect(throws: Never.self) { try play(Nested(), \.name, \.inner.$name) }
        #expect(throws: Never.self) { try play(Disguised(), \.name, \.$name) }
        #expect(throws: Never.self) { try play(Chosen(), \.name, \.shown) }
    }

    /// A copy of what a controller shows says itself what its own rules say, until it is set.
    @Test func aCopyOfAControlledFormIsCheckedByItsOwnRules() throws {
        let controller = try FormController(Disguised(), triggers: .all)
        controller.form.name = "Ad"
        var copy = controller.form
        copy.name = "A"
        #expect(copy.$name.messages == ["must have at least 3 characters"])
        #expect(copy.$name.isTouched && copy.$name.isDirty)
        copy.name = "Ada"
        #expect(copy.$name.state == .valid)
        copy.name = ""
        #expect(copy.$name.state == .unchanged)
        copy.name = "Bob"
        #expect(controller.form.name == "Ad" && controller.form.$name.state.isInvalid)
        controller.form = copy
        #expect(controller.form.name == "Bob" && controller.form.$name.state == .valid)
    }
}

extension FieldWordsTests.Chosen {
    fileprivate var shown: ValidatedValue<String> {
        if case .some(let inner) = choice { inner.$name } else { ValidatedValue("", rules: []) }
    }
}
