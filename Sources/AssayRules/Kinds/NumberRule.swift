// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `number`: a number; in a record from text, a text that spells one.
struct NumberRule: Rule {
    static let definition = RuleDefinition(
        NumberRule.self, "number", "A number, and text that spells one in records from text",
        kinds: .numbers,
        codes: [RuleCode("number.syntax", "must be a number")],
        examples: [
            .valid(1.5, "number"),
            .valid("-1.5e3", "number", isText: true),
            .invalid("1,5", "number", code: "number.syntax", isText: true),
            .invalid("1.5", "number", code: "number.kind"),
        ],
        traits: [.converts, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue) -> Conversion {
        guard text.isString else { return .unchanged }
        return TextConversion.number(text.unsafeBytes).map(Conversion.typed) ?? .failed(.fail())
    }
}
