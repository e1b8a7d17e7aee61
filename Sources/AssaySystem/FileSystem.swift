// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Files by their paths.
package enum FileSystem {
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns `true` if a path leads to a directory, also through symbolic links.
    package static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path))?.kind == .directory
    }

    /// The absolute path without symbolic links.
    package static func resolve(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The directory part of a path: `.` for a name alone, `/` for a file of the root.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of an entry of a directory.
    package static func path(of name: String, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// The names of all entries but `.` and `..`, in no particular order.
    package static func names(inDirectory path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a directory, which must not exist, in one that does.
    package static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        guard mkdir(path, mode) == 0 else { throw .last }
    }

    /// Removes an empty directory.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        guard rmdir(path) == 0 else { throw .last }
    }

    /// Gives a file or a directory another path on the same file system.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        guard AssayCLibrary.rename(path, target) == 0 else { throw .last }
    }

    package static func remove(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 else { throw .last }
    }
}
