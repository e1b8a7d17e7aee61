// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `email`: an address, in one of three grammars.
struct EmailRule: Rule {
    static let definition = RuleDefinition(
        EmailRule.self, "email", "An e-mail address",
        standard: "WHATWG HTML; RFC 5321; RFC 6531",
        parameters: [
            RuleParameter(
                "mode", .choice(EmailAddress.Mode.allCases.map(\.rawValue)), default: "html",
                "html: what browsers accept; rfc5321: quoted local parts too; rfc6531: UTF-8 too"),
            RuleParameter("requireTLD", .boolean, default: false, "The domain has a dot"),
            RuleParameter(
                "displayName", .choice(["forbidden", "allowed", "required"]),
                default: "forbidden", "A name before the address in angle brackets"),
            RuleParameter(
                "addressLiteral", .boolean,
                "[192.0.2.1] as the domain; by default in the modes of the RFCs"),
            RuleParameter(
                "maxLength", .integer, default: 254, limits: 3...100_000,
                "The most bytes of the address (RFC 3696 erratum 1690)"),
        ],
        kinds: .string,
        codes: [
            RuleCode("email.syntax", "must be an e-mail address"),
            RuleCode("email.tooLong", "must have at most {maxLength} bytes"),
            RuleCode("email.noTopLevelDomain", "must have a domain with a top-level domain"),
            RuleCode("email.displayName", "must be of the form: Name <address>"),
        ],
        examples: [
            .valid("a.user@example.com", "email"),
            .valid("user@localhost", "email"),
            .valid("\"a b\"@[192.0.2.1]", "email(mode=rfc5321)"),
            .valid("δοκιμή@παράδειγμα.δοκιμή", "email(mode=rfc6531)"),
            .valid("A User <a@example.com>", "email(displayName=allowed)"),
            .invalid("a@b@example.com", "email", code: "email.syntax"),
            .invalid("a@-example.com", "email", code: "email.syntax"),
            .invalid("user@localhost", "email(requireTLD=true)", code: "email.noTopLevelDomain"),
            .invalid("user@example.com", "email(maxLength=10)", code: "email.tooLong"),
            .invalid("a@b.c", "email(displayName=required)", code: "email.displayName"),
        ])

    private let address: EmailAddress
    private let displayName: String
    private let allowsName: Bool
    private let maxLength: Int

    init(_ arguments: Arguments) {
        let mode = arguments.choice("mode").flatMap(EmailAddress.Mode.init) ?? .html
        address = EmailAddress(
            mode: mode, addressLiteral: arguments.optionalBool("addressLiteral") ?? (mode != .html),
            requireTLD: arguments.bool("requireTLD"))
        displayName = arguments.choice("displayName") ?? "forbidden"
        allowsName = displayName != "forbidden"
        maxLength = arguments.int("maxLength") ?? 254
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        allowsName ? checkNamed(value.unsafeBytes) : checkAddress(value.unsafeBytes)
    }

    @inline(__always)
    private func checkAddress(_ text: UnsafeBufferPointer<UInt8>) -> Verdict {
        if text.count > maxLength { return .fail(1) }
        switch address.fault(text) {
        case nil: return .pass
        case .syntax: return .fail(0)
        case .topLevelDomain: return .fail(2)
        }
    }

    private func checkNamed(_ text: UnsafeBufferPointer<UInt8>) -> Verdict {
        guard text.last == UInt8(ascii: ">"), let open = text.lastIndex(of: UInt8(ascii: "<"))
        else {
            return displayName == "required" ? .fail(3) : checkAddress(text)
        }
        guard EmailRule.isDisplayName(UnsafeBufferPointer(rebasing: text[..<open])) else {
            return .fail(3)
        }
        return checkAddress(UnsafeBufferPointer(rebasing: text[(open + 1)..<(text.count - 1)]))
    }

    /// Words of atoms and dots, or a quoted string (RFC 5322 section 3.4), in UTF-8 (RFC 6532).
    private static func isDisplayName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !isBlank(text) else { return false }
        var isQuoted = false
        var isEscaped = false
        for byte in text {
            guard byte >= 0x20, byte != 0x7F else { return false }
            if isQuoted {
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte != 0x20, byte != 0x2E, byte < 0x80, !EmailAddress.isAtomText(byte) {
                return false
            }
        }
        return !isQuoted
    }
}
