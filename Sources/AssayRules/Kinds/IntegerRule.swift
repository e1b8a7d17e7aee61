// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// `integer`: a number without fraction; in a record from text, a text that spells one.
struct IntegerRule: Rule {
    static let definition = RuleDefinition(
        IntegerRule.self, "integer", "A whole number; 1.0 counts, and text in records from text",
        kinds: .numbers,
        codes: [RuleCode("integer.notWhole", "must be a whole number")],
        examples: [
            .valid(5, "integer"),
            .valid(1.0, "integer"),
            .valid("-12", "integer", isText: true),
            .invalid(1.5, "integer", code: "integer.notWhole"),
            .invalid("12a", "integer", code: "integer.notWhole", isText: true),
            .invalid("12", "integer", code: "integer.kind"),
        ],
        traits: [.converts, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: isWholeNumber(value))
    }

    func convert(_ text: FieldValue) -> Conversion {
        guard text.isString else { return isWholeNumber(text) ? .unchanged : .failed(.fail()) }
        guard var number = TextConversion.number(text.unsafeBytes) else { return .failed(.fail()) }
        let isWhole = withUnsafePointer(to: &number) {
            isWholeNumber(FieldValue(unsafePointer: $0))
        }
        return isWhole ? .typed(number) : .failed(.fail())
    }
}
