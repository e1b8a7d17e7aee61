// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value as compact JSON text (RFC 8259); `absent` is written as null.
    public var json: String {
        var bytes: [UInt8] = []
        JSONText.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Writes JSON text into byte buffers: the only writer that reports and tools need.
public enum JSONText {
    /// Appends the value as compact JSON.
    public static func append(_ value: Value, to bytes: inout [UInt8]) {
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
    public static func append(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        bytes.append(contentsOf: number.description.utf8)
    }

    /// Appends a string in quotes; control characters, quotes and backslashes are escaped.
    public static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { append($0, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whole runs of bytes that stand for themselves are copied at once.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        var index = 0
        let raw = UnsafeRawBufferPointer(text)
        while index < text.count {
            if text.count - index >= 8,
                !needEscape(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            {
                index += 8
                continue
            }
            if needsEscape(text[index]) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                append(escaping: text[index], to: &bytes)
                start = index + 1
            }
            index += 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// Whether one of eight bytes needs to be escaped.
    private static func needEscape(_ word: UInt64) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (each &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (each &* UInt64(UInt8(ascii: "\\")))
        // The highest bit of a byte is left where it is below 0x20, or 0.
        let found =
            (word &- each &* 0x20) & ~word | (quotes &- each) & ~quotes
            | (backslashes &- each) & ~backslashes
        return found & (each &* 0x80) != 0
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
}
