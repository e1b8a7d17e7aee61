// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The verdicts of a batch, each UNSET at the start.
final class VerdictMemory {
    let start: UnsafeMutablePointer<assay_verdict>
    private let count: Int
    /// Keeps the memory; nil if it is this object's own.
    private let owner: GuardedMemory?

    init(count: Int) {
        self.count = count
        owner = nil
        start = .allocate(capacity: max(1, count))
        start.initialize(repeating: assay_verdict(), count: count)
    }

    /// Verdicts followed by memory that must not be touched.
    init(count: Int, in memory: GuardedMemory) {
        self.count = count
        owner = memory
        start = memory.allocate(count * MemoryLayout<assay_verdict>.stride)
            .bindMemory(to: assay_verdict.self, capacity: count)
        start.initialize(repeating: assay_verdict(), count: count)
    }

    deinit {
        if owner == nil { start.deallocate() }
    }

    var copy: [assay_verdict] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
