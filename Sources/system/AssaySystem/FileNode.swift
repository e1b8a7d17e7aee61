// SPDX-License-Identifier: Apache-2.0

/// The device and inode of a file whose contents can be overwritten, whatever its name is.
package struct FileNode: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Finds the file at a path, or returns `nil` if there is none or it keeps nothing, as
    /// terminals and pipes do.
    package init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(status)
    }

    package init?(descriptor: BorrowedDescriptor) {
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
