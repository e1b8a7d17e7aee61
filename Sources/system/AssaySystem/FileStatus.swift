// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// The status of a file.
package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case regularFile, directory, fifo, characterDevice, blockDevice, socket, symbolicLink
        case unknown
    }

    /// Seconds and nanoseconds since 1970.
    package struct Time: Sendable, Hashable {
        package let seconds: Int
        package let nanoseconds: Int
    }

    package let kind: Kind
    package let owner: UInt32
    package let group: UInt32
    /// The bits that `chmod` takes.
    package let permissions: UInt32
    /// The size in bytes.
    package let size: Int
    /// The device that holds the file.
    package let device: UInt64
    package let inode: UInt64
    /// The device that the file is, if it is one.
    package let representedDevice: UInt64
    /// The time at which the contents changed last.
    package let modified: Time
    /// The time at which the contents or the status changed last.
    package let changed: Time

    /// - Parameters:
    ///   - path: The file.
    ///   - followsLink: Whether it is the status of the file that a symbolic link leads to.
    /// - Throws: The error of the system.
    package init(path: String, followsLink: Bool = true) throws(SystemError) {
        var status = stat()
        let result = FileName.withBytes(of: path) {
            followsLink ? stat($0, &status) : lstat($0, &status)
        }
        guard result == 0 else { throw .last }
        self.init(status)
    }

    package init(of descriptor: BorrowedDescriptor) throws(SystemError) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        kind = Kind(mode: status.st_mode)
        owner = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        size = Int(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        representedDevice = UInt64(status.st_rdev)
        modified = Time(status.st_mtim)
        changed = Time(status.st_ctim)
    }
}

extension FileStatus.Kind {
    fileprivate init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regularFile
            case S_IFDIR: .directory
            case S_IFIFO: .fifo
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            case S_IFSOCK: .socket
            case S_IFLNK: .symbolicLink
            default: .unknown
            }
    }
}

extension FileStatus.Time {
    fileprivate init(_ time: timespec) {
        self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
