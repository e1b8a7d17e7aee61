// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Files by their paths, which have the form of `FileName`.
package enum FileSystem {
    package static func exists(_ path: String) -> Bool {
        FileName.withBytes(of: path) { access($0, F_OK) } == 0
    }

    package static func isExecutable(_ path: String) -> Bool {
        FileName.withBytes(of: path) { access($0, X_OK) } == 0
    }

    /// Returns `true` if a directory has an entry of this path, be it a link to nothing.
    package static func hasEntry(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLink: false)) != nil
    }

    /// Returns `true` if a path leads to a directory, also through symbolic links.
    package static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path))?.kind == .directory
    }

    /// The absolute path without symbolic links.
    package static func resolve(_ path: String) throws(SystemError) -> String {
        guard let resolved = FileName.withBytes(of: path, { realpath($0, nil) }) else {
            throw .last
        }
        defer { free(resolved) }
        return FileName.text(resolved)
    }

    /// The path that a path leads to through the symbolic links at its end, whether or not there is a
    /// file.
    ///
    /// - Throws: The error of the system. As in Linux with `protected_symlinks`, access is denied if
    ///   another user has made a link in a sticky directory that all users can write, such as `/tmp`.
    static func followingLinks(_ path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0...mostLinks {
            let status: FileStatus
            do throws(SystemError) {
                status = try FileStatus(path: path, followsLink: false)
            } catch {
                guard error == .notFound else { throw error }
                return path
            }
            guard status.kind == .symbolicLink else { return path }
            let directory = directory(of: path)
            try checkOwner(ofLink: status, in: try FileStatus(path: directory))
            let target = try target(ofLink: path)
            path = target.hasPrefix("/") ? target : self.path(of: target, in: directory)
        }
        throw .linkLoop
    }

    /// The most links that Linux follows.
    private static let mostLinks = 40

    private static func checkOwner(
        ofLink link: FileStatus, in directory: FileStatus
    ) throws(SystemError) {
        let isShared = directory.permissions & 0o1002 == 0o1002
        guard !isShared || [CurrentProcess.effectiveUser, directory.owner].contains(link.owner)
        else { throw .accessDenied }
    }

    /// The path that a symbolic link holds.
    private static func target(ofLink path: String) throws(SystemError) -> String {
        let limit = Int(PATH_MAX)
        var bytes = [CChar](repeating: 0, count: limit)
        let count = FileName.withBytes(of: path) { readlink($0, &bytes, limit) }
        guard count >= 0 else { throw .last }
        // The last byte is left for a zero.
        guard count < limit else { throw .nameTooLong }
        return FileName.text(bytes)
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
        guard let stream = FileName.withBytes(of: path, { opendir($0) }) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                FileName.text(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Makes a directory, which must not exist, in one that does.
    package static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        guard FileName.withBytes(of: path, { mkdir($0, mode) }) == 0 else { throw .last }
    }

    /// Removes an empty directory.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        guard FileName.withBytes(of: path, { rmdir($0) }) == 0 else { throw .last }
    }

    /// Gives a file or a directory another path on the same file system.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        let result = FileName.withBytes(of: path) { path in
            FileName.withBytes(of: target) { AssayCLibrary.rename(path, $0) }
        }
        guard result == 0 else { throw .last }
    }

    package static func remove(_ path: String) throws(SystemError) {
        guard FileName.withBytes(of: path, { unlink($0) }) == 0 else { throw .last }
    }
}
