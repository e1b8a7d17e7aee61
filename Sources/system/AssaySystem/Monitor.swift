// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// A lock with a condition to wait for.
package final class Monitor: @unchecked Sendable {  // the system's lock guards itself
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
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

    package func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Lets go of the lock for a while; only inside `locked`.
    package func unlocked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_unlock(mutex)
        defer { pthread_mutex_lock(mutex) }
        return body()
    }

    /// Waits for `wakeAll`; only inside `locked`.
    package func wait() {
        pthread_cond_wait(condition, mutex)
    }

    package func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}
