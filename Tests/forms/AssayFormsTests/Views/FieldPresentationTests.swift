// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// What views show of a field is decided without a view.
@MainActor
@Suite struct FieldPresentationTests {
    private nonisolated static let violations = [
        Violation(
            pointer: "/a", field: "a", rule: "length", code: "length.tooShort",
            template: "must be longer"),
        Violation(
            pointer: "/a", field: "a", rule: "regex", code: "regex.noMatch",
            template: "must begin with a letter"),
    ]

    @Test(arguments: [
        (ValidationState.unchanged, FieldPresentation.Mark.none), (.editing, .none),
        (.validating, .progress), (.valid, .valid), (.invalid(violations), .invalid),
        (
            .undecided([Fault(pointer: "/a", field: "a", rule: "isFree", reason: .deadline)]),
            .undecided
        ),
    ])
    func everyStateHasItsMark(_ state: ValidationState, _ mark: FieldPresentation.Mark) {
        #expect(FieldPresentation(state).mark == mark)
    }

    @Test func theFirstMessageIsShownAndAllAreRead() {
        let presentation = FieldPresentation(.invalid(Self.violations))
        #expect(presentation.message == "must be longer")
        #expect(presentation.accessibilityText == "must be longer. must begin with a letter")
        #expect(FieldPresentation(.valid).message == nil)
        #expect(FieldPresentation(.valid).accessibilityText == "")
    }

    @Test func aMessageIsAnnouncedOnce() {
        let none = FieldPresentation(.editing)
        let both = FieldPresentation(.invalid(Self.violations))
        let second = FieldPresentation(.invalid([Self.violations[1]]))
        #expect(both.announcement(after: none) == "must be longer")
        #expect(both.announcement(after: both) == nil)
        #expect(second.announcement(after: both) == "must begin with a letter")
        #expect(none.announcement(after: both) == nil)
    }

    @Test func aFieldSpeaksInTheWordsOfItsForm() async throws {
        let form = try FormModel(
            RuleSet(Field("name", .required)), messages: ["required.missing": "A name, please."])
        await form.validate()
        #expect(form["name"].presentation.mark == .invalid)
        #expect(form["name"].presentation.messages == ["A name, please."])
    }
}
