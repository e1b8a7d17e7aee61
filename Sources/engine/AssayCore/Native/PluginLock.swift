// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI
import Synchronization

/// Serializes the calls of a plugin, or of a rule of the caller, that may not run on two threads.
///
/// A rule of the caller can check records itself, with rules that lead back to the same lock. The thread
/// that holds the lock enters it again. Threads that would wait for each other's locks forever are noticed.
package final class PluginLock: Sendable {
    private let lock = Locked(())
    /// The thread that holds the lock, or 0.
    private let holder = Atomic<UInt>(0)
    /// The locks that threads wait for.
    private static let awaited = Locked<[UInt: PluginLock]>([:])

    package init() {}

    /// Does something that no other thread does meanwhile.
    ///
    /// - Returns: The result of `body`, or `nil` if it was not called because a thread that holds the lock
    ///   waits for this one.
    package func locked(_ body: () -> assay_rc) -> assay_rc? {
        let thread = CurrentThread.id
        if holder.load(ordering: .relaxed) == thread { return body() }
        if let result = lock.withLockIfAvailable({ _ in hold(by: thread, body) }) { return result }
        guard announce(thread) else { return nil }
        return lock.withLock { _ in
            Self.awaited.withLock { $0[thread] = nil }
            return hold(by: thread, body)
        }
    }

    private func hold(by thread: UInt, _ body: () -> assay_rc) -> assay_rc {
        holder.store(thread, ordering: .relaxed)
        defer { holder.store(0, ordering: .relaxed) }
        return body()
    }

    /// Notes that a thread waits for the lock.
    ///
    /// The last thread of a circle finds all others: each of them holds its locks already, and has noted the
    /// one that it waits for.
    ///
    /// - Returns: `false` if the thread would wait for itself.
    private func announce(_ thread: UInt) -> Bool {
        Self.awaited.withLock { awaited in
            var next = self
            for _ in 0...awaited.count {
                let holder = next.holder.load(ordering: .relaxed)
                if holder == thread { return false }
                guard let further = awaited[holder] else { break }
                next = further
            }
            awaited[thread] = self
            return true
        }
    }
}
