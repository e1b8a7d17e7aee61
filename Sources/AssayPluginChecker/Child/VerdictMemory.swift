// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The verdicts of a batch, each UNSET at the start.
final class VerdictMemory {
    let start: UnsafeMutablePointer<assay_verdict>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        start = .allocate(capacity: max(1, count))
        reset()
    }

    deinit {
        start.deallocate()
    }

    func reset() {
        start.initialize(repeating: assay_verdict(), count: max(1, count))
    }

    var copy: [assay_verdict] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
