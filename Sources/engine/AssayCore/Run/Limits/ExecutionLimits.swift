// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The limits of a validation, which ends after a timeout or as soon as it is cancelled.
///
/// Values that were not checked by then are undecided, with `fault.deadline` or `fault.cancelled`.
/// Rules see a part of a batch at a time, of about 64 KiB of text; the search of a pattern ends in
/// the middle of a long text, and rules within a rule end between two elements. Other rules finish
/// the current value. Rules in C and in plugins see both limits (`assay_call`) and can stop
/// themselves.
public struct ExecutionLimits: Sendable {
    /// The deadline in nanoseconds of CLOCK_MONOTONIC, as in `assay_call`, or 0 for none.
    let deadline: UInt64
    let cancellation: CancellationToken?

    /// - Parameters:
    ///   - timeout: The time from now on, or `nil` for no end; a negative time has passed already.
    ///   - cancellation: The token that ends the validation when it is cancelled, or `nil` for
    ///     none.
    public init(timeout: Duration? = nil, cancellation: CancellationToken? = nil) {
        deadline = timeout.map(Self.deadline) ?? 0
        self.cancellation = cancellation
    }

    /// The limits of a call of the C contract.
    ///
    /// - Parameters:
    ///   - deadline: The deadline in nanoseconds of CLOCK_MONOTONIC, or 0 for none.
    ///   - cancellation: The token that ends the call when it is cancelled, or `nil` for none.
    package init(deadline: UInt64, cancellation: CancellationToken?) {
        self.deadline = deadline
        self.cancellation = cancellation
    }

    /// The reason to end now, or `nil` to continue.
    package var reached: FaultReason? {
        if let cancellation, cancellation.isCancelled { return .cancelled }
        return deadline > 0 && MonotonicClock.now() >= deadline ? .deadline : nil
    }

    /// Returns the deadline after a timeout, or 0 for none if no clock can express it.
    ///
    /// A deadline before the clock's start is 1, which has passed.
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

/// A flag that ends validations when it is set; it is never reset.
public final class CancellationToken: @unchecked Sendable {  // the memory holds an atomic
    private let flag: UnsafeMutablePointer<Atomic<UInt32>>
    private let ownsFlag: Bool

    /// A token that is not cancelled.
    public init() {
        flag = .allocate(capacity: 1)
        flag.initialize(to: Atomic(0))
        ownsFlag = true
    }

    /// Creates the token of a flag of an `assay_call`; the flag must stay valid while the token is
    /// used.
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

    /// Ends the validations that have this token; it can be called from any thread.
    public func cancel() {
        flag.pointee.store(1, ordering: .releasing)
    }

    /// `true` if the token is cancelled.
    package var isCancelled: Bool { flag.pointee.load(ordering: .acquiring) != 0 }

    /// The address of the flag for `assay_call`, valid as long as this object.
    var pointer: UnsafePointer<UInt32> {
        UnsafeRawPointer(flag).assumingMemoryBound(to: UInt32.self)
    }
}
