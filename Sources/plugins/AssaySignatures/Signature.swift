// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures

/// An Ed25519 signature (RFC 8032) of a plugin's file.
///
/// What is signed is a statement about the file: a fixed text that says what the signature is for,
/// and the file's SHA-256 digest. So it can be taken for nothing else that the key signs.
package struct Signature: Sendable, Hashable {
    /// 64 bytes.
    package let bytes: [UInt8]
    /// Names the key that made it; only a hint for messages.
    package let keyID: String
    private static let tag = "assay-ed25519-signature"

    init(bytes: [UInt8], keyID: String) {
        self.bytes = bytes
        self.keyID = keyID
    }

    /// Reads the text of a signature file.
    ///
    /// - Throws: `SignatureError` with what was found.
    package init(_ text: String) throws(SignatureError) {
        let read = try TaggedText(text, tag: Self.tag, count: 64)
        bytes = read.bytes
        keyID = read.comment
    }

    /// The text of a signature file.
    package var text: String { TaggedText.write(bytes, tag: Self.tag, comment: keyID) }

    /// The thing that is signed: a signature of a library is not valid for a package.
    package enum Subject: String, Sendable {
        case library = "assay plugin signature 1\n"
        case package = "assay plugin package signature 1\n"
    }

    static func statement(about digest: Digest, of subject: Subject) -> [UInt8] {
        Array(subject.rawValue.utf8) + digest.bytes
    }
}
#endif
