// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// A thread of the system.
package struct SystemThread {
    /// Options for making a thread.
    package struct Options: Sendable {
        /// The size of the stack in bytes, or `nil` for the system's default.
        package var stackBytes: Int?
        /// The size of the guard area in bytes, or `nil` for the system's default.
        ///
        /// The guard area is the memory after the stack that ends the process when it is touched.
        package var guardBytes: Int?
        /// `true` if other threads take all signals.
        package var blocksSignals = false

        package init() {}
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let thread: pthread_t

    /// Calls `body` on a new thread.
    ///
    /// The caller joins or detaches it.
    package init(
        options: Options = Options(), _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let work = Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let bytes = options.stackBytes { pthread_attr_setstacksize(&attributes, bytes) }
        if let bytes = options.guardBytes { pthread_attr_setguardsize(&attributes, bytes) }
        var thread = pthread_t()
        let result = Self.blockingSignals(options.blocksSignals) {
            pthread_create(
                &thread, &attributes,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                    return nil
                }, work.toOpaque())
        }
        guard result == 0 else {
            work.release()
            throw SystemError(number: result)
        }
        self.thread = thread
    }

    /// Waits until `body` has returned.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread end on its own.
    package func detach() {
        pthread_detach(thread)
    }

    /// Calls `body` with 0 to `count - 1`, each on its own thread, the last one on this thread, and
    /// waits for all; if the system has no thread left, the others do its work.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count - 1).compactMap { index in try? SystemThread { body(index) } }
        body(count - 1)
        for thread in threads { thread.join() }
    }

    /// Has this thread wait for a time.
    package static func sleep(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        withUnsafePointer(to: time) { _ = nanosleep($0, nil) }
    }

    /// A new thread inherits the mask of the thread that starts it.
    private static func blockingSignals<Result>(_ blocks: Bool, _ body: () -> Result) -> Result {
        guard blocks else { return body() }
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
