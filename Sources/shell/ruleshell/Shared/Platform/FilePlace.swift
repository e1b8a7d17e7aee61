// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The identity of a file to write, which can have many names and need not be there yet.
enum FilePlace: Hashable {
    case file(FileNode)
    /// A name in a directory, for a file that is not there yet.
    case entry(FileNode, String)
    /// A path without dots, if there is no directory either.
    case path(String)

    /// Finds the identity of a file, or returns `nil` for terminals, pipes and other files in which
    /// nothing is overwritten.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folder: The directory that a path without a leading slash is relative to.
    init?(_ path: String, in folder: String = ".") {
        let path = path.hasPrefix("/") ? path : FileSystem.path(of: path, in: folder)
        if let node = FileNode(path: path) {
            self = .file(node)
            return
        }
        guard !FileSystem.exists(path) else { return nil }
        let parts = Self.parts(of: path)
        let directory = FileSystem.directory(of: path)
        if let node = FileNode(path: directory), let name = parts.last, name != ".." {
            self = .entry(node, name)
        } else {
            self = .path((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
        }
    }

    private static func parts(of path: String) -> [String] {
        var parts: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts
    }
}
