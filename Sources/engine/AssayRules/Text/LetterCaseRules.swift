// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `lowercase`: no upper-case or title-case letter, in Unicode's sense.
struct LowercaseRule: Rule {
    enum Code: String, RuleCodes {
        case upper = "must not contain upper-case letters"
    }

    static let definition = RuleDefinition(
        LowercaseRule.self, "lowercase", "No upper-case letters", standard: "Unicode",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("straße 1", "lowercase"),
            .invalid("Abc", "lowercase", code: "lowercase.upper"),
            .invalid("É", "lowercase", code: "lowercase.upper"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let hasUpper = hasLetter(
            value, ascii: { $0 &- 0x41 < 26 },
            unicode: { $0.isUppercase || $0.generalCategory == .titlecaseLetter })
        return .pass(if: !hasUpper, else: Code.upper)
    }
}

/// `uppercase`: no lower-case or title-case letter, in Unicode's sense.
struct UppercaseRule: Rule {
    enum Code: String, RuleCodes {
        case lower = "must not contain lower-case letters"
    }

    static let definition = RuleDefinition(
        UppercaseRule.self, "uppercase", "No lower-case letters", standard: "Unicode",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("ABC 1", "uppercase"),
            .invalid("ABc", "uppercase", code: "uppercase.lower"),
            .invalid("É é", "uppercase", code: "uppercase.lower"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let hasLower = hasLetter(
            value, ascii: { $0 &- 0x61 < 26 },
            unicode: { $0.isLowercase || $0.generalCategory == .titlecaseLetter })
        return .pass(if: !hasLower, else: Code.lower)
    }
}

/// True if there is a letter that one of the closures accepts.
@inline(__always)
private func hasLetter(
    _ value: FieldValue, ascii isWrongASCII: (UInt8) -> Bool,
    unicode isWrong: (Unicode.Scalar.Properties) -> Bool
) -> Bool {
    let text = value.utf8
    for index in text.indices where isWrongASCII(text[index]) { return true }
    if isASCII(value) { return false }
    var scalars = UTF8Decoder(text, at: 0)
    while let scalar = scalars.nextScalar() {
        if !scalar.isASCII, isWrong(scalar.properties) { return true }
    }
    return false
}

extension RuleExpression {
    /// No upper-case letter.
    public static var lowercase: RuleExpression { RuleExpression("lowercase") }

    /// No lower-case letter.
    public static var uppercase: RuleExpression { RuleExpression("uppercase") }
}
