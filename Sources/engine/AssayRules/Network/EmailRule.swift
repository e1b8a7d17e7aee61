// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `email`: an address, in one of three grammars.
struct EmailRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be an e-mail address"
        case tooLong = "must have at most {maxLength} {maxLength:byte|bytes}"
        case noTopLevelDomain = "must have a domain with a top-level domain"
        case displayName = "must have the form Name <address>"
        case unknownTopLevelDomain = "must have a domain with an existing top-level domain"
    }

    static let definition = RuleDefinition(
        EmailRule.self, "email", "An e-mail address",
        standard: "WHATWG HTML; RFC 5321; RFC 6531",
        parameters: [
            .choice(
                "mode", default: RuleExpression.EmailMode.html,
                "With html, what browsers accept; with rfc5321, also quoted local parts; "
                    + "with rfc6531, also UTF-8"),
            RuleParameter(
                "requireTLD", .boolean, default: false,
                "The domain must have a dot; an IP address need not"),
            .choice(
                "displayName", default: RuleExpression.DisplayName.forbidden,
                "A name before the address in angle brackets"),
            RuleParameter(
                "addressLiteral", .boolean,
                "An IP address in brackets is accepted as the domain; "
                    + "by default only in the modes rfc5321 and rfc6531"),
            RuleParameter(
                "maxLength", .integer, default: 254, limits: 3...100_000,
                "The maximum number of bytes in the address (RFC 3696 erratum 1690)"),
            .knownTLD("domain"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("a.user@example.com", "email"),
            .valid("user@localhost", "email"),
            .valid("\"a b\"@[192.0.2.1]", "email(mode=rfc5321)"),
            .valid("δοκιμή@παράδειγμα.δοκιμή", "email(mode=rfc6531)"),
            .valid("A User <a@example.com>", "email(displayName=allowed)"),
            .valid("user@example.com", "email(knownTLD=true)"),
            .invalid(
                "user@example.cmo", "email(knownTLD=true)", code: "email.unknownTopLevelDomain"),
            .invalid("user@ab--c.de", "email(mode=rfc6531)", code: "email.syntax"),
            .invalid("a@b@example.com", "email", code: "email.syntax"),
            .invalid("a@-example.com", "email", code: "email.syntax"),
            .invalid("user@localhost", "email(requireTLD=true)", code: "email.noTopLevelDomain"),
            .invalid("user@example.com", "email(maxLength=10)", code: "email.tooLong"),
            .invalid("a@b.c", "email(displayName=required)", code: "email.displayName"),
        ])

    private let address: EmailAddress
    private let displayName: RuleExpression.DisplayName
    private let maxLength: Int

    init(_ arguments: Arguments) throws(RuleError) {
        let mode: RuleExpression.EmailMode = try arguments.choice("mode")
        address = EmailAddress(
            mode: mode, addressLiteral: arguments.optionalBool("addressLiteral") ?? (mode != .html),
            requireTLD: arguments.bool("requireTLD"), knownTLD: arguments.bool("knownTLD"))
        displayName = try arguments.choice("displayName")
        maxLength = try arguments.int(required: "maxLength")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        displayName == .forbidden ? checkAddress(value.utf8) : checkNamed(value.utf8)
    }

    @inline(__always)
    private func checkAddress(_ text: Span<UInt8>) -> Verdict {
        if text.count > maxLength { return .fail(Code.tooLong) }
        switch address.defect(in: text) {
        case nil: return .pass
        case .syntax: return .fail(Code.syntax)
        case .topLevelDomain: return .fail(Code.noTopLevelDomain)
        case .unknownTopLevelDomain: return .fail(Code.unknownTopLevelDomain)
        }
    }

    private func checkNamed(_ text: Span<UInt8>) -> Verdict {
        guard text.last == UInt8(ascii: ">"), let open = text.lastIndex(of: UInt8(ascii: "<"))
        else {
            return displayName == .required ? .fail(Code.displayName) : checkAddress(text)
        }
        guard EmailRule.isDisplayName(text.extracting(..<open)) else {
            return .fail(Code.displayName)
        }
        return checkAddress(text.extracting((open + 1)..<(text.count - 1)))
    }

    /// Words of atoms and dots, or a quoted string (RFC 5322 section 3.4), in UTF-8 (RFC 6532).
    private static func isDisplayName(_ text: Span<UInt8>) -> Bool {
        guard !isBlank(text) else { return false }
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let byte = text[index]
            guard byte >= 0x20, byte != 0x7F else { return false }
            if isQuoted {
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte != 0x20, byte != 0x2E,
                byte < 0x80
                    ? !EmailAddress.isAtomText(byte)
                    : EmailAddress.isGreekQuestionMark(in: text, at: index)
            {
                return false
            }
        }
        return !isQuoted
    }
}

extension RuleExpression {
    /// The grammar of `email`.
    public enum EmailMode: String, RuleChoice {
        /// The addresses that browsers accept (WHATWG HTML).
        case html
        /// The addresses that mail servers exchange (RFC 5321).
        case rfc5321
        /// RFC 5321 with UTF-8 in the local part and the domain (RFC 6531).
        case rfc6531
    }

    /// The presence of a name before an e-mail address.
    public enum DisplayName: String, RuleChoice {
        /// The address alone.
        case forbidden
        /// The address, or `Ann <ann@example.org>`.
        case allowed
        /// `Ann <ann@example.org>`.
        case required
    }

    /// An e-mail address as browsers accept it (WHATWG HTML).
    public static var email: RuleExpression { RuleExpression("email") }

    /// An e-mail address; `addressLiteral` defaults to true in the modes of the RFCs.
    public static func email(
        mode: EmailMode? = nil, requireTLD: Bool? = nil, displayName: DisplayName? = nil,
        addressLiteral: Bool? = nil, maxLength: Int? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "email",
            options: [
                "mode": .choice(mode), "requireTLD": .flag(requireTLD),
                "displayName": .choice(displayName), "addressLiteral": .flag(addressLiteral),
                "maxLength": .integer(maxLength), "knownTLD": .flag(knownTLD),
            ])
    }
}
