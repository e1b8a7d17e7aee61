// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The state of one thread of validation: scratch objects and the findings of the current batch.
///
/// Used by one thread at a time; a `ValidationSession` owns one.
@usableFromInline
package final class ExecutionState {
    // A session is used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) @usableFromInline private(set) var isText = false
    @usableFromInline let slots: UnsafeMutablePointer<Unmanaged<AnyObject>?>
    @exclusivity(unchecked) var explanation: FindingDetail?
    @exclusivity(unchecked) package var findings = FindingBuffer()
    /// The memory for parts of values that texts of the current validation are read as.
    package let readValues = ValueArena(blockSize: 1024)
    /// Buffers for rules of the C contract.
    let nativeCall = NativeCall()
    /// The recorder of the steps of a validation, or `nil` if tracing is off.
    @exclusivity(unchecked) var trace: TraceRecorder? {
        didSet { isTraced = trace != nil }
    }
    /// `true` if tracing is on; unlike `trace`, reading it counts no references.
    @exclusivity(unchecked) private(set) var isTraced = false
    /// The limits of the current validation, or `nil` if it has none.
    @exclusivity(unchecked) var limits: ExecutionLimits? {
        didSet {
            guard hasLimits || limits != nil else { return }
            nativeCall.limits = limits
            for index in 0..<ScratchSlots.count { limit(slots[index]) }
            hasLimits = limits != nil
        }
    }
    /// The number of records of the input before those that are validated, or `nil` if it is not known.
    @exclusivity(unchecked) package var recordsBefore: Int?
    /// The number of records that are validated.
    @exclusivity(unchecked) var recordCount = 0
    /// The number of the current validation: what is borrowed from its records ends with it.
    @exclusivity(unchecked) private(set) var round: UInt64 = 0
    /// `true` if there are limits; unlike `limits`, reading it counts no references.
    @exclusivity(unchecked) private(set) var hasLimits = false

    /// The approximate number of bytes that nested rules have read since the last clock reading;
    /// see `interruption`.
    @exclusivity(unchecked) private var nestedWork = 0

    private let clock: @Sendable () -> Duration
    /// The moment of all validations, or `nil` if each validation has its own.
    @exclusivity(unchecked) var commonMoment: Duration?
    @exclusivity(unchecked) private var moment = Duration.zero
    /// The round of the validation that last read the clock.
    @exclusivity(unchecked) private var momentRound: UInt64 = 0

    /// - Parameter clock: The time since 1970-01-01T00:00:00Z.
    init(clock: @escaping @Sendable () -> Duration) {
        self.clock = clock
        slots = .allocate(capacity: ScratchSlots.count)
        slots.initialize(repeating: nil, count: ScratchSlots.count)
    }

    /// Starts a validation.
    ///
    /// - Parameter isText: The records come from text: every value is a string or absent.
    @inline(__always)
    func begin(isText: Bool) {
        round &+= 1
        self.isText = isText
        if isText { readValues.reset() }
    }

    /// The moment of the validation since 1970-01-01T00:00:00Z: the clock is read once for all rules
    /// and rows of it.
    var now: Duration {
        if let commonMoment { return commonMoment }
        if momentRound != round {
            moment = clock()
            momentRound = round
        }
        return moment
    }

    /// Returns the reason not to run a rule within another one, or `nil` to run it.
    ///
    /// The clock is read only after a bounded amount of work.
    func interruption(before value: assay_value) -> FaultReason? {
        nestedWork &+= value.approximateWork
        guard nestedWork >= ExecutionLimits.workBetweenClockReads else { return nil }
        nestedWork = 0
        return limits?.reached
    }

    deinit {
        for index in 0..<ScratchSlots.count { slots[index]?.release() }
        slots.deallocate()
    }

    @inlinable
    func scratch<Object: AnyObject>(_ key: ScratchKey<Object>) -> Unmanaged<Object> {
        if let object = slots[key.index] {
            return Unmanaged<Object>.fromOpaque(object.toOpaque())
        }
        let made = Unmanaged.passRetained(key.make())
        slots[key.index] = Unmanaged<AnyObject>.fromOpaque(made.toOpaque())
        limit(slots[key.index])
        return made
    }

    /// Passes the limits of the validation to an object that is a `LimitedScratch`.
    @usableFromInline
    func limit(_ object: Unmanaged<AnyObject>?) {
        guard let limited = object?.takeUnretainedValue() as? any LimitedScratch else { return }
        limited.executionLimits = limits
    }

    /// Replaces the object that the key makes at its first use, such as one with other limits.
    package func setScratch<Object: AnyObject>(_ object: Object, for key: ScratchKey<Object>) {
        slots[key.index]?.release()
        slots[key.index] = Unmanaged.passRetained(object as AnyObject)
        limit(slots[key.index])
    }

    /// Records what a verdict does.
    @usableFromInline
    func record(_ verdict: Verdict, row: Int) {
        // Most of what is recorded.
        if explanation == nil, findings.recordPlain(verdict, row: row) { return }
        recordOther(verdict, row: row)
    }

    @inline(never)
    private func recordOther(_ verdict: Verdict, row: Int) { _ = apply(verdict, to: row) }

    /// Records what a verdict does, and what the rule explained; returns the effect.
    @inline(__always)
    func apply(_ verdict: Verdict, to row: Int) -> VerdictEffect {
        if verdict.isPass || verdict.isSkip { return .none }
        let count = findings.count
        let effect = findings.record(verdict, row: row)
        if explanation != nil { keepExplanation(isReported: findings.count > count) }
        return effect
    }

    @inline(never)
    private func keepExplanation(isReported: Bool) {
        if let explanation, isReported { findings.explainLast(explanation) }
        explanation = nil
    }
}
