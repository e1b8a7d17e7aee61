// SPDX-License-Identifier: Apache-2.0

/// The percent-encoding of URIs (RFC 3986, section 2.1).
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes every byte of a text but unreserved characters and some others.
    ///
    /// - Parameters:
    ///   - text: In UTF-8.
    ///   - allowed: Reserved characters that stay as they are.
    /// - Returns: The encoded text, of ASCII alone.
    package static func encode(_ text: String, allowing allowed: StaticString) -> String {
        encode(bytes: text.utf8, allowing: allowed)
    }

    /// Encodes bytes in the same way.
    package static func encode(
        bytes text: some Sequence<UInt8>, allowing allowed: StaticString
    ) -> String {
        var bytes: [UInt8] = []
        for byte in text {
            if isUnreserved(byte) || allowed.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of an encoded text; nil if a `%` is not followed by two hexadecimal digits.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The value of a hexadecimal digit in either case.
    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension StaticString {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        withUTF8Buffer { $0.contains(byte) }
    }
}
