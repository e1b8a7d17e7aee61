// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
package import AssayCore
package import AssaySignatures
import AssaySystem

/// The known digests and the trusted keys, one of which must match a plugin.
///
/// A file may be loaded if its digest is known or a trusted key has signed it. The signature of
/// `plugin.so` is beside it in `plugin.so.sig`. The signature of a link is beside the link or, if
/// there is none, beside the file that it leads to.
public struct PluginTrust: Sendable, Equatable {
    /// The SHA-256 digests of files that may be loaded.
    package var digests: Set<Digest>
    /// The keys whose signatures are accepted.
    package var keys: Set<VerificationKey>
    /// The plugins that each key may sign, or `nil` if any key may sign any plugin.
    package var grants: [VerificationKey: [RequiredPlugin]]?

    /// Trusts these digests and keys, and nothing else.
    ///
    /// - Parameters:
    ///   - digests: SHA-256 digests of libraries, each of 64 hexadecimal digits.
    ///   - keys: Public keys, each the text that `ruleshell plugin keygen` writes to `NAME.pub`.
    /// - Throws: `PluginTrustError` for the first text that is no digest or no key.
    public init(digests: [String] = [], keys: [String] = []) throws(PluginTrustError) {
        self.init(trustedDigests: [], trustedKeys: [])
        for text in digests {
            guard let digest = Digest(text) else {
                throw PluginTrustError(
                    found: "'\(oneLine(text, limit: 80))'", expected: "64 hexadecimal digits")
            }
            self.digests.insert(digest)
        }
        for text in keys {
            do throws(SignatureError) {
                self.keys.insert(try VerificationKey(text))
            } catch {
                throw PluginTrustError(found: oneLine(error.found), expected: error.expected)
            }
        }
    }

    package init(trustedDigests digests: Set<Digest>, trustedKeys keys: Set<VerificationKey>) {
        self.digests = digests
        self.keys = keys
    }

    /// The digest of a library as it is now.
    ///
    /// - Throws: `PluginError` at stage open or copy.
    package static func digest(ofFile path: String) throws(PluginError) -> Digest {
        do throws(StageError) {
            return digest(of: try copy(path))
        } catch {
            throw error.error(path: path)
        }
    }

    /// Checks a library as it is now, without loading it.
    ///
    /// - Returns: Its digest.
    /// - Throws: `PluginError` at stage trust if nothing vouches for it, or at stage open or copy.
    package func verify(file path: String) throws(PluginError) -> Digest {
        do throws(StageError) {
            let copy = try Self.copy(path)
            try check(copy, path: path)
            return Self.digest(of: copy)
        } catch {
            throw error.error(path: path)
        }
    }

    private static func copy(_ path: String) throws(StageError) -> PrivateCopy {
        try PrivateCopy(
            of: try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault))
    }

    /// Checks the private copy of a library, not its file, which may change meanwhile.
    ///
    /// - Parameters:
    ///   - copy: The library.
    ///   - path: As it was given; the signature is beside it.
    /// - Throws: An error of stage trust.
    func check(_ copy: PrivateCopy, path: String) throws(StageError) {
        let digest = Self.digest(of: copy)
        if digests.contains(digest) { return }
        guard !keys.isEmpty else {
            throw StageError(
                .trust, found: "the SHA-256 digest \(digest)",
                expected: digests.isEmpty
                    ? "a trusted key or digest, of which there is none"
                    : "one of the \(digests.count) digests that are allowed",
                remedy: "allow this digest if it is that of the right file")
        }
        let signature = try SignatureFile.read(PluginHost.existingSignature(of: path))
        if keys.contains(where: { $0.verifies(signature, of: digest) }) { return }
        throw error(of: signature)
    }

    /// Checks that one of the keys that signed a library may sign that plugin.
    ///
    /// - Parameters:
    ///   - manifest: What the library says that it is, and its table is to confirm.
    ///   - copy: The library.
    ///   - path: As it was given.
    /// - Throws: An error of stage trust.
    func check(
        _ manifest: PluginManifest?, of copy: PrivateCopy, path: String
    ) throws(StageError) {
        let digest = Self.digest(of: copy)
        guard let grants, !digests.contains(digest) else { return }
        guard let manifest, let version = SemanticVersion(manifest.version) else {
            throw StageError(
                .trust, found: "a plugin without a manifest",
                expected: "one, for keys that may sign certain plugins",
                remedy: "write it with 'ruleshell plugin stamp', and sign the plugin again")
        }
        let signature = try SignatureFile.read(PluginHost.existingSignature(of: path))
        let signers = grants.filter { $0.key.verifies(signature, of: digest) }
        let isGranted = signers.values.joined().contains {
            $0.accepts(id: manifest.id, version: version)
        }
        guard !isGranted else { return }
        let list = signers.values.joined().map { "'\($0.text)'" }.sorted().joined(separator: ", ")
        throw StageError(
            .trust, found: "\(manifest.id) \(version) signed by key \(signature.keyID)",
            expected: list.isEmpty
                ? "a plugin that the key may sign: it may sign none" : "one of \(list)",
            remedy: "let the key sign the plugin or the version if you trust it with that")
    }

    /// The bytes end with the copy.
    private static func digest(of copy: PrivateCopy) -> Digest {
        withExtendedLifetime(copy) { Digest(of: copy.bytes) }
    }

    private func error(of signature: Signature) -> StageError {
        let names = keys.map(\.description).sorted().joined(separator: ", ")
        let isKnown = keys.contains { $0.id == signature.keyID }
        return StageError(
            .trust,
            found: isKnown
                ? "a signature of key \(signature.keyID) for other bytes"
                : "a signature of the unknown key '\(oneLine(signature.keyID))'",
            expected: "a signature for this file of one of the keys \(names)",
            remedy: isKnown
                ? "get the plugin and its signature again: one of them was changed"
                : "trust the key if you trust its owner, or get a plugin with another signature"
        )
    }
}

/// The reason a text is no digest or no public key.
public struct PluginTrustError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The thing that was found, a noun phrase.
    package let found: String
    /// The thing that was expected, a noun phrase too.
    package let expected: String

    /// The whole error in one sentence.
    public var description: String {
        "cannot trust this: found \(found), expected \(expected)"
    }
}

/// The file beside a library that holds its signature.
enum SignatureFile {
    private static let maximumBytes = 4096

    /// - Throws: An error of stage trust.
    static func read(_ path: String) throws(StageError) -> Signature {
        let text: String
        do throws(StageError) {
            text = try PluginFile(path: path, maximumBytes: maximumBytes).text()
        } catch {
            throw StageError(
                .trust, found: "no signature (\(oneLine(path)): \(error.found))",
                expected: "a signature of a trusted key beside the file",
                remedy: "sign it with 'ruleshell plugin sign', or allow its digest")
        }
        do throws(SignatureError) {
            return try Signature(text)
        } catch {
            throw StageError(
                .trust, found: "\(oneLine(error.found)) in \(oneLine(path))",
                expected: error.expected, remedy: "sign the plugin again")
        }
    }
}
#endif
