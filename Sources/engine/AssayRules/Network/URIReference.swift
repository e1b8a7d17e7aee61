// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A URI reference taken apart (RFC 3986), or an IRI reference (RFC 3987).
struct URIReference {
    private(set) var scheme: Range<Int>?
    private(set) var hasAuthority = false
    private(set) var userinfo: Range<Int>?
    /// The host, without the brackets of an IP literal.
    private(set) var host = 0..<0
    private(set) var hostIsLiteral = false
    private(set) var port: Range<Int>?
    /// The index at which the path, the query or the fragment begins.
    private(set) var authorityEnd = 0

    /// Reads a whole text; nil where it breaks the grammar.
    ///
    /// - Parameters:
    ///   - text: The reference.
    ///   - unicode: The places where characters beyond ASCII are allowed, as RFC 3987 has them.
    ///   - startsWithAuthority: `true` for a text with neither a scheme nor `//`: `example.com/a`.
    init?(
        _ text: Span<UInt8>, unicode: URIScanner.Unicode = .nowhere,
        startsWithAuthority: Bool = false
    ) {
        let scanner = URIScanner(text: text, unicode: unicode)
        var index = 0
        if !startsWithAuthority {
            scheme = scanner.scheme()
            index = scheme.map { $0.upperBound + 1 } ?? 0
        }
        let slashes = text.count >= index + 2 && text[index] == 0x2F && text[index + 1] == 0x2F
        if startsWithAuthority || slashes {
            index += startsWithAuthority ? 0 : 2
            let end = scanner.end(
                of: index,
                at: {
                    $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
                })
            guard readAuthority(index..<end, using: scanner) else { return nil }
            index = end
        }
        authorityEnd = index
        let pathEnd = scanner.end(
            of: index, at: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        guard scanner.accepts(index..<pathEnd, as: .path),
            scheme != nil || hasAuthority || scanner.firstSegmentHasNoColon(index..<pathEnd)
        else { return nil }
        guard scanner.acceptsQueryAndFragment(from: pathEnd) else { return nil }
    }

    /// True if there are digits of a port above 65535.
    func hasMalformedPort(in text: Span<UInt8>) -> Bool {
        var number = 0
        for index in port ?? 0..<0 {
            number = number * 10 + Int(text[index] &- 0x30)
            if number > 65535 { return true }
        }
        return false
    }

    private mutating func readAuthority(
        _ range: Range<Int>, using scanner: borrowing URIScanner
    ) -> Bool {
        hasAuthority = true
        var start = range.lowerBound
        if let at = scanner.first("@", in: range) {
            userinfo = start..<at
            guard scanner.accepts(start..<at, as: .userinfo) else { return false }
            start = at + 1
        }
        var end = start
        if start < range.upperBound, scanner.text[start] == UInt8(ascii: "[") {
            guard let close = scanner.first("]", in: range) else { return false }
            host = (start + 1)..<close
            hostIsLiteral = true
            end = close + 1
            guard scanner.isIPLiteral(host) else { return false }
        } else {
            end = scanner.first(":", in: start..<range.upperBound) ?? range.upperBound
            host = start..<end
            guard scanner.accepts(host, as: .host) else { return false }
        }
        return readPort(end..<range.upperBound, using: scanner)
    }

    private mutating func readPort(
        _ range: Range<Int>, using scanner: borrowing URIScanner
    ) -> Bool {
        guard !range.isEmpty else { return true }
        let digits = (range.lowerBound + 1)..<range.upperBound
        port = digits
        return scanner.text[range.lowerBound] == UInt8(ascii: ":")
            && scanner.text.extracting(digits).allSatisfy(ASCII.isDigit)
    }
}
