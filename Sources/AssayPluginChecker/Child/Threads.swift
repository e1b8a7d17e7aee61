// SPDX-License-Identifier: Apache-2.0
import CPluginChecker
import Glibc

/// Threads of a check.
enum Threads {
    /// Runs a piece of work on several threads at once and waits for all of them.
    ///
    /// - Parameters:
    ///   - count: How many threads.
    ///   - stackBytes: Their stacks; nil: what the system gives.
    ///   - work: What each of them does.
    static func run(count: Int, stackBytes: Int? = nil, _ work: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        if let stackBytes {
            pthread_attr_setstacksize(&attributes, stackBytes)
            // A large frame must not reach over the guard.
            pthread_attr_setguardsize(&attributes, 16 << 20)
        }
        var threads: [pthread_t] = []
        for _ in 0..<count {
            var thread = pthread_t()
            let box = Unmanaged.passRetained(Work(work)).toOpaque()
            let error = pthread_create(
                &thread, &attributes,
                { argument in
                    guard let argument else { return nil }
                    assay_faults_prepare_thread()
                    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                    return nil
                }, box)
            if error == 0 { threads.append(thread) }
        }
        for thread in threads { pthread_join(thread, nil) }
        pthread_attr_destroy(&attributes)
    }

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
