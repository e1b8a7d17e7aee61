// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Crypto

/// The private half of an Ed25519 key (RFC 8032).
///
/// Whoever has it can sign.
package struct SigningKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey
    private static let tag = "assay-ed25519-private"

    /// Makes a new key from the system's source of randomness.
    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Reads the text of a key file.
    ///
    /// - Throws: `SignatureError` with what was found; it never repeats the key.
    package init(_ text: String) throws(SignatureError) {
        let seed: TaggedText
        do throws(SignatureError) {
            seed = try TaggedText(text, tag: Self.tag, count: 32)
        } catch {
            throw SignatureError(
                found: "a text that is not a private key",
                expected: "one line '\(Self.tag) BASE64'")
        }
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed.bytes) else {
            throw SignatureError(
                found: "32 bytes that are not a private key", expected: "what `keygen` wrote")
        }
        self.key = key
    }

    /// The public half of the key, which verifies its signatures.
    package var verificationKey: VerificationKey {
        VerificationKey(key: key.publicKey, comment: "")
    }

    /// The text of a key file.
    ///
    /// - Parameter comment: Whose key it is; line breaks become spaces.
    /// - Returns: One line, to be kept where only the signer can read it.
    package func text(comment: String = "") -> String {
        TaggedText.write(Array(key.rawRepresentation), tag: Self.tag, comment: comment)
    }

    /// Signs a file by its digest.
    package func sign(
        _ digest: Digest, as subject: Signature.Subject = .library
    ) throws(SignatureError) -> Signature {
        let statement = Signature.statement(about: digest, of: subject)
        guard let bytes = try? key.signature(for: statement) else {
            throw SignatureError(
                found: "a failure of the cryptographic library", expected: "a signature")
        }
        return Signature(bytes: Array(bytes), keyID: verificationKey.id)
    }
}
#endif
