// SPDX-License-Identifier: Apache-2.0

/// A URI reference (RFC 3986), as schemas name documents.
struct SchemaURI {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Splits a text; each text is a URI reference of some kind.
    init(_ text: String) {
        var rest = Substring(text)
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), colon != rest.startIndex,
            !rest[..<colon].contains("/")
        {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let after = rest.dropFirst(2)
            let end = after.firstIndex(of: "/") ?? after.endIndex
            authority = after[..<end].lowercased()
            rest = after[end...]
        }
        path = String(rest)
    }

    /// The URI of a reference that is written in a document with this URI (RFC 3986, 5.2.2).
    func resolving(_ reference: String) -> SchemaURI {
        var target = SchemaURI(reference)
        if target.scheme != nil {
            target.path = Self.withoutDots(target.path)
            return target
        }
        target.scheme = scheme
        if target.authority != nil {
            target.path = Self.withoutDots(target.path)
            return target
        }
        target.authority = authority
        if target.path.isEmpty {
            target.path = path
            if target.query == nil { target.query = query }
        } else if target.path.hasPrefix("/") {
            target.path = Self.withoutDots(target.path)
        } else {
            let folder =
                path.lastIndex(of: "/").map { path[...$0] } ?? (authority == nil ? "" : "/")
            target.path = Self.withoutDots(folder + target.path)
        }
        return target
    }

    /// The URI without its fragment.
    var document: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
            + (query.map { "?" + $0 } ?? "")
    }

    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/") else { return path == "." || path == ".." ? "" : path }
        var kept: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || (kept.first.map { !$0.isEmpty } ?? false) { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The text without percent-encoding, or `nil` if it is malformed.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
