// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Crypto

/// The SHA-256 digest of a file's bytes (FIPS 180-4).
package struct Digest: Sendable, Hashable, CustomStringConvertible {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Computes the digest.
    ///
    /// - Parameter contents: Any bytes; O(bytes).
    package init(of contents: UnsafeRawBufferPointer) {
        var hash = SHA256()
        hash.update(bufferPointer: contents)
        bytes = Array(hash.finalize())
    }

    /// Reads a digest as `sha256sum` prints it; nil for anything else.
    ///
    /// - Parameter text: 64 hexadecimal digits of either case.
    package init?(_ text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
#endif
