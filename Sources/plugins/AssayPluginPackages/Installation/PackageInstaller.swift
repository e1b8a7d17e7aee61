// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
package import AssayCore
import AssayPluginHost
import AssaySignatures
import AssaySystem

/// Puts packages into a directory of plugins, all of a package or nothing.
package struct PackageInstaller {
    /// The treatment of other versions of the plugin.
    package enum Mode: Sendable {
        /// Other versions are kept, and an older version is not installed beside a newer one.
        case keeping
        /// All others are removed.
        case replacing
        /// Newer versions are removed, because a host would load them instead.
        case downgrading
    }

    package enum Outcome: Sendable, Equatable {
        /// The package was installed, and these versions were removed.
        case installed(removed: [SemanticVersion])
        /// The package was already there, with the same bytes.
        case present
    }

    private let directory: String
    private let mode: Mode
    private let machine: String

    package init(
        directory: String, mode: Mode = .keeping, machine: String = LibrarySummary.hostMachine
    ) {
        self.directory = directory
        self.mode = mode
        self.machine = machine
    }

    /// Installs a package that was read.
    ///
    /// The files are written beside their places and renamed, the library last: before that, nothing
    /// loads it.
    ///
    /// - Throws: `PackageError`; the directory is then as it was, unless a superseded version cannot be
    ///   removed: the error says so, and the new one is beside it.
    package func install(_ package: PackageReader) throws(PackageError) -> Outcome {
        let manifest = package.manifest
        guard let version = SemanticVersion(manifest.version) else {
            throw .content("the version '\(manifest.version)'", expected: "a semantic version")
        }
        try checkHost(of: manifest)
        let library = try self.library(of: manifest)
        let plugin = InstalledPlugin(id: manifest.id, version: version, directory: directory)
        let others = InstalledPlugin.versions(of: manifest.id, in: directory)
            .filter { $0.version != version }
        if try isPresent(plugin, package: package, library: library) {
            return try outcome(of: plugin, removing: others, wasPresent: true)
        }
        try checkOrder(of: version, among: others)
        try write(plugin, package, library)
        return try outcome(of: plugin, removing: others, wasPresent: false)
    }

    // MARK: - Checks

    private func checkHost(of manifest: PackageManifest) throws(PackageError) {
        guard let minimum = manifest.minimumHost else { return }
        let host = PluginHost.version
        guard let needed = SemanticVersion(minimum), let own = SemanticVersion(host), needed <= own
        else {
            throw PackageError(
                .content, found: "\(manifest.id) \(manifest.version) for hosts from \(minimum)",
                expected: "a plugin for this host, \(host)",
                remedy: "install an older version, or a newer ruleshell")
        }
    }

    private func library(
        of manifest: PackageManifest
    ) throws(PackageError) -> PackageManifest.Library {
        if let library = manifest.library(for: machine) { return library }
        let machines = manifest.libraries.map(\.machine).joined(separator: ", ")
        throw PackageError(
            .content,
            found: "libraries for \(machines.isEmpty ? "no machine" : machines)",
            expected: "one for \(machine)", remedy: "get a package for this machine")
    }

    private func checkOrder(
        of version: SemanticVersion, among others: [InstalledPlugin]
    ) throws(PackageError) {
        guard mode == .keeping, let newest = others.first, version < newest.version else { return }
        throw PackageError(
            .install, found: "\(newest.id) \(newest.version) in '\(directory)'",
            expected: "no newer version than \(version)",
            remedy: "--downgrade removes what is newer, --replace all other versions")
    }

    /// Returns `true` if the plugin is already installed.
    ///
    /// - Throws: An error if this version is there with other bytes.
    private func isPresent(
        _ plugin: InstalledPlugin, package: PackageReader, library: PackageManifest.Library
    ) throws(PackageError) -> Bool {
        let same = InstalledPlugin.versions(of: plugin.id, in: directory)
            .first { $0.version == plugin.version }
        guard let same else { return false }
        let bytes = package.members[library.path] ?? []
        if let there = try? SmallFile.read(same.library, limit: bytes.count + 1), there == bytes {
            return same.library != plugin.library || isWhole(same, package, library)
        }
        throw PackageError(
            .install, found: "\(same.id) \(same.version) with other bytes ('\(same.library)')",
            expected: "no other build of a version that is installed",
            remedy: "remove it first: ruleshell plugin uninstall \(same.id) \(same.version)")
    }

    /// Returns `true` if the signature and the documents are there as well.
    ///
    /// A package that another key has signed brings a signature of its own.
    private func isWhole(
        _ plugin: InstalledPlugin, _ package: PackageReader, _ library: PackageManifest.Library
    ) -> Bool {
        let signature = package.members[library.path + ".sig"] ?? []
        let there = try? SmallFile.read(plugin.signature, limit: signature.count + 1)
        return there == signature && FileSystem.isDirectory(plugin.folder)
    }

    // MARK: - Files

    private func write(
        _ plugin: InstalledPlugin, _ package: PackageReader, _ library: PackageManifest.Library
    ) throws(PackageError) {
        let name = ".ruleshell-\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
        let stage = FileSystem.path(of: name, in: directory)
        defer { try? FileTree.remove(stage) }
        let new = InstalledPlugin(id: plugin.id, version: plugin.version, directory: stage)
        do throws(SystemError) {
            try FileSystem.makeDirectory(stage, mode: 0o700)
            try FileSystem.makeDirectory(new.folder, mode: 0o755)
            for (path, bytes) in package.members where !package.isLibrary(path) {
                try FileTree.write(bytes, to: path, in: new.folder)
            }
            try SmallFile.create(
                new.signature, contents: package.members[library.path + ".sig"] ?? [], mode: 0o644)
            try SmallFile.create(
                new.library, contents: package.members[library.path] ?? [], mode: 0o644)
        } catch {
            throw failed(error)
        }
        try check(new, package)
        try move(new, to: plugin)
    }

    /// Reads what was written as a host reads it: the package may say what its library does not.
    private func check(_ new: InstalledPlugin, _ package: PackageReader) throws(PackageError) {
        let library: LibrarySummary
        let signature: PluginInspection.SignatureState?
        do throws(PluginError) {
            library = try LibrarySummary(file: new.library)
            signature =
                library.isForHost
                ? try PluginInspection(file: new.library, keys: [package.key]).signature : nil
        } catch {
            throw .content("a library with \(error.found)", expected: error.expected)
        }
        guard library.machine == machine else {
            throw .content(
                "a library for \(library.machine)", expected: "one for \(machine), as it is listed")
        }
        let described = package.members[PackageReader.manifestPath]
        guard let text = library.manifestText,
            described.map({ text.utf8.elementsEqual($0) }) == true,
            library.manifest?.id == new.id,
            library.manifest?.version == new.version.description
        else {
            throw .content(
                "a library whose manifest is not that of the package",
                expected: "the same id, version and rules")
        }
        if case .verified? = signature { return }
        if signature == nil { return }
        throw .content(
            "a library that key \(package.key) has not signed",
            expected: "the signature of the package's key")
    }

    private func move(_ new: InstalledPlugin, to plugin: InstalledPlugin) throws(PackageError) {
        do throws(SystemError) {
            // What an earlier attempt left, or what was removed by hand but for this.
            try FileTree.remove(plugin.folder)
            try FileSystem.rename(new.folder, to: plugin.folder)
            try FileSystem.rename(new.signature, to: plugin.signature)
            try FileSystem.rename(new.library, to: plugin.library)
        } catch {
            if !FileSystem.exists(plugin.library) {
                try? FileTree.remove(plugin.folder)
                try? FileSystem.remove(plugin.signature)
            }
            throw failed(error)
        }
    }

    private func outcome(
        of plugin: InstalledPlugin, removing others: [InstalledPlugin], wasPresent: Bool
    ) throws(PackageError) -> Outcome {
        let superseded =
            switch mode {
            case .keeping: [InstalledPlugin]()
            case .replacing: others
            case .downgrading: others.filter { plugin.version < $0.version }
            }
        for other in superseded {
            do throws(PackageError) {
                try other.remove()
            } catch {
                throw PackageError(
                    .install, found: "\(plugin.version) installed, and \(error.found)",
                    expected: error.expected,
                    remedy: "run ruleshell plugin uninstall \(other.id) \(other.version)")
            }
        }
        if wasPresent, superseded.isEmpty { return .present }
        return .installed(removed: superseded.map(\.version))
    }

    private func failed(_ error: SystemError) -> PackageError {
        PackageError(
            .install, found: "an error (\(directory): \(error))",
            expected: "a directory that can be written",
            remedy: "check the path, its owner and mode, and the free space")
    }
}

extension PackageReader {
    /// Returns `true` if a member is a library, for any machine, or the signature of one.
    fileprivate func isLibrary(_ path: String) -> Bool {
        manifest.libraries.contains { path == $0.path || path == $0.path + ".sig" }
    }
}
#endif
