// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A place that a run writes to, open while the run lasts.
final class OutputFile: Sendable {
    /// The option that names it, or `standard output`.
    let option: String
    /// For messages.
    let name: String
    let descriptor: Int32
    /// What the system calls the file; nil where it is none, such as a pipe.
    let identity: FileIdentity?
    /// Nil where nothing can be lost, such as in a pipe.
    let node: FileNode?
    /// The path under which it was created; nil for a file that was there before.
    private let created: String?

    static let standardOutput = OutputFile(
        option: "standard output", name: "standard output", descriptor: STDOUT_FILENO, created: nil)

    /// Opens or creates a file and leaves what is in it.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - option: Who names it.
    /// - Throws: The system's reason.
    convenience init(path: String, option: String) throws(Diagnostic) {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        let isNew = descriptor >= 0
        // A symbolic link to nothing makes the file that it names, which is not called so.
        if !isNew, errno == EEXIST {
            descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { throw .unwritable("'\(path)'", errno) }
        self.init(
            option: option, name: "'\(path)'", descriptor: descriptor,
            created: isNew ? path : nil)
    }

    private init(option: String, name: String, descriptor: Int32, created: String?) {
        self.option = option
        self.name = name
        self.descriptor = descriptor
        self.created = created
        identity = FileIdentity(descriptor: descriptor)
        node = FileNode(descriptor: descriptor)
    }

    /// What writes there, in words.
    var writer: String { isStandardOutput ? name : "\(option) \(name)" }

    var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

    /// Removes the file of a run that is not to begin, if it was not there before.
    func discard() {
        guard let created, FileNode(path: created) == node else { return }
        unlink(created)
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Where the next byte goes; nil where the file is none.
    var end: Int? {
        guard identity != nil else { return nil }
        let appends = fcntl(descriptor, F_GETFL) & O_APPEND != 0
        return Int(lseek(descriptor, 0, appends ? SEEK_END : SEEK_CUR))
    }

    /// How many bytes are in it; nil where the file is none.
    var size: Int? { FileIdentity(descriptor: descriptor)?.size }

    /// Takes everything and keeps nothing.
    var isNull: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
            && status.st_rdev == Self.nullDevice
    }

    /// The numbers 1 and 3 of /dev/null.
    private static let nullDevice: dev_t = 0x103

    /// Makes the file end at a byte, where writing goes on.
    ///
    /// - Returns: 0, or the system's error number.
    func cut(to end: Int) -> Int32 {
        guard identity != nil else { return 0 }
        guard ftruncate(descriptor, off_t(end)) == 0,
            lseek(descriptor, off_t(end), SEEK_SET) >= 0
        else { return errno }
        return 0
    }

    /// Waits until what was written would survive the end of the machine.
    ///
    /// - Returns: 0, or the system's error number.
    func synchronize() -> Int32 {
        identity == nil || fsync(descriptor) == 0 ? 0 : errno
    }
}

/// What changes when a file does.
struct FileIdentity: Sendable, Hashable {
    let size: Int
    /// In nanoseconds since 1970.
    let modified: Int

    /// Nil for what is no regular file.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil for what is no regular file or is not there.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }

    /// Of an input, of which `-` is standard input.
    init?(input: String) {
        if input == "-" {
            self.init(descriptor: STDIN_FILENO)
        } else {
            self.init(path: input)
        }
    }
}
