// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// `boolean`: true or false; in a record from text, one of these words.
struct BooleanRule: Rule {
    static let definition = RuleDefinition(
        BooleanRule.self, "boolean", "true or false, and these words in records from text",
        kinds: .bool,
        codes: [RuleCode("boolean.syntax", "must be true or false")],
        examples: [
            .valid(true, "boolean"),
            .valid("FALSE", "boolean", isText: true),
            .invalid("yes", "boolean", code: "boolean.syntax", isText: true),
            .invalid("true", "boolean", code: "boolean.kind"),
            .invalid(1, "boolean", code: "boolean.kind"),
        ],
        traits: [.converts, .guardsLaterRules])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue) -> Conversion {
        guard text.isString else { return .unchanged }
        guard let bool = TextConversion.bool(text.unsafeBytes) else { return .failed(.fail()) }
        return .typed(TextConversion.value(bool))
    }
}

extension TextConversion {
    /// A truth value in the form of the contract.
    static func value(_ bool: Bool) -> assay_value {
        var value = assay_value()
        value.kind = ASSAY_BOOL
        value.as.i64 = bool ? 1 : 0
        return value
    }
}
