// SPDX-License-Identifier: Apache-2.0

/// Reads RFC 6901 JSON Pointers, as text and as URI fragments.
enum JSONPointer {
    /// The keys and indexes that a pointer leads along.
    ///
    /// - Parameter text: `/address/zip`, or as the fragment of a URI `#/address/zip`, where bytes
    ///   may be percent-encoded.
    /// - Returns: The tokens, none for the whole document; nil for what is no pointer.
    static func tokens(of text: String) -> [String]? {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "#") else { return tokens(of: bytes) }
        return percentDecoded(bytes.dropFirst()).flatMap { tokens(of: $0) }
    }

    private static func tokens(of bytes: [UInt8]) -> [String]? {
        guard let first = bytes.first else { return [] }
        guard first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        let parts = bytes.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            guard let token = unescaped(part) else { return nil }
            tokens.append(token)
        }
        return tokens
    }

    /// `~1` is a slash and `~0` a tilde; a tilde before anything else is a mistake.
    private static func unescaped(_ part: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = hexadecimal(rest.popFirst()), let low = hexadecimal(rest.popFirst())
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimal(_ digit: UInt8?) -> UInt8? {
        switch digit {
        case .some(let digit) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit):
            digit - UInt8(ascii: "0")
        case .some(let digit) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit):
            digit - UInt8(ascii: "a") + 10
        case .some(let digit) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(digit):
            digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
