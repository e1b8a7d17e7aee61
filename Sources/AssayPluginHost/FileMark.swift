// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What changes when a plugin's file, or the signature beside it, is written or replaced.
struct FileMark: Equatable, Sendable {
    private struct Node: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let modified: [Int]
        let changed: [Int]

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    private let library: Node?
    private let signature: Node?

    init(_ path: String) {
        library = Node(path)
        signature = Node(path + ".sig")
    }
}
