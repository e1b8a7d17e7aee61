// SPDX-License-Identifier: Apache-2.0
//
// All that the core asks of the C library.
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clock of `assay_call`'s deadlines, which no change of the date moves.
package enum MonotonicClock {
    /// Nanoseconds of CLOCK_MONOTONIC.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}

/// The time of day of the system, as rules compare it with dates.
@usableFromInline
package enum SystemTime {
    /// The time since 1970-01-01T00:00:00Z by CLOCK_REALTIME, leap seconds not counted.
    @usableFromInline
    package static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec),
            attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }
}

/// Searches and comparisons of bytes by the C library, which does them with vectors.
package enum ByteSearch {
    /// Returns the index of the first occurrence of a byte among `count` bytes, or `nil` if there
    /// is none.
    @inlinable @inline(__always)
    package static func firstIndex(
        of byte: UInt8, in start: UnsafePointer<UInt8>, count: Int
    ) -> Int? {
        guard let found = memchr(start, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    /// The order of two places of `count` bytes: negative, zero or positive.
    @inlinable @inline(__always)
    package static func compare(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Int {
        Int(memcmp(left, right, count))
    }

    /// Returns `true` if two buffers hold the same bytes.
    package static func areEqual(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
            return left.isEmpty
        }
        return compare(leftStart, rightStart, count: left.count) == 0
    }
}

/// The thread that a function runs on.
package enum CurrentThread {
    /// A number that no other thread of the process has at the same time, other than 0.
    package static var id: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #elseif canImport(Musl)
        UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }
}

/// A number that each thread has for itself, 0 at first.
package struct ThreadNumber: Sendable {
    /// The key of the number, or `nil` if the process has no more keys.
    private let key: pthread_key_t?

    package init() {
        var key = pthread_key_t()
        self.key = pthread_key_create(&key, nil) == 0 ? key : nil
    }

    /// The number of the thread that asks for it.
    package var value: Int {
        get { key.map { Int(bitPattern: pthread_getspecific($0)) } ?? 0 }
        nonmutating set {
            if let key { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
        }
    }
}

#if THREAD_SANITIZER
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

    package func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard pthread_mutex_trylock(lock) == 0 else { return nil }
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
#endif
