// SPDX-License-Identifier: Apache-2.0

/// Text of the input in output for people: nothing of it can break a line or drive a terminal.
enum SafeText {
    /// Appends a text on one line: control characters are written as in JSON, `\n` and `\u001b`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            if source.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
                bytes.append(contentsOf: source)
            } else {
                escape(source, to: &bytes)
            }
        }
    }

    /// The text on one line.
    static func line(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        for scalar in String(decoding: source, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n": bytes.append(contentsOf: #"\n"#.utf8)
            case "\r": bytes.append(contentsOf: #"\r"#.utf8)
            case "\t": bytes.append(contentsOf: #"\t"#.utf8)
            default:
                if isUnsafe(scalar) {
                    let digits = String(scalar.value, radix: 16)
                    bytes.append(contentsOf: #"\u"#.utf8)
                    bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
                    bytes.append(contentsOf: digits.utf8)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                }
            }
        }
    }

    /// Control characters and what turns the direction of the text around it.
    static func isUnsafe(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
