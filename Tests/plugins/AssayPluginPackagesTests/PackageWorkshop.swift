// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
import AssayPluginHost
import AssaySignatures
import Foundation
import PluginWorkshop

@testable import AssayPluginPackages

/// Packages that are good, and the parts to make others of.
struct PackageWorkshop {
    let folder: Workshop
    let key: SigningKey
    /// A good package of the template's plugin.
    let builder: PackageBuilder

    init() throws {
        folder = try Workshop()
        key = SigningKey()
        let library = try folder.write(try BuiltPlugin.template.bytes(), to: "template.so")
        let stamped = try StampedPlugin(file: library)
        try folder.write(stamped.bytes, to: "template.so")
        try folder.write(Array("Read me.\n".utf8), to: "README.md")
        builder = try PackageBuilder(
            libraries: [library], documents: [folder.path("README.md")], key: key)
        try FileManager.default.createDirectory(
            atPath: folder.path("plugins"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
    }

    var directory: String { folder.path("plugins") }

    /// A store with the key of this workshop.
    func store(_ plugins: String...) -> TrustStore {
        TrustStore([
            TrustStore.Grant(
                key: key.verificationKey,
                plugins: (plugins.isEmpty ? ["template"] : plugins).map { RequiredPlugin($0) })
        ])
    }

    /// An archive of the members of the good package, changed.
    func archive(_ change: (inout [ArchiveMember]) throws -> Void) throws -> [UInt8] {
        var members = builder.members
        try change(&members)
        return try Gzip.compress(TarWriter.archive(of: members))
    }

    /// The tar of the good package, changed.
    func tar(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        var bytes = TarWriter.archive(of: builder.members)
        change(&bytes)
        return try Gzip.compress(bytes)
    }

    /// An archive that is signed although its manifest is another one.
    func signed(
        _ manifest: PackageManifest, files: [ArchiveMember]? = nil, by other: SigningKey? = nil
    ) throws -> [UInt8] {
        let own = ArchiveMember(path: PackageManifest.path, bytes: Array(manifest.json.utf8))
        let signature = try (other ?? key).sign(Digest(of: own), as: .package)
        let members = [
            own,
            ArchiveMember(
                path: PackageManifest.signaturePath, bytes: Array(signature.text.utf8)),
        ]
        return try Gzip.compress(
            TarWriter.archive(of: members + (files ?? Array(builder.members.dropFirst(2)))))
    }

    /// The manifest of the good package with other values.
    func manifest(
        id: String? = nil, version: String? = nil, minimumHost: String? = nil,
        libraries: [PackageManifest.Library]? = nil, files: [PackageManifest.File]? = nil
    ) -> PackageManifest {
        let old = builder.manifest
        return PackageManifest(
            id: id ?? old.id, version: version ?? old.version, vendor: old.vendor, url: old.url,
            license: old.license, minimumHost: minimumHost ?? old.minimumHost,
            libraries: libraries ?? old.libraries, files: files ?? old.files)
    }

    /// Reads and installs an archive.
    ///
    /// - Returns: The description of the error, or what was done.
    func outcome(
        of archive: [UInt8], store: TrustStore? = nil, mode: PackageInstaller.Mode = .keeping,
        machine: String = LibrarySummary.hostMachine
    ) -> String {
        do throws(PackageError) {
            let package = try PackageReader(archive, store: store ?? self.store())
            let installer = PackageInstaller(
                directory: directory, mode: mode, machine: machine)
            return "\(try installer.install(package))"
        } catch {
            return "\(error.stage.rawValue): found \(error.found), expected \(error.expected)"
        }
    }

    /// What is in the directory of plugins, at any depth.
    func installed() -> [String] {
        (FileManager.default.enumerator(atPath: directory)?.allObjects as? [String] ?? []).sorted()
    }
}

extension [UInt8] {
    /// Puts bytes into the header of a tar member and corrects its checksum.
    mutating func rewrite(header index: Int = 0, at offset: Int, _ bytes: [UInt8]) {
        let start = index * 512
        replaceSubrange((start + offset)..<(start + offset + bytes.count), with: bytes)
        replaceSubrange((start + 148)..<(start + 156), with: Array(repeating: 0x20, count: 8))
        let sum = self[start..<(start + 512)].reduce(0) { $0 + Int($1) }
        let digits = String(sum, radix: 8)
        let text = String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} "
        replaceSubrange((start + 148)..<(start + 156), with: Array(text.utf8))
    }
}
#endif
