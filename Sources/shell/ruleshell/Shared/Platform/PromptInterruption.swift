// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayCLibrary
import Synchronization

/// ^C while an answer is being made: it ends the answer, not the prompt.
final class PromptInterruption: Sendable {
    private static let requested = Atomic<Bool>(false)
    /// The descriptor that ends a wait for files, or -1 if there is no wait.
    private static let wakeup = Atomic<Int32>(-1)

    /// Makes ^C end an answer from now on.
    func install() {
        signal(SIGINT) { _ in
            PromptInterruption.requested.store(true, ordering: .relaxed)
            let wakeup = PromptInterruption.wakeup.load(ordering: .relaxed)
            guard wakeup >= 0 else { return }
            var one: UInt64 = 1
            _ = AssayCLibrary.write(wakeup, &one, MemoryLayout<UInt64>.size)
        }
    }

    var wasRequested: Bool { Self.requested.load(ordering: .relaxed) }

    func reset() {
        Self.requested.store(false, ordering: .relaxed)
    }

    /// Waits until files change, and returns `false` if ^C ends the wait.
    func awaitChange(_ watch: FileWatch) -> Bool {
        Self.wakeup.store(watch.wakeup, ordering: .relaxed)
        defer { Self.wakeup.store(-1, ordering: .relaxed) }
        return !wasRequested && watch.wait() && !wasRequested
    }
}
