// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A lock with a condition to wait for.
final class Monitor: @unchecked Sendable {  // the system's lock guards itself
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Lets go of the lock for a while; only inside `locked`.
    func unlocked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_unlock(mutex)
        defer { pthread_mutex_lock(mutex) }
        return body()
    }

    /// Waits for `wakeAll`; only inside `locked`.
    func wait() {
        pthread_cond_wait(condition, mutex)
    }

    func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}

/// Runs a piece of work on several threads and waits for all of them.
enum WorkerThreads {
    private final class Work: Sendable {
        let index: Int
        let body: @Sendable (Int) -> Void

        init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.index = index
            self.body = body
        }
    }

    /// Calls `body` with 0 to `count - 1`, each on its own thread, the last one on this thread;
    /// where the system refuses a thread, the work is done on this one too.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for index in 0..<count - 1 {
            let work = Unmanaged.passRetained(Work(index, body))
            var thread = pthread_t()
            let result = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                    work.body(work.index)
                    return nil
                }, work.toOpaque())
            if result == 0 {
                threads.append(thread)
            } else {
                work.release()
            }
        }
        body(count - 1)
        for thread in threads { pthread_join(thread, nil) }
    }
}
