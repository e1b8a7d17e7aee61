// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `httpHeaderName`: a token, as fields of HTTP messages are named.
struct HTTPHeaderNameRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be an HTTP field name"
    }

    static let definition = RuleDefinition(
        HTTPHeaderNameRule.self, "httpHeaderName", "An HTTP field name",
        standard: "RFC 9110 section 5.1",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("Content-Type", "httpHeaderName"),
            .valid("X_1!#$%&'*+.^`|~", "httpHeaderName"),
            .invalid("", "httpHeaderName", code: "httpHeaderName.syntax"),
            .invalid("Content Type", "httpHeaderName", code: "httpHeaderName.syntax"),
            .invalid("Host:", "httpHeaderName", code: "httpHeaderName.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        return .pass(
            if: !text.isEmpty && text.allSatisfy(HTTPHeaderNameRule.isTokenCharacter),
            else: Code.syntax)
    }

    /// `tchar` of RFC 9110 section 5.6.2: `atext` and `.`, without `/`, `=`, `?`, `{` and `}`.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            false
        case UInt8(ascii: "."): true
        default: EmailAddress.isAtomText(byte)
        }
    }
}

/// `httpHeaderValue`: what follows the colon, without the white space around it.
struct HTTPHeaderValueRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be an HTTP field value"
        case space = "must neither begin nor end with white space"
    }

    static let definition = RuleDefinition(
        HTTPHeaderValueRule.self, "httpHeaderValue", "An HTTP field value",
        standard: "RFC 9110 section 5.5",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("text/html; charset=utf-8", "httpHeaderValue"),
            .valid("", "httpHeaderValue"),
            .invalid("a\r\nSet-Cookie: b", "httpHeaderValue", code: "httpHeaderValue.syntax"),
            .invalid(" a", "httpHeaderValue", code: "httpHeaderValue.space"),
        ])

    init(_ arguments: Arguments) {}

    /// Visible characters, bytes above 0x7F (obs-text), and spaces and tabs between them.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            return .fail(Code.syntax)
        }
        let ends = [text.first, text.last]
        return .pass(if: !ends.contains(0x20) && !ends.contains(0x09), else: Code.space)
    }
}

extension RuleExpression {
    /// The name of an HTTP field (RFC 9110).
    public static var httpHeaderName: RuleExpression { RuleExpression("httpHeaderName") }

    /// The value of an HTTP field (RFC 9110).
    public static var httpHeaderValue: RuleExpression { RuleExpression("httpHeaderValue") }
}
