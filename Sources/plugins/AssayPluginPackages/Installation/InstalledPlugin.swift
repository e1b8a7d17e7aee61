// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssaySystem

/// A plugin in a directory, as `plugin install` puts it there: `fleet-1.2.0.so` with its signature, and
/// `fleet-1.2.0`, a directory with the rest of the package.
package struct InstalledPlugin: Sendable, Equatable {
    package let id: String
    package let version: SemanticVersion
    package let directory: String

    private var name: String { "\(id)-\(version)" }
    package var library: String { FileSystem.path(of: name + ".so", in: directory) }
    var signature: String { library + ".sig" }
    var folder: String { FileSystem.path(of: name, in: directory) }

    package init(id: String, version: SemanticVersion, directory: String) {
        self.id = id
        self.version = version
        self.directory = directory
    }

    /// The versions of a plugin in a directory, the newest first; none if it cannot be read.
    package static func versions(of id: String, in directory: String) -> [InstalledPlugin] {
        ((try? FileSystem.names(inDirectory: directory)) ?? []).compactMap { name in
            guard name.hasPrefix(id + "-"), name.hasSuffix(".so"),
                let version = SemanticVersion(String(name.dropFirst(id.utf8.count + 1).dropLast(3)))
            else { return nil }
            return InstalledPlugin(id: id, version: version, directory: directory)
        }.sorted { ($1.version, $1.library) < ($0.version, $0.library) }
    }

    /// Removes the library, so that it is not loaded any more, and then the rest.
    ///
    /// - Throws: What cannot be removed.
    package func remove() throws(PackageError) {
        do throws(SystemError) {
            try FileSystem.remove(library)
            if FileSystem.exists(signature) { try FileSystem.remove(signature) }
            try FileTree.remove(folder)
        } catch {
            throw PackageError(
                .install, found: "an error (\(library): \(error))",
                expected: "a plugin that can be removed",
                remedy: "check the directory's owner and mode")
        }
    }
}

/// Directories with all that is in them.
enum FileTree {
    /// Removes a directory, if it is there; links in it are removed and not followed.
    static func remove(_ path: String) throws(SystemError) {
        guard let status = try? FileStatus(path: path, followsLink: false) else { return }
        guard status.kind == .directory else { return try FileSystem.remove(path) }
        for name in try FileSystem.names(inDirectory: path) {
            try remove(FileSystem.path(of: name, in: path))
        }
        try FileSystem.removeDirectory(path)
    }

    /// Writes a file into a directory, and makes the directories on the way.
    static func write(_ bytes: [UInt8], to path: String, in root: String) throws(SystemError) {
        var directory = root
        let names = path.split(separator: "/").map(String.init)
        for name in names.dropLast() {
            directory = FileSystem.path(of: name, in: directory)
            if !FileSystem.isDirectory(directory) {
                try FileSystem.makeDirectory(directory, mode: 0o755)
            }
        }
        let file = FileSystem.path(of: names.last ?? path, in: directory)
        try SmallFile.create(file, contents: bytes, mode: 0o644)
    }
}
