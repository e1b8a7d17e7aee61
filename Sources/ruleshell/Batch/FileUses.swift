// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// A file that can lose what is in it, by the numbers that the system gives it, whatever it is called.
struct FileNode: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil for what is not there, and for terminals, pipes and the like, which keep nothing.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFCHR, S_IFIFO, S_IFSOCK: return nil
        case S_IFBLK:
            // A disk is the same by all its names.
            device = UInt64(status.st_rdev)
            inode = .max
        default:
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }
}

/// The files that a command reads and writes: no output may be one of the others.
struct FileUses {
    private var uses: [(node: FileNode, what: String)] = []

    /// Notes a file that is read, or written by another output.
    mutating func add(_ node: FileNode?, _ what: String) {
        if let node { uses.append((node, what)) }
    }

    /// Notes inputs, of which `-` is standard input.
    mutating func add(inputs: [String]) {
        for input in inputs {
            if input == "-" {
                add(FileNode(descriptor: STDIN_FILENO), "standard input")
            } else {
                add(FileNode(path: input), "the input '\(input)'")
            }
        }
    }

    mutating func add(path: String, _ kind: String) {
        add(FileNode(path: path), "\(kind) '\(path)'")
    }

    /// Rejects an output that is one of the files.
    ///
    /// - Parameters:
    ///   - node: The output; nil: nothing is lost there.
    ///   - writer: What writes there, in words.
    ///   - help: What to do.
    /// - Throws: Which one.
    func check(
        _ node: FileNode?, _ writer: String, help: String = "name another file"
    ) throws(Diagnostic) {
        guard let node, let use = uses.first(where: { $0.node == node }) else { return }
        throw Diagnostic(
            "output.collision", "\(writer) would write over \(use.what)", help: help)
    }

    /// Rejects standard output that is one of the files.
    func checkStandardOutput() throws(Diagnostic) {
        try check(
            FileNode(descriptor: STDOUT_FILENO), "standard output", help: Self.redirection)
    }

    /// Says on standard output that standard error is one of the files, which it must not write to.
    ///
    /// - Returns: Whether it is.
    func rejectsStandardError() -> Bool {
        do throws(Diagnostic) {
            try check(
                FileNode(descriptor: STDERR_FILENO), "standard error", help: Self.redirection)
            return false
        } catch {
            if (try? checkStandardOutput()) != nil {
                _ = StandardOutput.write(Array(error.text.utf8))
            }
            return true
        }
    }

    private static let redirection = "redirect it to another file"
}
