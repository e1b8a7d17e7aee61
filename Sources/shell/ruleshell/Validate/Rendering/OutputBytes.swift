// SPDX-License-Identifier: Apache-2.0
import Assay
import Synchronization

/// The bytes of a chunk in one format, whose memory is reused after they are written.
final class OutputBytes: @unchecked Sendable {  // used by one thread at a time
    @exclusivity(unchecked) var bytes: [UInt8]
    private let pool: Pool

    /// Memory of outputs that were written.
    ///
    /// Fresh memory costs a page fault for each of its pages, and an allocator that several threads use gives
    /// pages back all the time.
    final class Pool: Sendable {
        private let free = Locked<[[UInt8]]>([])

        private static let mostBuffers = 16
        private static let longestBuffer = 4 << 20

        /// Returns empty bytes, with memory of the pool if there is some.
        func take() -> OutputBytes {
            OutputBytes(free.withLock { $0.popLast() } ?? [], pool: self)
        }

        /// Moves the bytes to the pool, so that the next user is their only owner.
        fileprivate func give(_ bytes: inout [UInt8]) {
            guard 1...Self.longestBuffer ~= bytes.capacity else { return }
            bytes.removeAll(keepingCapacity: true)
            free.withLock { free in
                guard free.count < Self.mostBuffers else { return }
                free.append([])
                swap(&free[free.count - 1], &bytes)
            }
        }
    }

    private init(_ bytes: [UInt8], pool: Pool) {
        self.bytes = bytes
        self.pool = pool
    }

    deinit { pool.give(&bytes) }
}
