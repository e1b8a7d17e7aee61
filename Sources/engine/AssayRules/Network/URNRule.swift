// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `urn`: a name in a namespace.
struct URNRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a URN"
    }

    static let definition = RuleDefinition(
        URNRule.self, "urn", "A Uniform Resource Name", standard: "RFC 8141",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("urn:isbn:0451450523", "urn"),
            .valid("URN:example:a/b?+c?=d#e", "urn"),
            .invalid("urn:a:b", "urn", code: "urn.syntax"),
            .invalid("urn:isbn:", "urn", code: "urn.syntax"),
            .invalid("isbn:0451450523", "urn", code: "urn.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: URN.isName(value.utf8), else: Code.syntax)
    }
}

/// The grammar of RFC 8141 section 2.
enum URN {
    /// `assigned-name [ rq-components ] [ "#" f-component ]`.
    static func isName(_ text: Span<UInt8>) -> Bool {
        guard text.hasPrefix("urn:", ignoringCase: true),
            let colon = text.firstIndex(of: 0x3A, from: 4),
            isNamespace(text.extracting(4..<colon))
        else { return false }
        let fragment = text.firstIndex(of: UInt8(ascii: "#")) ?? text.count
        let query = text.firstIndex(of: UInt8(ascii: "?")) ?? text.count
        let end = min(query, fragment)
        let scanner = URIScanner(text: text, unicode: .nowhere)
        guard fragment == text.count || scanner.accepts((fragment + 1)..<text.count, as: .fragment)
        else { return false }
        return colon + 1 < end && text[colon + 1] != UInt8(ascii: "/")
            && scanner.accepts((colon + 1)..<end, as: .path)
            && hasComponents(scanner, end..<fragment)
    }

    /// `NID`: 2 to 32 letters, digits and inner hyphens.
    private static func isNamespace(_ text: Span<UInt8>) -> Bool {
        guard (2...32).contains(text.count), text.first != 0x2D, text.last != 0x2D else {
            return false
        }
        return text.allSatisfy { ASCII.isLetterOrDigit($0) || $0 == 0x2D }
    }

    /// `[ "?+" r-component ] [ "?=" q-component ]`; neither is empty nor begins with `/` or `?`.
    private static func hasComponents(
        _ scanner: borrowing URIScanner, _ range: Range<Int>
    ) -> Bool {
        var start = range.lowerBound
        if isMark(scanner.text, start, range, UInt8(ascii: "+")) {
            var end = start + 2
            while end < range.upperBound, !isMark(scanner.text, end, range, UInt8(ascii: "=")) {
                end += 1
            }
            guard isComponent(scanner, (start + 2)..<end) else { return false }
            start = end
        }
        if isMark(scanner.text, start, range, UInt8(ascii: "=")) {
            guard isComponent(scanner, (start + 2)..<range.upperBound) else { return false }
            start = range.upperBound
        }
        return start == range.upperBound
    }

    private static func isMark(
        _ text: Span<UInt8>, _ index: Int, _ range: Range<Int>, _ second: UInt8
    ) -> Bool {
        index + 1 < range.upperBound && text[index] == UInt8(ascii: "?")
            && text[index + 1] == second
    }

    private static func isComponent(
        _ scanner: borrowing URIScanner, _ range: Range<Int>
    ) -> Bool {
        guard let first = scanner.text.extracting(range).first else { return false }
        return first != UInt8(ascii: "/") && first != UInt8(ascii: "?")
            && scanner.accepts(range, as: .query)
    }
}

extension RuleExpression {
    /// A Uniform Resource Name (RFC 8141).
    public static var urn: RuleExpression { RuleExpression("urn") }
}
