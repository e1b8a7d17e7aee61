// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Calls somebody now and then, on a thread of its own, so that a waiting run shows that it waits.
enum ProgressTicker {
    /// Calls `body` at once and then with this time in between, until it returns false.
    static func start(every interval: Duration, _ body: @escaping @Sendable () -> Bool) {
        guard body() else { return }
        let (seconds, attoseconds) = interval.components
        let pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        SystemThread {
            repeat {
                withUnsafePointer(to: pause) { _ = nanosleep($0, nil) }
            } while body()
        }?.detach()
    }
}
