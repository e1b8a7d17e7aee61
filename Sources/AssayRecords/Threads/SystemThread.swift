// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread of the system.
package struct SystemThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let thread: pthread_t

    /// Calls `body` on a new thread; nil where the system refuses one.
    ///
    /// The caller joins or detaches it.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Leaves it alone: nobody waits for its end.
    package func detach() {
        pthread_detach(thread)
    }

    /// Calls `body` with 0 to `count - 1`, each on its own thread, the last one on this thread, and
    /// waits for all; where the system refuses a thread, the others do its work too.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count - 1).compactMap { index in SystemThread { body(index) } }
        body(count - 1)
        for thread in threads { thread.join() }
    }
}
