// SPDX-License-Identifier: Apache-2.0
import CScans

extension Value {
    /// Reads JSON text (RFC 8259).
    ///
    /// Whole numbers up to 64 bits and decimals keep every digit.
    ///
    /// - Throws: `JSONError` with the byte offset of what is wrong.
    public init(json text: String) throws(JSONError) {
        self = try JSONValueParser.parse(text)
    }

    /// The value as compact JSON text (RFC 8259); `absent` is written as null.
    public var json: String {
        var bytes: [UInt8] = []
        JSONText.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Writes JSON text into byte buffers: the only writer that reports and tools need.
package enum JSONText {
    /// Appends the value as compact JSON.
    package static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .absent, .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
        case .unsignedInteger(let unsigned): bytes.append(contentsOf: String(unsigned).utf8)
        case .number(let number): append(number, to: &bytes)
        case .decimal(let text): bytes.append(contentsOf: text.utf8)
        case .string(let string): append(string, to: &bytes)
        case .array(let elements): append(elements, to: &bytes)
        case .object(let object): append(object, to: &bytes)
        }
    }

    private static func append(_ elements: [Value], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ object: Value.Object, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a number; JSON has no infinity and no NaN, which are written as null.
    package static func append(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        bytes.append(contentsOf: number.description.utf8)
    }

    /// Appends a string in quotes; quotes, backslashes, disruptive characters and commands of build
    /// systems are escaped.
    package static func append(_ string: String, to bytes: inout [UInt8]) {
        var string = string
        string.withUTF8 { append(utf8: $0, to: &bytes) }
    }

    /// Appends a string, given as valid UTF-8, in quotes.
    static func append(utf8 text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whole runs of bytes that stand for themselves are copied at once.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard let first = text.baseAddress else { return }
        var start = 0
        var index = 0
        while true {
            index += Int(assay_text_plain_count(first + index, UInt64(text.count - index)))
            guard index < text.count else { break }
            guard let (scalar, length) = scalarToEscape(in: text, at: index) else {
                index += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            append(escaping: scalar, to: &bytes)
            index += length
            start = index
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// The character that begins at a byte and its length, if it is to be escaped.
    private static func scalarToEscape(
        in text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (UnicodeScalar, Int)? {
        let byte = text[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            return (UnicodeScalar(byte), 1)
        }
        if byte == UInt8(ascii: "#") {
            return BuildCommand.begins(text[index...]) ? (UnicodeScalar(byte), 1) : nil
        }
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard index + length <= text.count else { return nil }
        let first = UInt32(byte) & (length == 1 ? 0x7F : 0xFF >> UInt32(length + 1))
        let value = text[index + 1..<index + length].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
        guard let scalar = UnicodeScalar(value), DisruptiveScalar.contains(scalar) else {
            return nil
        }
        return (scalar, length)
    }

    private static func append(escaping scalar: UnicodeScalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "\"": bytes.append(contentsOf: #"\""#.utf8)
        case "\\": bytes.append(contentsOf: #"\\"#.utf8)
        case "\n": bytes.append(contentsOf: #"\n"#.utf8)
        case "\r": bytes.append(contentsOf: #"\r"#.utf8)
        case "\t": bytes.append(contentsOf: #"\t"#.utf8)
        default: DisruptiveScalar.appendEscape(of: scalar, to: &bytes)
        }
    }
}
