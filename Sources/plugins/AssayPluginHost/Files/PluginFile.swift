// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// A plugin's file, open for reading.
///
/// Symbolic links in the given path are resolved once. The resolved path is then opened component
/// by component without following links, and everything else is read through the descriptors:
/// swapping a link or a directory afterwards changes nothing.
struct PluginFile: ~Copyable {
    let descriptor: FileDescriptor
    let status: PathStatus
    /// The directories above the file, outermost first.
    let directories: [PathStatus]

    /// The size of an ELF header: anything shorter is no library.
    static let minimumBytes = 64

    /// - Throws: An error of stage open.
    init(path: String, maximumBytes: Int) throws(StageError) {
        let resolved = try Self.resolve(path)
        let names = resolved.split(separator: "/").map(String.init)
        var walk = try DirectoryWalk()
        for name in names.dropLast() { try walk.enter(name) }
        let node = try walk.open(names.last ?? ".")
        let status = try PathStatus(of: node, path: resolved)
        try Self.check(status, maximumBytes: maximumBytes)
        // The inode is opened, not the path: no other file can slip in.
        guard let descriptor = FileDescriptor(adopting: assay_reopen_for_reading(node.number))
        else { throw StageError(opening: .last) }
        self.descriptor = descriptor
        self.status = status
        directories = walk.directories
    }

    /// A directory and those above it, outermost first.
    ///
    /// - Parameter path: Without symbolic links.
    /// - Returns: Them, the directory itself last.
    /// - Throws: An error of stage open.
    static func directories(to path: String) throws(StageError) -> [PathStatus] {
        var walk = try DirectoryWalk()
        for name in path.split(separator: "/") { try walk.enter(String(name)) }
        return walk.directories
    }

    /// The contents of a short file; bytes that are not UTF-8 are replaced.
    ///
    /// - Throws: An error of stage open.
    borrowing func text() throws(StageError) -> String {
        do throws(SystemError) {
            let bytes = try descriptor.readAll(limit: status.size)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw StageError(opening: error)
        }
    }

    private static func resolve(_ path: String) throws(StageError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StageError(
                .open, found: path.isEmpty ? "an empty path" : "a path with a NUL character",
                expected: "the path of a regular file", remedy: "check the path")
        }
        do throws(SystemError) {
            return try FileSystem.resolve(path)
        } catch {
            throw StageError(opening: error)
        }
    }

    private static func check(_ status: PathStatus, maximumBytes: Int) throws(StageError) {
        guard status.kind == .regularFile else {
            throw StageError(
                .open, found: status.kind.name, expected: "a regular file",
                remedy: "give the path of the plugin's library (.so)")
        }
        guard status.size >= minimumBytes, status.size <= maximumBytes else {
            throw StageError(
                .open,
                found: status.size == 0 ? "an empty file" : "a file of \(status.size) bytes",
                expected: "\(minimumBytes) to \(maximumBytes) bytes",
                remedy: status.size < minimumBytes ? "build the plugin again" : "use a smaller file"
            )
        }
    }
}

/// Walks from the root directory downwards and remembers the directories on the way.
private struct DirectoryWalk: ~Copyable {
    private var current: FileDescriptor
    private(set) var directories: [PathStatus]

    init() throws(StageError) {
        guard let root = FileDescriptor(adopting: assay_open_directory(-1, "/")) else {
            throw StageError(opening: .last)
        }
        directories = [try PathStatus(of: root, path: "/")]
        current = root
    }

    mutating func enter(_ name: String) throws(StageError) {
        let number = assay_open_directory(current.number, name)
        guard let next = FileDescriptor(adopting: number) else { throw StageError(opening: .last) }
        let above = directories.count > 1 ? directories[directories.count - 1].path : ""
        directories.append(try PathStatus(of: next, path: "\(above)/\(name)"))
        current = next
    }

    func open(_ name: String) throws(StageError) -> FileDescriptor {
        guard let node = FileDescriptor(adopting: assay_open_node(current.number, name)) else {
            throw StageError(opening: .last)
        }
        return node
    }
}
