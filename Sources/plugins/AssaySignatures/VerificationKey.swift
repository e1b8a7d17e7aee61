// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Crypto

/// The public half of an Ed25519 key (RFC 8032).
package struct VerificationKey: Sendable, Hashable, CustomStringConvertible {
    /// 32 bytes.
    package let bytes: [UInt8]
    /// The owner of the key, as the file names it.
    package let comment: String
    private static let tag = "assay-ed25519-public"

    init(key: Curve25519.Signing.PublicKey, comment: String) {
        bytes = Array(key.rawRepresentation)
        self.comment = comment
    }

    /// Reads the text of a key file.
    ///
    /// A key of small order and one whose encoding is not canonical are rejected.
    ///
    /// - Throws: `SignatureError` with what was found.
    package init(_ text: String) throws(SignatureError) {
        let read = try TaggedText(text, tag: Self.tag, count: 32)
        try PublicKeyCheck.check(read.bytes)
        bytes = read.bytes
        comment = read.comment
    }

    /// The first 16 hexadecimal digits of the key's SHA-256 digest: short, to compare by eye.
    package var id: String {
        bytes.withUnsafeBytes { String(Digest(of: $0).description.prefix(16)) }
    }

    package var description: String { comment.isEmpty ? id : "\(id) (\(comment))" }

    /// The text of a key file.
    ///
    /// - Parameter comment: Whose key it is; line breaks become spaces.
    /// - Returns: One line, to be given to everybody.
    package func text(comment: String = "") -> String {
        TaggedText.write(bytes, tag: Self.tag, comment: comment)
    }

    /// Returns `true` if this key has made the signature for a file with this digest.
    package func verifies(
        _ signature: Signature, of digest: Digest, as subject: Signature.Subject = .library
    ) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
            return false
        }
        return key.isValidSignature(
            signature.bytes, for: Signature.statement(about: digest, of: subject))
    }

    package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
#endif
