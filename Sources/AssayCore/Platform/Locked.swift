// SPDX-License-Identifier: Apache-2.0

#if THREAD_SANITIZER
import Glibc

/// A value that a lock guards, as `Mutex` is.
///
/// Under contention `Mutex` waits and wakes inside the runtime, where the thread sanitizer sees
/// nothing and reports races that there are not. It knows the locks of POSIX.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: consuming sending Value) {
        self.value.initialize(to: value)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
#else
package import Synchronization

/// A value that a lock guards.
package typealias Locked = Mutex
#endif
