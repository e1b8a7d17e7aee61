// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRegex
import Synchronization

/// The working memory of searches for plugins, and the limits of the call that searches.
///
/// There are as many as searches run at once; each is used by one thread at a time.
final class SearchMemory: @unchecked Sendable {  // the pool gives it to one thread
    private static let pool = Locked<[SearchMemory]>([])

    private let scratch = PatternScratch()
    private var deadline: UInt64 = 0
    private var flag: UnsafePointer<UInt32>?

    /// Calls `body` with memory for searches that end when the call has to.
    static func with<Result>(
        _ call: UnsafePointer<assay_call>?, _ body: (PatternScratch) -> Result
    ) -> Result {
        let memory = pool.withLock { $0.popLast() } ?? SearchMemory()
        defer { pool.withLock { $0.append(memory) } }
        memory.take(call)
        return body(memory.scratch)
    }

    private func take(_ call: UnsafePointer<assay_call>?) {
        let (deadline, flag) = (call?.pointee.deadline_ns ?? 0, call?.pointee.cancelled)
        guard deadline != self.deadline || flag != self.flag else { return }
        (self.deadline, self.flag) = (deadline, flag)
        scratch.executionLimits =
            deadline == 0 && flag == nil
            ? nil
            : ExecutionLimits(
                deadline: deadline, cancellation: flag.map(CancellationToken.init(borrowing:)))
    }
}
