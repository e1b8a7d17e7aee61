// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import Glibc

/// A plugin's file, open for reading.
///
/// Symbolic links in the given path are resolved once. The resolved path is then opened component
/// by component without following links, and everything else is asked of the descriptors: swapping
/// a link or a directory afterwards changes nothing.
struct PluginFile: ~Copyable {
    let descriptor: Descriptor
    let status: FileStatus
    /// The directories above the file, outermost first.
    let directories: [FileStatus]

    /// The size of an ELF header: anything shorter is no library.
    static let minimumBytes = 64

    /// - Throws: A refusal at stage open.
    init(path: String, maximumBytes: Int) throws(Refusal) {
        let resolved = try Self.resolve(path)
        let names = resolved.split(separator: "/").map(String.init)
        var walk = try DirectoryWalk()
        for name in names.dropLast() { try walk.enter(name) }
        let node = try walk.open(names.last ?? ".")
        let status = try FileStatus(of: node, path: resolved)
        try Self.check(status, maximumBytes)
        // The inode is opened, not the path: no other file can slip in.
        guard let descriptor = Descriptor(assay_reopen_for_reading(node.number)) else {
            throw Refusal(opening: errno)
        }
        self.descriptor = descriptor
        self.status = status
        directories = walk.directories
    }

    /// The contents of a short file, at stage open; what is no UTF-8 is replaced.
    borrowing func text() throws(Refusal) -> String {
        var bytes = [UInt8](repeating: 0, count: status.size)
        var count = 0
        while count < bytes.count {
            let rest = bytes.count - count
            let result = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { descriptor.read(into: $0 + count, rest) } ?? 0
            }
            guard result >= 0 else { throw Refusal(opening: errno) }
            if result == 0 { break }
            count += result
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func resolve(_ path: String) throws(Refusal) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw Refusal(
                .open, found: path.isEmpty ? "an empty path" : "a path with a NUL character",
                expected: "the path of a regular file", remedy: "check the path")
        }
        guard let resolved = realpath(path, nil) else { throw Refusal(opening: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func check(_ status: FileStatus, _ maximumBytes: Int) throws(Refusal) {
        guard status.isRegularFile else {
            throw Refusal(
                .open, found: status.kind, expected: "a regular file",
                remedy: "give the path of the plugin's library (.so)")
        }
        guard status.size >= minimumBytes, status.size <= maximumBytes else {
            throw Refusal(
                .open,
                found: status.size == 0 ? "an empty file" : "a file of \(status.size) bytes",
                expected: "\(minimumBytes) to \(maximumBytes) bytes",
                remedy: status.size < minimumBytes ? "build the plugin again" : "use a smaller file"
            )
        }
    }
}

/// Walks from the root directory downwards and remembers what it passed.
private struct DirectoryWalk: ~Copyable {
    private var current: Descriptor
    private(set) var directories: [FileStatus]

    init() throws(Refusal) {
        guard let root = Descriptor(assay_open_directory(-1, "/")) else {
            throw Refusal(opening: errno)
        }
        directories = [try FileStatus(of: root, path: "/")]
        current = root
    }

    mutating func enter(_ name: String) throws(Refusal) {
        guard let next = Descriptor(assay_open_directory(current.number, name)) else {
            throw Refusal(opening: errno)
        }
        let above = directories.count > 1 ? directories[directories.count - 1].path : ""
        directories.append(try FileStatus(of: next, path: "\(above)/\(name)"))
        current = next
    }

    func open(_ name: String) throws(Refusal) -> Descriptor {
        guard let node = Descriptor(assay_open_node(current.number, name)) else {
            throw Refusal(opening: errno)
        }
        return node
    }
}
