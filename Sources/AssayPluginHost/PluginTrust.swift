// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
public import AssaySignatures
import Glibc

/// What vouches for a plugin: a file's digest that is known, or a signature of a trusted key.
///
/// Either is enough. The signature of `plugin.so` stands beside it in `plugin.so.sig`.
public struct PluginTrust: Sendable, Equatable {
    /// The SHA-256 digests of files that may be loaded.
    public var digests: Set<Digest>
    /// The keys whose signatures are accepted.
    public var keys: Set<VerificationKey>

    /// Nothing is trusted that is not named here.
    public init(digests: Set<Digest> = [], keys: Set<VerificationKey> = []) {
        self.digests = digests
        self.keys = keys
    }

    /// The digest of a library as it is now.
    ///
    /// - Throws: `PluginError` at stage open or copy.
    public static func digest(ofFile path: String) throws(PluginError) -> Digest {
        do throws(Refusal) {
            return digest(of: try copy(path))
        } catch {
            throw error.error(path: path)
        }
    }

    /// Checks a library as it is now, without loading it.
    ///
    /// - Returns: Its digest.
    /// - Throws: `PluginError` at stage trust if nothing vouches for it, or at stage open or copy.
    public func verify(file path: String) throws(PluginError) -> Digest {
        do throws(Refusal) {
            let copy = try Self.copy(path)
            try check(copy, path: path)
            return Self.digest(of: copy)
        } catch {
            throw error.error(path: path)
        }
    }

    private static func copy(_ path: String) throws(Refusal) -> PrivateCopy {
        try PrivateCopy(
            of: try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault))
    }

    /// Checks the private copy of a library, not its file, which may change meanwhile.
    ///
    /// - Parameters:
    ///   - copy: The library.
    ///   - path: As it was given; the signature stands beside it.
    /// - Throws: A refusal at stage trust.
    func check(_ copy: PrivateCopy, path: String) throws(Refusal) {
        let digest = Self.digest(of: copy)
        if digests.contains(digest) { return }
        guard !keys.isEmpty else {
            throw Refusal(
                .trust, found: "the SHA-256 digest \(digest)",
                expected: "one of the \(digests.count) digests that are allowed",
                remedy: "allow this digest if it is that of the right file")
        }
        let signature = try SignatureFile.read(path + SignatureFile.suffix)
        if keys.contains(where: { $0.verifies(signature, of: digest) }) { return }
        throw refusal(of: signature)
    }

    /// The bytes end with the copy.
    private static func digest(of copy: PrivateCopy) -> Digest {
        withExtendedLifetime(copy) { Digest(of: copy.bytes) }
    }

    private func refusal(of signature: Signature) -> Refusal {
        let names = keys.map(\.description).sorted().joined(separator: ", ")
        let isKnown = keys.contains { $0.id == signature.keyID }
        return Refusal(
            .trust,
            found: isKnown
                ? "a signature of key \(signature.keyID) for other bytes"
                : "a signature of the unknown key '\(oneLine(signature.keyID))'",
            expected: "a signature for this file of one of the keys \(names)",
            remedy: isKnown
                ? "get the plugin and its signature anew: one of them was changed"
                : "trust the key if you trust who has it, or get a plugin with another signature"
        )
    }
}

/// The file beside a library that holds its signature.
enum SignatureFile {
    static let suffix = ".sig"
    private static let maximumBytes = 4096

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// - Throws: A refusal at stage trust.
    static func read(_ path: String) throws(Refusal) -> Signature {
        let text: String
        do throws(Refusal) {
            text = try PluginFile(path: path, maximumBytes: maximumBytes).text()
        } catch {
            throw Refusal(
                .trust, found: "no signature (\(oneLine(path)): \(error.found))",
                expected: "a signature of a trusted key beside the plugin",
                remedy: "sign the plugin with 'ruleshell plugin sign', or allow its digest")
        }
        do throws(SignatureError) {
            return try Signature(text)
        } catch {
            throw Refusal(
                .trust, found: "\(oneLine(error.found)) in \(oneLine(path))",
                expected: error.expected, remedy: "sign the plugin again")
        }
    }
}
#endif
