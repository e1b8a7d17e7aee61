// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// When a validation has to end: after a timeout, or as soon as it is cancelled.
///
/// What was not checked by then is undecided, with `fault.deadline` or `fault.cancelled`. Rules see
/// a part of a batch at a time, of about 64 KiB of text; the search of a pattern ends in the middle of
/// a long text, and rules within a rule between two elements. Other rules finish the current value;
/// those in C and in plugins see both limits (`assay_call`) and can stop themselves.
public struct ExecutionLimits: Sendable {
    /// In nanoseconds of CLOCK_MONOTONIC, as in `assay_call`; 0: none.
    let deadline: UInt64
    let cancellation: CancellationToken?

    /// - Parameters:
    ///   - timeout: The time from now on; a negative one has passed; nil: without end.
    ///   - cancellation: Ends the validation when it is cancelled; nil: nothing does.
    public init(timeout: Duration? = nil, cancellation: CancellationToken? = nil) {
        deadline = timeout.map(Self.deadline) ?? 0
        self.cancellation = cancellation
    }

    /// The limits of a call of the C contract.
    ///
    /// - Parameters:
    ///   - deadline: In nanoseconds of CLOCK_MONOTONIC; 0: none.
    ///   - cancellation: Ends what runs with the limits; nil: nothing does.
    package init(deadline: UInt64, cancellation: CancellationToken?) {
        self.deadline = deadline
        self.cancellation = cancellation
    }

    /// Why to end now, or nil.
    package var reached: FaultReason? {
        if let cancellation, cancellation.isCancelled { return .cancelled }
        return deadline > 0 && MonotonicClock.now() >= deadline ? .deadline : nil
    }

    /// A timeout that no clock can express is none; one before the clock's start has passed.
    private static func deadline(after timeout: Duration) -> UInt64 {
        let (seconds, attoseconds) = timeout.components
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !whole.overflow else { return seconds < 0 ? 1 : 0 }
        let nanoseconds = whole.partialValue
            .addingReportingOverflow(attoseconds / 1_000_000_000)
        let end = nanoseconds.partialValue
            .addingReportingOverflow(Int64(clamping: MonotonicClock.now()))
        guard !nanoseconds.overflow, !end.overflow else { return 0 }
        return UInt64(max(1, end.partialValue))
    }
}

/// A flag that ends validations when it is set; it is never taken back.
public final class CancellationToken: @unchecked Sendable {  // the memory holds an atomic
    private let flag: UnsafeMutablePointer<Atomic<UInt32>>
    private let ownsFlag: Bool

    /// A token that is not cancelled.
    public init() {
        flag = .allocate(capacity: 1)
        flag.initialize(to: Atomic(0))
        ownsFlag = true
    }

    /// The token of a flag as `assay_call` has it, which has to be there while the token is asked.
    package init(borrowing flag: UnsafePointer<UInt32>) {
        self.flag = UnsafeMutableRawPointer(mutating: flag)
            .assumingMemoryBound(to: Atomic<UInt32>.self)
        ownsFlag = false
    }

    deinit {
        guard ownsFlag else { return }
        flag.deinitialize(count: 1)
        flag.deallocate()
    }

    /// Ends what runs with this flag; from any thread.
    public func cancel() {
        flag.pointee.store(1, ordering: .releasing)
    }

    /// Whether `cancel()` was called.
    package var isCancelled: Bool { flag.pointee.load(ordering: .acquiring) != 0 }

    /// For `assay_call`; lives as long as this object.
    var pointer: UnsafePointer<UInt32> {
        UnsafeRawPointer(flag).assumingMemoryBound(to: UInt32.self)
    }
}
