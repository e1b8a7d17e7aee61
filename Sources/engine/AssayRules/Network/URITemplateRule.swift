// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `uriTemplate`: literals and expressions in braces.
struct URITemplateRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a URI template"
    }

    static let definition = RuleDefinition(
        URITemplateRule.self, "uriTemplate", "A URI template", standard: "RFC 6570",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("http://example.com/{term:1}{?q*,lang}", "uriTemplate"),
            .valid("", "uriTemplate"),
            .invalid("{term", "uriTemplate", code: "uriTemplate.syntax"),
            .invalid("{}", "uriTemplate", code: "uriTemplate.syntax"),
            .invalid("{=term}", "uriTemplate", code: "uriTemplate.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "{") {
                guard let close = text.firstIndex(of: UInt8(ascii: "}"), from: index),
                    URITemplateRule.isExpression(text.extracting((index + 1)..<close))
                else { return .fail(Code.syntax) }
                index = close + 1
            } else {
                guard URITemplateRule.readLiteral(text, &index) else { return .fail(Code.syntax) }
            }
        }
        return .pass
    }

    /// `literals` of section 2.1, with the apostrophe of erratum 6937.
    private static func readLiteral(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: "%"):
            guard isEncoded(text, at: index) else { return false }
            index += 3
        case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F, ...0x20: return false
        case ..<0x80: index += 1
        default:
            // ucschar and iprivate, as queries have them.
            let scanner = URIScanner(text: text, unicode: .everywhere)
            return scanner.acceptsCharacter(at: &index, in: .query)
        }
        return true
    }

    /// `[ operator ] variable-list`, without the operators that section 2.2 reserves.
    private static func isExpression(_ text: Span<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        let isOperator = "+#./;?&".utf8.contains(first)
        let start = isOperator ? 1 : 0
        return text.allParts(of: start..<text.count, at: ",", isVariable)
    }

    /// `varname [ ":" 1...9999 / "*" ]`.
    private static func isVariable(_ text: Span<UInt8>) -> Bool {
        if text.last == UInt8(ascii: "*") { return isName(text.extracting(droppingLast: 1)) }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return isName(text) }
        let length = text.extracting((colon + 1)...)
        return isName(text.extracting(..<colon)) && (1...4).contains(length.count)
            && length.first != UInt8(ascii: "0") && length.allSatisfy(ASCII.isDigit)
    }

    /// Characters of variables, with single dots between them.
    private static func isName(_ text: Span<UInt8>) -> Bool {
        var index = 0
        var afterDot = true
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                guard !afterDot else { return false }
                afterDot = true
                index += 1
                continue
            }
            let isEncoded = isEncoded(text, at: index)
            guard ASCII.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || isEncoded else {
                return false
            }
            afterDot = false
            index += isEncoded ? 3 : 1
        }
        return !afterDot
    }

    private static func isEncoded(_ text: Span<UInt8>, at index: Int) -> Bool {
        index + 2 < text.count && text[index] == UInt8(ascii: "%")
            && ASCII.isHexDigit(text[index + 1]) && ASCII.isHexDigit(text[index + 2])
    }
}

extension RuleExpression {
    /// A URI template (RFC 6570).
    public static var uriTemplate: RuleExpression { RuleExpression("uriTemplate") }
}
