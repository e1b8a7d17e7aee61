// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// A file, or a directory above it, as the kernel describes it.
struct PathStatus {
    let path: String
    let kind: FileStatus.Kind
    let owner: UInt32
    /// The bits that `chmod` takes.
    let permissions: UInt32
    let size: Int

    static let groupWritable: UInt32 = 0o020
    static let worldWritable: UInt32 = 0o002
    private static let sticky: UInt32 = 0o1000

    /// - Throws: An error of stage open if the kernel does not answer.
    init(of descriptor: borrowing FileDescriptor, path: String) throws(StageError) {
        do throws(SystemError) {
            let status = try FileStatus(of: descriptor.borrowed)
            self.init(
                path: path, kind: status.kind, owner: status.owner,
                permissions: status.permissions, size: status.size)
        } catch {
            throw StageError(opening: error)
        }
    }

    init(path: String, kind: FileStatus.Kind, owner: UInt32, permissions: UInt32, size: Int) {
        self.path = path
        self.kind = kind
        self.owner = owner
        self.permissions = permissions
        self.size = size
    }

    var isDirectory: Bool { kind == .directory }
    var isSticky: Bool { permissions & Self.sticky != 0 }

    /// The same without the rule that only the owner of an entry can replace it.
    var notSticky: PathStatus {
        PathStatus(
            path: path, kind: kind, owner: owner, permissions: permissions & ~Self.sticky,
            size: size)
    }

    /// The permission bits as `chmod` takes them.
    var octalPermissions: String { String(permissions, radix: 8) }
}

extension FileStatus.Kind {
    /// The kind with its article, for messages.
    var name: String {
        switch self {
        case .regularFile: "a regular file"
        case .directory: "a directory"
        case .fifo: "a FIFO"
        case .characterDevice: "a character device"
        case .blockDevice: "a block device"
        case .socket: "a socket"
        case .symbolicLink: "a symbolic link that appeared while the path was opened"
        case .unknown: "a file of an unknown kind"
        }
    }
}

extension StageError {
    /// A path that the kernel does not open.
    init(opening error: SystemError) {
        let (found, remedy) =
            switch error {
            case .notFound, .notDirectory: ("no such file", "check the path")
            case .accessDenied, .notPermitted:
                ("a file that this user may not read", "run chmod u+r")
            case .linkLoop: ("a loop of symbolic links", "correct the links")
            case .nameTooLong: ("a path that is too long", "use a shorter path")
            default: ("an error (\(error))", "check the path")
            }
        self.init(.open, found: found, expected: "a regular file that can be read", remedy: remedy)
    }
}
