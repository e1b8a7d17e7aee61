// SPDX-License-Identifier: Apache-2.0

/// The properties that change when a file is written or replaced: device, inode, size and times.
package struct FileFingerprint: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let modified: FileStatus.Time
    private let changed: FileStatus.Time

    /// Nil for a file that does not exist or cannot be reached.
    package init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        device = status.device
        inode = status.inode
        size = status.size
        modified = status.modified
        changed = status.changed
    }
}
