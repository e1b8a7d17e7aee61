// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
package import AssaySignatures
import AssaySystem
#endif

/// A summary of a plugin's file, read without running any of it.
package struct PluginInspection: Sendable, Equatable {
    /// The size of the file, in bytes.
    package let size: Int
    /// The libraries that the loader will look for (DT_NEEDED).
    package let neededLibraries: [String]
    /// The directories in which the loader looks for them before those of the system, as written.
    ///
    /// These are the entries of DT_RPATH or DT_RUNPATH.
    package let runPath: [String]
    /// The linker's digest of the library, in hexadecimal.
    package let buildID: String?
    /// The manifest, or `nil` if the library was not stamped.
    package let manifest: PluginManifest?
    /// The machine that it is for: `linux-x86_64`.
    package let machine: String

    #if PluginSignatures
    /// The digest of the file.
    package let digest: Digest
    /// The signature beside the file.
    package let signature: SignatureState

    /// The state of a signature.
    package enum SignatureState: Sendable, Equatable {
        /// There is no signature.
        case none
        /// The signature cannot be read, for this reason.
        case unreadable(String)
        /// No key was given to verify it with. The id is the one that the file names.
        case unverified(keyID: String)
        /// This key has made the signature for these bytes.
        case verified(VerificationKey)
        /// The signature was made by another key, or for other bytes.
        case rejected(keyID: String)
    }
    #endif

    #if PluginSignatures
    /// Reads a library.
    ///
    /// - Parameters:
    ///   - path: The library. Its owner and mode are not checked.
    ///   - keys: Keys to verify its signature with, or an empty array to leave it unverified.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    package init(file path: String, keys: [VerificationKey] = []) throws(PluginError) {
        do throws(StageError) {
            let copy = try Self.copy(path)
            digest = withExtendedLifetime(copy) { Digest(of: copy.bytes) }
            signature = Self.signature(of: path, digest: digest, keys: keys)
            (size, neededLibraries, runPath, buildID, manifest, machine) = try Self.read(copy)
        } catch {
            throw error.error(path: path)
        }
    }

    private static func signature(
        of path: String, digest: Digest, keys: [VerificationKey]
    ) -> SignatureState {
        let signature: Signature
        do throws(StageError) {
            let signaturePath = PluginHost.existingSignature(of: path)
            guard FileSystem.exists(signaturePath) else { return .none }
            signature = try SignatureFile.read(signaturePath)
        } catch {
            return .unreadable(error.found)
        }
        if keys.isEmpty { return .unverified(keyID: signature.keyID) }
        let key = keys.first { $0.verifies(signature, of: digest) }
        return key.map { .verified($0) } ?? .rejected(keyID: signature.keyID)
    }
    #else
    /// Reads a library.
    ///
    /// - Parameter path: The library. Its owner and mode are not checked.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    package init(file path: String) throws(PluginError) {
        do throws(StageError) {
            (size, neededLibraries, runPath, buildID, manifest, machine) = try Self.read(
                try Self.copy(path))
        } catch {
            throw error.error(path: path)
        }
    }
    #endif

    private static func copy(_ path: String) throws(StageError) -> PrivateCopy {
        try PrivateCopy(
            of: try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault))
    }

    /// Reads the facts of a library; a library for this machine is checked as before it is loaded.
    private static func read(
        _ copy: PrivateCopy
    ) throws(StageError) -> (Int, [String], [String], String?, PluginManifest?, String) {
        try withExtendedLifetime(copy) { () throws(StageError) in
            let size = copy.bytes.count
            if let elf = try? ForeignELF(copy.bytes), elf.machine != LibrarySummary.hostMachine {
                let other = try LibrarySummary(copy.bytes)
                return (
                    size, other.neededLibraries, other.runPath, other.buildID, other.manifest,
                    other.machine
                )
            }
            let file = try ELFFile(copy.bytes)
            let dynamic = try Preflight.check(file)
            return (
                size, try dynamic.neededLibraries(), try dynamic.runPath(), file.buildID,
                try ManifestNote.read(file), LibrarySummary.hostMachine
            )
        }
    }
}

extension PluginManifest {
    /// Reads the manifest of a library without running anything of it.
    ///
    /// - Parameter path: The library. Its owner and mode are not checked.
    /// - Returns: Nil for a library without one.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    package static func read(ofFile path: String) throws(PluginError) -> PluginManifest? {
        try PluginInspection(file: path).manifest
    }
}
