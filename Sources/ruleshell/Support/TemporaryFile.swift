// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A new file that takes the place of another one when it is complete, and is removed if it never is.
///
/// Its name is one that no file in the directory has.
struct TemporaryFile: ~Copyable {
    let descriptor: Int32
    private let target: String
    private let path: String
    private var hasReplaced = false

    /// Creates it beside the target, with a name of its own.
    ///
    /// - Parameters:
    ///   - target: The path of the file whose place it is to take.
    ///   - mode: Of the file where the target is not there, less what the umask takes; else it is the
    ///     target's mode.
    ///   - keepsOwner: Whether it is an error that the target's owner and group cannot be kept.
    /// - Throws: The system's reason.
    init(beside target: String, mode: mode_t, keepsOwner: Bool = false) throws(SystemReason) {
        var status = stat()
        let exists = lstat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let folder = Self.folder(of: target)
        let (path, descriptor) = try Self.create(in: folder, exists ? 0o600 : mode)
        let error = exists ? Self.imitate(status, descriptor, keepsOwner: keepsOwner) : 0
        guard error == 0 else {
            close(descriptor)
            unlink(path)
            throw SystemReason(number: error)
        }
        (self.target, self.path, self.descriptor) = (target, path, descriptor)
    }

    deinit {
        close(descriptor)
        if !hasReplaced { unlink(path) }
    }

    /// Writes all bytes.
    ///
    /// - Throws: The system's reason.
    func write(_ bytes: [UInt8]) throws(SystemReason) {
        let error = bytes.withUnsafeBytes { OutputDescriptor(number: descriptor).write($0) }
        if error != 0 { throw SystemReason(number: error) }
    }

    /// Waits until the bytes would survive the end of the machine, and takes the target's place.
    ///
    /// - Throws: The system's reason; the target is as it was then.
    mutating func replaceTarget() throws(SystemReason) {
        guard fsync(descriptor) == 0, rename(path, target) == 0 else {
            throw SystemReason(number: errno)
        }
        hasReplaced = true
        Self.synchronize(Self.folder(of: target))
    }

    private static func create(
        in folder: String, _ mode: mode_t
    ) throws(SystemReason) -> (path: String, descriptor: Int32) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        for _ in 0..<100 {
            let name = String(UInt64.random(in: .min ... .max), radix: 36)
            let path = "\(folder)/.ruleshell-\(name).new"
            let descriptor = open(path, flags, mode)
            if descriptor >= 0 { return (path, descriptor) }
            guard errno == EEXIST || errno == EINTR else { break }
        }
        throw SystemReason(number: errno)
    }

    /// Gives the file owner, group and mode of another one.
    ///
    /// - Returns: 0, or the system's error number.
    private static func imitate(
        _ status: stat, _ descriptor: Int32, keepsOwner: Bool
    ) -> Int32 {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return errno }
        var mode = status.st_mode & 0o7777
        if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid),
            fchown(descriptor, status.st_uid, status.st_gid) != 0
        {
            if keepsOwner { return errno }
            // What the file may do as its owner is not for another one.
            mode &= 0o777
        }
        return fchmod(descriptor, mode) == 0 ? 0 : errno
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the new name last; where the system cannot, the old file would do too.
    private static func synchronize(_ folder: String) {
        let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return }
        fsync(number)
        close(number)
    }
}

/// Why the system did not do something.
struct SystemReason: Error {
    let number: Int32
}
