// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `mailto`: the addresses and the fields of a message.
struct MailtoRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a mailto URI"
        case address = "must have valid e-mail addresses"
        case field = "must have fields of the form name=value after its question mark"
    }

    static let definition = RuleDefinition(
        MailtoRule.self, "mailto", "A mailto URI", standard: "RFC 6068",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("mailto:chris@example.com", "mailto"),
            .valid("mailto:?to=a@example.com&subject=current%20issue", "mailto"),
            .valid("mailto:%22not%40me%22@example.org", "mailto"),
            .invalid("chris@example.com", "mailto", code: "mailto.syntax"),
            .invalid("mailto:a b@example.com", "mailto", code: "mailto.syntax"),
            .invalid("mailto:chris", "mailto", code: "mailto.address"),
            .invalid("mailto:a@b.c?subject", "mailto", code: "mailto.field"),
        ])

    private let address = EmailAddress(mode: .rfc6531, addressLiteral: true)

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        guard text.hasPrefix("mailto:", ignoringCase: true) else { return .fail(Code.syntax) }
        let query = text.firstIndex(of: UInt8(ascii: "?")) ?? text.count
        let fields = (query + 1)..<max(query + 1, text.count)
        guard MailtoRule.hasURICharacters(text, 7..<query, beside: []),
            query == text.count
                || MailtoRule.hasURICharacters(text, fields, beside: [0x26, 0x3D])
        else { return .fail(Code.syntax) }
        guard query == 7 || text.allParts(of: 7..<query, at: ",", isAddress) else {
            return .fail(Code.address)
        }
        return .pass(
            if: query == text.count || text.allParts(of: fields, at: "&", MailtoRule.isField),
            else: Code.field)
    }

    /// An `addr-spec` whose bytes may be percent-encoded; a text longer than any address is
    /// rejected.
    private func isAddress(_ text: Span<UInt8>) -> Bool {
        guard text.count <= 3 * 320,
            let decoded = String(validating: text.percentDecoded(), as: UTF8.self)
        else { return false }
        return decoded.withUTF8Span { address.defect(in: $0) } == nil
    }

    /// `hfname "=" hfvalue`.
    private static func isField(_ text: Span<UInt8>) -> Bool {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
        return text.firstIndex(of: UInt8(ascii: "="), from: equals + 1) == nil
    }

    /// `unreserved`, `some-delims` and percent-encoded bytes.
    private static func hasURICharacters(
        _ text: Span<UInt8>, _ range: Range<Int>, beside others: [UInt8]
    ) -> Bool {
        let scanner = URIScanner(text: text, unicode: .nowhere)
        guard scanner.accepts(range, as: .query) else { return false }
        for index in range {
            let byte = text[index]
            let isOther = [0x26, 0x3D, 0x2F, 0x3F].contains(byte)
            guard !isOther || others.contains(byte) else { return false }
        }
        return true
    }
}

extension RuleExpression {
    /// A mailto URI (RFC 6068).
    public static var mailto: RuleExpression { RuleExpression("mailto") }
}
