// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The character classes of URIs and IRIs over the bytes of a text.
struct URIScanner {
    enum Component {
        case userinfo, host, path, query, fragment
    }

    let text: UnsafeBufferPointer<UInt8>
    let unicode: Bool

    /// The scheme in front of the first colon, if there is one.
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

    func first(_ character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        text[range].firstIndex(of: UInt8(ascii: character))
    }

    /// Where the first of some characters stands behind `start`, or the end of the text.
    func end(of start: Int, at stops: StaticString) -> Int {
        var index = start
        let stops = UnsafeBufferPointer(start: stops.utf8Start, count: stops.utf8CodeUnitCount)
        while index < text.count, !stops.contains(text[index]) { index += 1 }
        return index
    }

    /// A relative path must not look as if it had a scheme (RFC 3986 section 4.2).
    func firstSegmentHasNoColon(_ path: Range<Int>) -> Bool {
        for byte in text[path] {
            if byte == UInt8(ascii: "/") { return true }
            if byte == UInt8(ascii: ":") { return false }
        }
        return true
    }

    func acceptsQueryAndFragment(from start: Int) -> Bool {
        var index = start
        if index < text.count, text[index] == UInt8(ascii: "?") {
            let end = end(of: index, at: "#")
            guard accepts((index + 1)..<end, .query) else { return false }
            index = end
        }
        return index == text.count || accepts((index + 1)..<text.count, .fragment)
    }

    /// An IPv6 address or a future version's form (RFC 3986 section 3.2.2).
    func isIPLiteral(_ range: Range<Int>) -> Bool {
        let inside = UnsafeBufferPointer(rebasing: text[range])
        guard let first = inside.first, first | 0x20 == UInt8(ascii: "v") else {
            return IPAddressText.v6(inside) != nil
        }
        guard let dot = inside.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < inside.count
        else { return false }
        return inside[1..<dot].allSatisfy(ASCII.isHexDigit)
            && inside[(dot + 1)...].allSatisfy {
                URIScanner.isPlain($0) || $0 == UInt8(ascii: ":")
            }
    }

    /// True if every character may stand in the component.
    func accepts(_ range: Range<Int>, _ component: Component) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < range.upperBound, ASCII.isHexDigit(text[index + 1]),
                    ASCII.isHexDigit(text[index + 2])
                else { return false }
                index += 3
            } else if byte < 0x80 {
                guard URIScanner.isPlain(byte) || URIScanner.isDelimiter(byte, component) else {
                    return false
                }
                index += 1
            } else {
                guard unicode, acceptsCharacter(at: &index, component) else { return false }
            }
        }
        return true
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

    private static func isDelimiter(_ byte: UInt8, _ component: Component) -> Bool {
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

    /// `ucschar`, and `iprivate` in queries (RFC 3987 section 2.2); moves behind the character.
    private func acceptsCharacter(at index: inout Int, _ component: Component) -> Bool {
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
