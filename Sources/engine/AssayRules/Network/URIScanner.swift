// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The character classes of URIs and IRIs over the bytes of a text.
struct URIScanner: ~Escapable {
    enum Component {
        case userinfo, host, path, query, fragment
    }

    let text: Span<UInt8>
    let unicode: Unicode

    /// The places where characters beyond ASCII are allowed.
    enum Unicode {
        case nowhere
        /// In hosts, paths, queries and fragments, as browsers show them.
        case inLinks
        /// Everywhere, including user information (RFC 3987).
        case everywhere
    }

    @_lifetime(copy text)
    init(text: Span<UInt8>, unicode: Unicode) {
        self.text = text
        self.unicode = unicode
    }

    /// The scheme before the first colon, if there is one.
    func scheme() -> Range<Int>? {
        guard let first = text.first, ASCII.isLetter(first) else { return nil }
        for index in 1..<max(1, text.count) {
            let byte = text[index]
            if byte == UInt8(ascii: ":") { return 0..<index }
            guard ASCII.isLetterOrDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
                return nil
            }
        }
        return nil
    }

    func first(_ character: Swift.Unicode.Scalar, in range: Range<Int>) -> Int? {
        text.extracting(..<range.upperBound).firstIndex(
            of: UInt8(ascii: character), from: range.lowerBound)
    }

    /// The place of the first delimiter of a component at or after `start`, or the end of the text.
    @inline(__always)
    func end(of start: Int, at isDelimiter: (UInt8) -> Bool) -> Int {
        var index = start
        while index < text.count, !isDelimiter(text[index]) { index += 1 }
        return index
    }

    /// A relative path must not look as if it had a scheme (RFC 3986 section 4.2).
    func firstSegmentHasNoColon(_ path: Range<Int>) -> Bool {
        for index in path {
            let byte = text[index]
            if byte == UInt8(ascii: "/") { return true }
            if byte == UInt8(ascii: ":") { return false }
        }
        return true
    }

    func acceptsQueryAndFragment(from start: Int) -> Bool {
        var index = start
        if index < text.count, text[index] == UInt8(ascii: "?") {
            let end = end(of: index, at: { $0 == UInt8(ascii: "#") })
            guard accepts((index + 1)..<end, as: .query) else { return false }
            index = end
        }
        return index == text.count || accepts((index + 1)..<text.count, as: .fragment)
    }

    /// An IPv6 address or a future version's form (RFC 3986 section 3.2.2).
    func isIPLiteral(_ range: Range<Int>) -> Bool {
        let inside = text.extracting(range)
        guard let first = inside.first, first | 0x20 == UInt8(ascii: "v") else {
            return Host(v6: inside) != nil
        }
        guard let dot = inside.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < inside.count
        else { return false }
        return inside.extracting(1..<dot).allSatisfy(ASCII.isHexDigit)
            && inside.extracting((dot + 1)...).allSatisfy {
                URIScanner.isPlain($0) || $0 == UInt8(ascii: ":")
            }
    }

    /// True if the component may have every one of the characters.
    func accepts(_ range: Range<Int>, as component: Component) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < range.upperBound, ASCII.isHexDigit(text[index + 1]),
                    ASCII.isHexDigit(text[index + 2])
                else { return false }
                index += 3
            } else if byte < 0x80 {
                guard URIScanner.isPlain(byte) || URIScanner.isDelimiter(byte, in: component) else {
                    return false
                }
                index += 1
            } else {
                guard accepts(unicode, in: component),
                    unicode == .inLinks && component == .host
                        || !isBidirectionalFormatting(at: index),
                    acceptsCharacter(at: &index, in: component)
                else { return false }
            }
        }
        return true
    }

    /// U+200E, U+200F and U+202A to U+202E, which no IRI may have (RFC 3987 section 4.1); what reads
    /// the hosts of URLs rejects them by itself.
    private func isBidirectionalFormatting(at index: Int) -> Bool {
        guard text[index] == 0xE2, text[index + 1] == 0x80 else { return false }
        switch text[index + 2] {
        case 0x8E, 0x8F, 0xAA...0xAE: return true
        default: return false
        }
    }

    private func accepts(_ unicode: Unicode, in component: Component) -> Bool {
        unicode == .everywhere || unicode == .inLinks && component != .userinfo
    }

    /// `unreserved` and `sub-delims`.
    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        if ASCII.isLetterOrDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: "."),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    private static func isDelimiter(_ byte: UInt8, in component: Component) -> Bool {
        switch (byte, component) {
        case (UInt8(ascii: ":"), .host): false
        case (UInt8(ascii: ":"), _): true
        case (UInt8(ascii: "@"), .path), (UInt8(ascii: "/"), .path): true
        case (UInt8(ascii: "@"), .query), (UInt8(ascii: "/"), .query), (UInt8(ascii: "?"), .query):
            true
        case (UInt8(ascii: "@"), .fragment), (UInt8(ascii: "/"), .fragment),
            (UInt8(ascii: "?"), .fragment):
            true
        default: false
        }
    }

    /// `ucschar`, and `iprivate` in queries (RFC 3987 section 2.2); moves past the character.
    func acceptsCharacter(at index: inout Int, in component: Component) -> Bool {
        var scalars = UTF8Decoder(text, at: index)
        let scalar = scalars.next()
        index = scalars.index
        switch scalar {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: return true
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: return component == .query
        case 0x10000...0xEFFFD: return scalar & 0xFFFE != 0xFFFE && !(0xE0000...0xE0FFF ~= scalar)
        default: return false
        }
    }
}
