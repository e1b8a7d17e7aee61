// SPDX-License-Identifier: Apache-2.0

/// The reason a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The place of the error, in bytes from the start.
    public let offset: Int
    package let expected: String

    package init(offset: Int, expected: String) {
        self.offset = offset
        self.expected = expected
    }

    public var description: String { "expected \(expected) at byte \(offset)" }
}

/// Reads one small JSON text (RFC 8259) into a value: arguments at the prompt, examples, test cases.
///
/// Files of records go through AssayRecords. Numbers keep every digit; the last of equal keys stays
/// last. Nesting is limited to 256.
package struct JSONValueParser {
    /// Contiguous for its span, which arrays have on newer Apple systems only.
    private let bytes: ContiguousArray<UInt8>
    private var position = 0
    private var depth = 0
    private static let maximumDepth = 256

    /// - Throws: `JSONError` with the offset of what is wrong.
    package static func parse(_ text: String) throws(JSONError) -> Value {
        var parser = JSONValueParser(bytes: ContiguousArray(text.utf8))
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == parser.bytes.count else { throw parser.expected("the end") }
        return value
    }

    private init(bytes: ContiguousArray<UInt8>) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func expected(_ what: String) -> JSONError {
        JSONError(offset: position, expected: what)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ byte: Character) -> Bool {
        guard let ascii = byte.asciiValue, next == ascii else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> Value {
        skipSpace()
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw expected("at most \(Self.maximumDepth) levels")
        }
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: Value) throws(JSONError) -> Value {
        guard bytes[position...].starts(with: word.utf8) else { throw expected("a JSON value") }
        position += word.utf8.count
        return value
    }

    private mutating func array() throws(JSONError) -> Value {
        position += 1
        var elements: [Value] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw expected("',' or ']'") }
        }
    }

    private mutating func object() throws(JSONError) -> Value {
        position += 1
        var object = Value.Object()
        skipSpace()
        if take("}") { return .object(object) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
            let key = try string()
            skipSpace()
            guard take(":") else { throw expected("':'") }
            object.members.append((key, try value()))
            skipSpace()
            if take("}") { return .object(object) }
            guard take(",") else { throw expected("',' or '}'") }
        }
    }

    private mutating func number() throws(JSONError) -> Value {
        let start = position
        let syntax: NumberSyntax
        do throws(NumberSyntax.Defect) {
            syntax = try NumberSyntax(bytes.span, from: start)
        } catch {
            switch error {
            case .noDigit(let offset):
                position = offset
                throw expected(offset == start ? "a JSON value" : "a digit")
            case .leadingZero(let offset):
                position = offset
                throw expected("no digit after a leading zero")
            }
        }
        position = syntax.end
        return Value(number: String(decoding: bytes[start..<position], as: UTF8.self), syntax)
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw expected("UTF-8 in the string before this")
                }
                return valid
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw expected("an escape such as \\n, not a control character")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw expected("a closing '\"'")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        position += 1
        guard let byte = next else { throw expected("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: try unicode().utf8)
        default:
            position -= 1
            throw expected("one of \" \\ / b f n r t u")
        }
    }

    private mutating func unicode() throws(JSONError) -> String {
        let unit = try hexadecimal()
        guard (0xD800...0xDBFF).contains(unit) else {
            guard let scalar = UnicodeScalar(unit) else { throw expected("no lone surrogate") }
            return String(Character(scalar))
        }
        guard take("\\"), take("u") else { throw expected("a low surrogate") }
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = UnicodeScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw expected("a low surrogate") }
        return String(Character(scalar))
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count,
            bytes[position..<position + 4].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let unit = UInt32(
                String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw expected("four hexadecimal digits") }
        position += 4
        return unit
    }
}
