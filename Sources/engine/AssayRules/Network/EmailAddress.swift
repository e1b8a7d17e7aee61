// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The grammars of e-mail addresses, byte by byte.
struct EmailAddress: Sendable {
    let mode: RuleExpression.EmailMode
    let addressLiteral: Bool
    let requireTLD: Bool
    let knownTLD: Bool

    init(
        mode: RuleExpression.EmailMode, addressLiteral: Bool, requireTLD: Bool = false,
        knownTLD: Bool = false
    ) {
        self.mode = mode
        self.addressLiteral = addressLiteral
        self.requireTLD = requireTLD || knownTLD
        self.knownTLD = knownTLD
    }

    enum Defect {
        case syntax, topLevelDomain, unknownTopLevelDomain
    }

    /// Returns the defect of an address, or `nil` if it has none.
    @inline(__always)
    func defect(in text: Span<UInt8>) -> Defect? {
        guard let at = mode == .html ? endOfHTMLLocal(in: text) : endOfLocal(in: text), at > 0,
            at < text.count, text[at] == UInt8(ascii: "@")
        else { return .syntax }
        return domainDefect(in: text.extracting((at + 1)...))
    }

    private func domainDefect(in text: Span<UInt8>) -> Defect? {
        if text.first == UInt8(ascii: "[") {
            return addressLiteral && isAddressLiteral(text) ? nil : .syntax
        }
        let options: Host.Options =
            mode == .rfc6531 ? [.international, .aLabels, .composes, .noReserved] : []
        guard let domain = Host(text, options) else { return .syntax }
        if requireTLD, !domain.hasTopLevelDomain { return .topLevelDomain }
        return knownTLD && !domain.hasKnownDomain ? .unknownTopLevelDomain : nil
    }

    /// `1*( atext / "." )` of the HTML standard.
    @inline(__always)
    private func endOfHTMLLocal(in text: Span<UInt8>) -> Int? {
        var index = 0
        while index < text.count, EmailAddress.isAtomText(text[index]) || text[index] == 0x2E {
            index += 1
        }
        return index
    }

    /// Dot-string or Quoted-string of RFC 5321 section 4.1.2, at most 64 octets (4.5.3.1.1).
    private func endOfLocal(in text: Span<UInt8>) -> Int? {
        let end =
            text.first == UInt8(ascii: "\"") ? endOfQuoted(in: text) : endOfDotString(in: text)
        guard let end, end <= 64 else { return nil }
        return end
    }

    private func endOfDotString(in text: Span<UInt8>) -> Int? {
        var index = 0
        var atomIsEmpty = true
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                guard !atomIsEmpty else { return nil }
                atomIsEmpty = true
            } else if EmailAddress.isAtomText(byte)
                || mode == .rfc6531 && byte >= 0x80
                    && !EmailAddress.isGreekQuestionMark(in: text, at: index)
            {
                atomIsEmpty = false
            } else {
                break
            }
            index += 1
        }
        return atomIsEmpty ? nil : index
    }

    private func endOfQuoted(in text: Span<UInt8>) -> Int? {
        var index = 1
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"):
                index += 1
                guard index < text.count, (0x20...0x7E).contains(text[index]) else { return nil }
            case 0x20...0x7E: break
            case 0x80...: guard mode == .rfc6531 else { return nil }
            default: return nil
            }
            index += 1
        }
        return nil
    }

    /// `[192.0.2.1]` or `[IPv6:2001:db8::1]` (RFC 5321 section 4.1.3).
    private func isAddressLiteral(_ text: Span<UInt8>) -> Bool {
        guard text.count > 2, text.last == UInt8(ascii: "]") else { return false }
        let inside = text.extracting(1..<(text.count - 1))
        let tag = Array("ipv6:".utf8)
        if inside.count > tag.count,
            tag.indices.allSatisfy({ ASCII.lowercase(inside[$0]) == tag[$0] })
        {
            return Host(v6: inside.extracting(tag.count...)) != nil
        }
        return Host(v4: inside) != nil
    }

    /// U+037E, which is a semicolon in each of the normalization forms; every other character whose
    /// normalization form C is ASCII becomes one that is `atext`.
    static func isGreekQuestionMark(in text: Span<UInt8>, at index: Int) -> Bool {
        text[index] == 0xCD && index + 1 < text.count && text[index + 1] == 0xBE
    }

    /// `atext` of RFC 5322 section 3.2.3.
    @inline(__always)
    static func isAtomText(_ byte: UInt8) -> Bool {
        if ASCII.isLetterOrDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="),
            UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "{")...UInt8(ascii: "~"):
            return true
        default: return false
        }
    }
}
