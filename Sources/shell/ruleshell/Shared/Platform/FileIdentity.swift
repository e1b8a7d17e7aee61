// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The device and inode of a file whose contents can be overwritten, whatever its name is.
struct FileNode: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Finds the file at a path, or returns `nil` if there is none or it keeps nothing, as
    /// terminals and pipes do.
    init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(status)
    }

    init?(descriptor: BorrowedDescriptor) {
        guard let status = try? FileStatus(of: descriptor) else { return nil }
        self.init(status)
    }

    private init?(_ status: FileStatus) {
        switch status.kind {
        case .characterDevice, .fifo, .socket: return nil
        case .blockDevice:
            // A disk is the same by all its names.
            device = status.representedDevice
            inode = .max
        default:
            device = status.device
            inode = status.inode
        }
    }
}

/// Size and time of a file, which change when the file does.
struct FileIdentity: Sendable, Hashable {
    let size: Int
    /// The time of the last change, in nanoseconds since 1970.
    let modified: Int

    /// Reads the identity of an open file, or returns `nil` if it is not a regular file.
    init?(descriptor: BorrowedDescriptor) {
        guard let status = try? FileStatus(of: descriptor) else { return nil }
        self.init(status)
    }

    /// Reads the identity of the file at a path, or returns `nil` if it is not a regular file.
    init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(status)
    }

    private init?(_ status: FileStatus) {
        guard status.kind == .regularFile else { return nil }
        size = status.size
        modified = status.modified.seconds &* 1_000_000_000 &+ status.modified.nanoseconds
    }

    /// Reads the identity of an input, of which `-` is standard input.
    init?(input: String) {
        if input == "-" {
            self.init(descriptor: .standardInput)
        } else {
            self.init(path: input)
        }
    }
}
