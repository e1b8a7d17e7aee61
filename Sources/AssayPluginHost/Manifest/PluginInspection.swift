// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
public import AssaySignatures
#endif

/// What can be known of a plugin without running anything of it: its file is read, and no more.
public struct PluginInspection: Sendable, Equatable {
    /// In bytes.
    public let size: Int
    /// The libraries that the loader will look for (DT_NEEDED).
    public let neededLibraries: [String]
    /// The linker's digest of the library, in hexadecimal.
    public let buildID: String?
    /// Nil for a library that was not stamped.
    public let manifest: PluginManifest?

    #if PluginSignatures
    /// The digest of the file.
    public let digest: Digest
    /// What stands beside the file as its signature.
    public let signature: SignatureState

    public enum SignatureState: Sendable, Equatable {
        case none
        /// With the reason.
        case unreadable(String)
        /// Not held against a key. The id is what the file claims.
        case unverified(keyID: String)
        case verified(VerificationKey)
        /// Of none of the keys, or of other bytes.
        case refused(keyID: String)
    }
    #endif

    #if PluginSignatures
    /// Reads a library.
    ///
    /// - Parameters:
    ///   - path: The library. Its owner and mode are not checked.
    ///   - keys: Keys to hold its signature against; none: it is not verified.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    public init(file path: String, keys: [VerificationKey] = []) throws(PluginError) {
        do throws(Refusal) {
            let copy = try Self.copy(path)
            digest = withExtendedLifetime(copy) { Digest(of: copy.bytes) }
            signature = Self.signature(of: path, digest, keys)
            (size, neededLibraries, buildID, manifest) = try Self.read(copy)
        } catch {
            throw error.error(path: path)
        }
    }

    private static func signature(
        of path: String, _ digest: Digest, _ keys: [VerificationKey]
    ) -> SignatureState {
        let signature: Signature
        do throws(Refusal) {
            guard SignatureFile.exists(path + SignatureFile.suffix) else { return .none }
            signature = try SignatureFile.read(path + SignatureFile.suffix)
        } catch {
            return .unreadable(error.found)
        }
        if keys.isEmpty { return .unverified(keyID: signature.keyID) }
        let key = keys.first { $0.verifies(signature, of: digest) }
        return key.map { .verified($0) } ?? .refused(keyID: signature.keyID)
    }
    #else
    /// Reads a library.
    ///
    /// - Parameter path: The library. Its owner and mode are not checked.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    public init(file path: String) throws(PluginError) {
        do throws(Refusal) {
            (size, neededLibraries, buildID, manifest) = try Self.read(try Self.copy(path))
        } catch {
            throw error.error(path: path)
        }
    }
    #endif

    private static func copy(_ path: String) throws(Refusal) -> PrivateCopy {
        try PrivateCopy(
            of: try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault))
    }

    private static func read(
        _ copy: PrivateCopy
    ) throws(Refusal) -> (Int, [String], String?, PluginManifest?) {
        try withExtendedLifetime(copy) { () throws(Refusal) in
            let file = try ELFFile(copy.bytes)
            let needed = try Preflight.check(file)
            return (copy.bytes.count, needed, file.buildID, try ManifestNote.read(file))
        }
    }
}

extension PluginManifest {
    /// Reads the manifest of a library without running anything of it.
    ///
    /// - Parameter path: The library. Its owner and mode are not checked.
    /// - Returns: Nil for a library without one.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    public static func read(ofFile path: String) throws(PluginError) -> PluginManifest? {
        try PluginInspection(file: path).manifest
    }
}
