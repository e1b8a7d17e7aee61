// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What the kernel says about an open file or directory.
struct FileStatus {
    let path: String
    let owner: UInt32
    let mode: mode_t
    let size: Int

    /// - Throws: A refusal at stage open if the kernel does not answer.
    init(of descriptor: borrowing Descriptor, path: String) throws(Refusal) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw Refusal(opening: errno) }
        self.init(path: path, owner: status.st_uid, mode: status.st_mode, size: Int(status.st_size))
    }

    init(path: String, owner: UInt32, mode: mode_t, size: Int) {
        self.path = path
        self.owner = owner
        self.mode = mode
        self.size = size
    }

    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    var isSticky: Bool { mode & S_ISVTX != 0 }

    /// The permission bits as chmod takes them.
    var octalMode: String { String(mode & 0o7777, radix: 8) }

    /// What it is, with its article.
    var kind: String {
        switch mode & S_IFMT {
        case S_IFREG: "a regular file"
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFCHR: "a character device"
        case S_IFBLK: "a block device"
        case S_IFSOCK: "a socket"
        case S_IFLNK: "a symbolic link that appeared while the path was opened"
        default: "a file of an unknown kind"
        }
    }
}

extension Refusal {
    /// A path that the kernel does not open.
    init(opening error: Int32) {
        let found: String
        let remedy: String
        switch error {
        case ENOENT, ENOTDIR: (found, remedy) = ("no such file", "check the path")
        case EACCES, EPERM:
            (found, remedy) = ("a file that this user may not read", "run chmod u+r")
        case ELOOP: (found, remedy) = ("a loop of symbolic links", "correct the links")
        case ENAMETOOLONG: (found, remedy) = ("a path that is too long", "use a shorter path")
        default:
            (found, remedy) = ("an error (\(String(cString: strerror(error))))", "check the path")
        }
        self.init(.open, found: found, expected: "a regular file that can be read", remedy: remedy)
    }
}
