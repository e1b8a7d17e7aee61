// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
import AssayPluginHost
package import AssaySignatures
import AssaySystem

/// Makes packages: one archive with a plugin's libraries, what describes them, and signatures.
///
/// The same input gives the same bytes.
package struct PackageBuilder {
    package let manifest: PackageManifest
    let members: [ArchiveMember]

    /// Reads what goes into a package.
    ///
    /// - Parameters:
    ///   - paths: Stamped libraries of one plugin, for a machine each.
    ///   - documents: Further files, which get into `documents/` by their names.
    ///   - data: Files that the plugin reads, which get into `data/` by their names; a host tells the
    ///     plugin where that is.
    ///   - licenseFile: The text of the license.
    ///   - key: Signs the libraries and, later, the package.
    /// - Throws: `PackageError`, or `PluginError` for a library that cannot be read.
    package init(
        libraries paths: [String], documents: [String] = [], data: [String] = [],
        licenseFile: String? = nil,
        key: SigningKey
    ) throws {
        var files: [ArchiveMember] = []
        var libraries: [PackageManifest.Library] = []
        var first: (path: String, text: String)?
        for path in paths {
            let library = try LibrarySummary(file: path)
            if library.isForHost { _ = try PluginInspection(file: path) }
            guard let text = library.manifestText, let plugin = library.manifest else {
                throw PackageError(
                    .pack, found: "'\(path)' without a manifest", expected: "a stamped library",
                    remedy: "write it with 'ruleshell plugin stamp'")
            }
            if let first, first.text != text {
                throw PackageError(
                    .pack,
                    found: "a manifest in '\(path)' that differs from the one in '\(first.path)'",
                    expected: "libraries of one version of one plugin",
                    remedy: "build and stamp them from the same sources")
            }
            if let other = libraries.first(where: { $0.machine == library.machine }) {
                throw PackageError(
                    .pack, found: "two libraries for \(other.machine)",
                    expected: "one for each machine",
                    remedy: "leave one of them out")
            }
            first = first ?? (path, text)
            let member = ArchiveMember(
                path: "\(library.machine)/\(plugin.id).so", bytes: try Self.read(path))
            files += [member, try Self.signature(of: member, as: .library, key: key)]
            libraries.append(
                PackageManifest.Library(
                    machine: library.machine, path: member.path, needed: library.neededLibraries))
        }
        guard let text = first?.text else {
            throw PackageError(
                .pack, found: "no library", expected: "at least one", remedy: "name a library")
        }
        files.append(ArchiveMember(path: PackageReader.manifestPath, bytes: Array(text.utf8)))
        if let licenseFile {
            files.append(ArchiveMember(path: "LICENSE", bytes: try Self.read(licenseFile)))
        }
        for path in documents {
            let name = try Self.name(of: path)
            files.append(ArchiveMember(path: "documents/\(name)", bytes: try Self.read(path)))
        }
        for path in data {
            let name = try Self.name(of: path)
            files.append(ArchiveMember(path: "data/\(name)", bytes: try Self.read(path)))
        }
        libraries.sort { $0.machine < $1.machine }
        let described = try Self.describe(text, libraries: libraries, files: files)
        files.append(
            ArchiveMember(
                path: BillOfMaterials.path, bytes: Array(BillOfMaterials.json(of: described).utf8)))
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        manifest = try Self.describe(text, libraries: libraries, files: files)
        let own = ArchiveMember(path: PackageManifest.path, bytes: Array(manifest.json.utf8))
        members = [own, try Self.signature(of: own, as: .package, key: key)] + files
        try checkLimits()
    }

    /// The archive: gzip of POSIX ustar.
    package func archive() throws(PackageError) -> [UInt8] {
        let bytes = try Gzip.compress(TarWriter.archive(of: members))
        guard bytes.count <= PackageLimits.archiveBytes else {
            throw PackageError(
                .pack, found: "an archive of \(bytes.count) bytes",
                expected: "at most \(PackageLimits.archiveBytes)",
                remedy: "leave documents or data out")
        }
        return bytes
    }

    // MARK: - Parts

    private static func describe(
        _ text: String, libraries: [PackageManifest.Library], files: [ArchiveMember]
    ) throws(PackageError) -> PackageManifest {
        guard case .object(let plugin)? = try? JSONValueParser.parse(text),
            let id = PackageManifest.text(plugin["id"]),
            let version = PackageManifest.text(plugin["version"])
        else {
            throw PackageError(
                .pack, found: "a manifest without id and version", expected: "both",
                remedy: "stamp the library again")
        }
        func detail(_ name: String) -> String? {
            PackageManifest.text(plugin[name]).flatMap { $0.isEmpty ? nil : $0 }
        }
        return PackageManifest(
            id: id, version: version, vendor: detail("vendor"), url: detail("url"),
            license: detail("license"), minimumHost: detail("minimumHost"), libraries: libraries,
            files: files.map { file in
                PackageManifest.File(
                    path: file.path, size: file.bytes.count,
                    digest: Digest(of: file).description)
            })
    }

    private static func signature(
        of member: ArchiveMember, as subject: Signature.Subject, key: SigningKey
    ) throws -> ArchiveMember {
        let signature = try key.sign(Digest(of: member), as: subject)
        return ArchiveMember(path: member.path + ".sig", bytes: Array(signature.text.utf8))
    }

    private static func read(_ path: String) throws(PackageError) -> [UInt8] {
        do throws(SystemError) {
            return try SmallFile.read(path, limit: PackageLimits.contentBytes)
        } catch {
            throw PackageError(
                .pack, found: "an error (\(path): \(error))", expected: "a file that can be read",
                remedy: "check the path")
        }
    }

    private static func name(of path: String) throws(PackageError) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard ArchivePath.isPlain(Array(name.utf8)) else {
            throw PackageError(
                .pack, found: "the name '\(name)'",
                expected: "letters, digits and '.', '_', '+', '-'", remedy: "rename the file")
        }
        return name
    }

    private func checkLimits() throws(PackageError) {
        var seen: Set<String> = []
        for member in members where !seen.insert(member.path.lowercased()).inserted {
            throw PackageError(
                .pack, found: "two files for '\(member.path)', upper and lower case aside",
                expected: "each name once", remedy: "rename one of the files")
        }
        if let member = members.first(where: { !TarHeader.fits($0.path) }) {
            throw PackageError(
                .pack, found: "the path '\(member.path)'", expected: "a name of at most 100 bytes",
                remedy: "rename the file")
        }
        let size = members.reduce(0) { $0 + $1.bytes.count }
        guard members.count <= PackageLimits.members, size <= PackageLimits.contentBytes,
            members.allSatisfy({ $0.path.utf8.count <= PackageLimits.pathBytes })
        else {
            throw PackageError(
                .pack, found: "\(members.count) members of \(size) bytes",
                expected: "at most \(PackageLimits.members) of \(PackageLimits.contentBytes) bytes",
                remedy: "leave documents or data out")
        }
    }
}

extension Digest {
    init(of member: ArchiveMember) {
        self = member.bytes.withUnsafeBytes { Digest(of: $0) }
    }
}
#endif
