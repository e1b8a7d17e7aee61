// SPDX-License-Identifier: Apache-2.0

/// The path to a field in a record: `email`, `address.zip`, `items[*].price`, `rows[*][*]`.
///
/// A key that holds a dot, a bracket or a quote is in double quotes: `"first.last".id`; inside
/// quotes `\"` and `\\` are the quote and the backslash.
public struct FieldPath: Sendable, Hashable {
    package enum Segment: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// `[*]`: every element of an array.
        case allElements
    }

    /// The number of keys, indexes and `[*]` that a path may have.
    package static let maximumSegments = 256

    /// At most `maximumSegments`, of which the first is a key; empty for the record itself, which no text is the
    /// path of.
    package let segments: [Segment]

    /// Reads a path.
    ///
    /// - Throws: `FieldPathError` with the byte offset of what is wrong.
    public init(_ text: String) throws(FieldPathError) {
        var parser = FieldPathParser(text)
        segments = try parser.parse()
    }

    /// A path of one key, whatever characters it has.
    public init(key: String) {
        segments = [.key(key)]
    }

    package init(segments: [Segment]) {
        self.segments = segments
    }

    /// The path of the record itself.
    package static let record = FieldPath(segments: [])

    /// `true` for the path of the record itself.
    package var isRecord: Bool { segments.isEmpty }

    /// The first key: the top-level field that the path is about.
    package var topLevelKey: String {
        if case .key(let key)? = segments.first { key } else { "" }
    }

    package var hasElements: Bool { segments.contains(.allElements) }

    /// The path as a JSON Pointer, or `nil` if it leads to elements, each of which has its own.
    var pointer: String? {
        hasElements ? nil : PointerToken.pointer(pointerTokens(indexes: []))
    }

    /// The path with `[*]` in the place of each index.
    package var ofAllElements: FieldPath {
        FieldPath(
            segments: segments.map { segment in
                if case .index = segment { .allElements } else { segment }
            })
    }

    /// Returns `true` if another path leads to the same place or to one that holds it.
    ///
    /// `[*]` and an index are the same place here.
    package func starts(with other: FieldPath) -> Bool {
        other.segments.count <= segments.count && overlaps(other)
    }

    /// True when the value of one path can be, contain or be part of the value of the other.
    package func overlaps(_ other: FieldPath) -> Bool {
        zip(segments, other.segments).allSatisfy { left, right in
            switch (left, right) {
            case (.allElements, .index), (.index, .allElements): true
            default: left == right
            }
        }
    }
}

extension FieldPath.Segment {
    /// Keys are equal where their bytes are.
    package static func == (left: FieldPath.Segment, right: FieldPath.Segment) -> Bool {
        switch (left, right) {
        case (.key(let a), .key(let b)): a.hasSameBytes(as: b)
        case (.index(let a), .index(let b)): a == b
        case (.allElements, .allElements): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): key.hashBytes(into: &hasher)
        case .index(let index): hasher.combine(index)
        case .allElements: hasher.combine(-1)
        }
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path as it is written in a rule set.
    public var description: String {
        var text = ""
        for segment in segments {
            switch segment {
            case .key(let key):
                if !text.isEmpty { text += "." }
                text += FieldPath.isPlain(key) ? key : FieldPath.quoted(key)
            case .index(let index): text += "[\(index)]"
            case .allElements: text += "[*]"
            }
        }
        return text
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && !key.utf8.contains { byte in
                byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
                    || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "\"")
            }
    }

    private static func quoted(_ key: String) -> String {
        var text = "\""
        for character in key.unicodeScalars {
            if character == "\"" || character == "\\" { text += "\\" }
            text.unicodeScalars.append(character)
        }
        return text + "\""
    }
}

extension FieldPath: ExpressibleByStringLiteral {
    /// A path in source code.
    ///
    /// - Precondition: The text is a path. Use `init(_:)` for texts that are not known when you write
    ///   the program, and `init(key:)` for a key as it is.
    public init(stringLiteral text: String) {
        do throws(FieldPathError) {
            self = try FieldPath(text)
        } catch {
            preconditionFailure(error.description)
        }
    }
}

/// The reason a text is not a field path.
public struct FieldPathError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable: `field.syntax`, or `field.depth` for a path with too many segments.
    package let code: String
    package let path: String
    /// The place of the error, in bytes from the start.
    package let offset: Int
    /// The name of what was expected there.
    package let expected: String

    public var description: String {
        "'\(abbreviated(path))' is not a field path: expected \(expected) at byte \(offset)"
    }
}

private struct FieldPathParser {
    let text: String
    let bytes: [UInt8]
    var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func expected(_ what: String, code: String = "field.syntax") -> FieldPathError {
        FieldPathError(code: code, path: text, offset: position, expected: what)
    }

    mutating func parse() throws(FieldPathError) -> [FieldPath.Segment] {
        var segments: [FieldPath.Segment] = [.key(try parseKey())]
        while let byte = next {
            guard segments.count < FieldPath.maximumSegments else {
                throw expected(
                    "the end after \(FieldPath.maximumSegments) keys and indexes, found more",
                    code: "field.depth")
            }
            position += 1
            switch byte {
            case UInt8(ascii: "."): segments.append(.key(try parseKey()))
            case UInt8(ascii: "["): segments.append(try parseBracket())
            default:
                position -= 1
                throw expected("'.', '[' or the end")
            }
        }
        return segments
    }

    mutating func parseKey() throws(FieldPathError) -> String {
        if next == UInt8(ascii: "\"") { return try parseQuotedKey() }
        let start = position
        while let byte = next, byte != UInt8(ascii: "."), byte != UInt8(ascii: "[") {
            guard byte != UInt8(ascii: "]"), byte != UInt8(ascii: "\"") else {
                throw expected("a key, in double quotes if it holds '\(UnicodeScalar(byte))'")
            }
            position += 1
        }
        guard position > start else { throw expected("a key") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func parseQuotedKey() throws(FieldPathError) -> String {
        position += 1
        var key: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: key, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                key.append(byte)
                continue
            }
            guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
            else { throw expected("'\"' or '\\' after the backslash") }
            key.append(escaped)
            position += 1
        }
        throw expected("a closing '\"'")
    }

    mutating func parseBracket() throws(FieldPathError) -> FieldPath.Segment {
        let start = position
        while let byte = next, byte != UInt8(ascii: "]") {
            position += 1
            _ = byte
        }
        let inside = String(decoding: bytes[start..<position], as: UTF8.self)
        guard next != nil else { throw expected("']'") }
        position += 1
        if inside == "*" { return .allElements }
        guard inside.utf8.allSatisfy({ (48...57).contains($0) }), let index = Int(inside) else {
            position = start
            throw expected("'*' or an index")
        }
        return .index(index)
    }
}
