// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

/// A plugin's library with the manifest that its table amounts to.
///
/// The library is loaded by the probe, not by this process; its file is not changed.
package struct StampedPlugin: Sendable {
    package let manifest: PluginManifest
    /// The path without symbolic links.
    package let path: String
    /// The permission bits of the file.
    package let mode: UInt32
    /// The library with the section `.note.assay`.
    package let bytes: [UInt8]

    /// Reads a library and has the probe load it, for its table; `init` of the plugin is not called.
    ///
    /// - Parameters:
    ///   - path: The library. Its owner and mode are not checked.
    ///   - policy: The policy for the probe; without a probe there is no manifest.
    /// - Throws: `PluginError` with the stage that failed.
    package init(
        file path: String, policy: PluginPolicy = Self.standardPolicy
    ) throws(PluginError) {
        do throws(StageError) {
            try self.init(path, policy)
        } catch {
            throw error.error(path: path)
        }
    }

    /// Reads a library for another machine, whose table cannot be had here, and takes a manifest from
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - path: The library.
    ///   - manifest: That of the same plugin, built for this machine.
    /// - Throws: `PluginError` with the stage that failed; at stage format for a library for this
    ///   machine.
    package init(file path: String, manifest: PluginManifest) throws(PluginError) {
        do throws(StageError) {
            let file = try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault)
            let copy = try PrivateCopy(of: file)
            defer { withExtendedLifetime(copy) {} }
            let library = try ForeignELF(copy.bytes)
            guard library.machine != LibrarySummary.hostMachine else {
                throw StageError(
                    elf: "a library for this machine", expected: "one for another machine",
                    remedy: "stamp it from its own table: leave out --manifest and --from")
            }
            guard try library.hasName(Preflight.entryName) else {
                throw StageError(
                    elf: "no \(Preflight.entryName)", expected: "the entry function of a plugin",
                    remedy: "define it with the signature of assay_plugin.h")
            }
            self.manifest = manifest
            self.path = file.status.path
            mode = file.status.permissions
            bytes = try ELFNoteWriter(library).file(with: manifest.note.json)
            let read = bytes.withUnsafeBytes { bytes in
                Result { () throws(StageError) in try LibrarySummary(bytes).manifest }
            }
            try Self.check(try read.get(), is: manifest)
        } catch {
            throw error.error(path: path)
        }
    }

    package static let standardPolicy: PluginPolicy = {
        var policy = PluginPolicy.standard
        policy.probe = .required
        return policy
    }()

    private init(_ path: String, _ policy: PluginPolicy) throws(StageError) {
        let file = try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault)
        let copy = try PrivateCopy(of: file)
        let library = try ELFFile(copy.bytes)
        try Preflight.check(library)
        let writer = try ELFNoteWriter(try ForeignELF(copy.bytes))
        let manifest = try Self.manifest(of: copy, path: path, policy: policy)
        self.manifest = manifest
        self.path = file.status.path
        mode = file.status.permissions
        bytes = withExtendedLifetime(copy) { writer.file(with: manifest.note.json) }
        try check()
    }

    /// The manifest that the table of a library amounts to, as the probe reads it.
    ///
    /// - Throws: An error of stage probe or of what follows.
    static func manifest(
        of copy: PrivateCopy, path: String, policy: PluginPolicy
    ) throws(StageError) -> PluginManifest {
        try policy.checkAllowedCalls()
        guard let program = try policy.probe.path() else {
            throw StageError(
                .probe, found: "no executable \(PluginProbe.name) to load the plugin in",
                expected: "it beside the program, or its path in \(PluginProbe.variable)",
                remedy: "install it there")
        }
        let request = ProbeRequest(
            path: path, settings: GivenSettings(), directory: copy.dataDirectory,
            parent: CurrentProcess.identifier,
            seconds: policy.probeTimeout.components.seconds, wants: .manifest,
            bounds: TrialBounds(policy))
        let answer = try ProbeCall(program: program, timeout: policy.probeTimeout)
            .run(request, on: copy.descriptor.borrowed)
        if let manifest = answer.manifest { return manifest }
        throw StageError(
            .probe, found: "an answer without a manifest", expected: "the plugin's manifest",
            remedy: "install \(PluginProbe.name) of this version")
    }

    /// Checks that a host reads the manifest that was written.
    private func check() throws(StageError) {
        let read = bytes.withUnsafeBytes { bytes in
            Result { () throws(StageError) in
                let file = try ELFFile(bytes)
                try Preflight.check(file)
                return try ManifestNote.read(file)
            }
        }
        try Self.check(try read.get(), is: manifest)
    }

    private static func check(
        _ read: PluginManifest?, is manifest: PluginManifest
    ) throws(StageError) {
        guard read == manifest else {
            throw StageError(
                manifest: "another manifest than was written", expected: "the same",
                remedy: "report this as a defect of Assay")
        }
    }
}
