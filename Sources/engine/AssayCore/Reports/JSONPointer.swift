// SPDX-License-Identifier: Apache-2.0

/// A reader of RFC 6901 JSON Pointers, as text and as URI fragments.
package enum JSONPointer {
    /// Returns the keys and indexes of a pointer.
    ///
    /// - Parameter text: `/address/zip`, or as the fragment of a URI `#/address/zip`, where bytes
    ///   may be percent-encoded.
    /// - Returns: The tokens, none for the whole document, or `nil` if the text is not a pointer.
    package static func tokens(of text: String) -> [String]? {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "#") else { return tokens(of: bytes) }
        return PercentEncoding.decode(bytes.dropFirst()).flatMap { tokens(of: $0) }
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

    /// `~1` is a slash and `~0` a tilde; a tilde before anything else is an error.
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
}
