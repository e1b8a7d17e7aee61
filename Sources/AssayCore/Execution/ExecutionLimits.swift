// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// When a validation has to end: at a deadline, or as soon as somebody cancels it.
///
/// What was not checked by then is undecided, with `fault.deadline` or `fault.cancelled`. Rules see
/// a part of a batch at a time, of about 64 KiB of text, and the search of a pattern ends in the
/// middle of a long text. A rule that is at work on one value is not interrupted; rules behind the C
/// contract see both limits (`assay_call`) and can stop themselves.
public struct ExecutionLimits: Sendable {
    /// In nanoseconds of CLOCK_MONOTONIC, as in `assay_call`; 0: none.
    let deadline: UInt64
    let cancellation: Cancellation?

    /// - Parameters:
    ///   - timeout: The time from now on; what is negative has passed; nil: without end.
    ///   - cancellation: Nil: nobody cancels.
    public init(timeout: Duration? = nil, cancellation: Cancellation? = nil) {
        deadline = timeout.map(Self.deadline) ?? 0
        self.cancellation = cancellation
    }

    /// Why to end now, or nil.
    package var reached: FaultReason? {
        if let cancellation, cancellation.isCancelled { return .cancelled }
        return deadline > 0 && Self.now() >= deadline ? .deadline : nil
    }

    /// A timeout that no clock can express is none; one before the clock's start has passed.
    private static func deadline(after timeout: Duration) -> UInt64 {
        let (seconds, attoseconds) = timeout.components
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !whole.overflow else { return seconds < 0 ? 1 : 0 }
        let nanoseconds = whole.partialValue
            .addingReportingOverflow(attoseconds / 1_000_000_000)
        let end = nanoseconds.partialValue
            .addingReportingOverflow(Int64(clamping: now()))
        guard !nanoseconds.overflow, !end.overflow else { return 0 }
        return UInt64(max(1, end.partialValue))
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}

/// A flag that ends validations when it is set; it is never taken back.
public final class Cancellation: @unchecked Sendable {  // the memory holds an atomic
    private let flag: UnsafeMutablePointer<Atomic<UInt32>>

    public init() {
        flag = .allocate(capacity: 1)
        flag.initialize(to: Atomic(0))
    }

    deinit {
        flag.deinitialize(count: 1)
        flag.deallocate()
    }

    /// Ends what runs with this flag; from any thread.
    public func cancel() {
        flag.pointee.store(1, ordering: .releasing)
    }

    public var isCancelled: Bool { flag.pointee.load(ordering: .acquiring) != 0 }

    /// For `assay_call`; lives as long as this object.
    var pointer: UnsafePointer<UInt32> {
        UnsafeRawPointer(flag).assumingMemoryBound(to: UInt32.self)
    }
}
