// SPDX-License-Identifier: Apache-2.0
/// What belongs to one thread of validation: scratch objects, the findings of the batch in work.
///
/// Used by one thread at a time; a `ValidationSession` owns one.
public final class ExecutionState {
    // A session is used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) @usableFromInline private(set) var isText = false
    @usableFromInline let slots: UnsafeMutablePointer<Unmanaged<AnyObject>?>
    @exclusivity(unchecked) var explanation: FindingDetail?
    @exclusivity(unchecked) package var findings = FindingBuffer()
    /// Buffers for rules behind the C contract.
    let nativeCall = NativeCall()
    /// Writes down what happens; nil: nobody looks.
    @exclusivity(unchecked) var trace: TraceRecorder? {
        didSet { isTraced = trace != nil }
    }
    /// Somebody looks: a flag, so that nobody counts references when nobody does.
    @exclusivity(unchecked) private(set) var isTraced = false
    /// When the validation has to end; nil: never.
    @exclusivity(unchecked) var limits: ExecutionLimits? {
        didSet {
            nativeCall.limits = limits
            for index in 0..<ScratchSlots.count { limit(slots[index]) }
            hasLimits = limits != nil
        }
    }
    /// The validation in work: what is borrowed from its records ends with it.
    @exclusivity(unchecked) private(set) var round: UInt64 = 0
    /// A flag, so that nobody counts references where there are none.
    @exclusivity(unchecked) private(set) var hasLimits = false

    init() {
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

    /// Tells an object when the validation has to end, if it wants to know.
    @usableFromInline
    func limit(_ object: Unmanaged<AnyObject>?) {
        guard let limited = object?.takeUnretainedValue() as? any LimitedScratch else { return }
        limited.executionLimits = limits
    }

    /// Replaces the object that the key makes at its first use, such as one with other limits.
    public func setScratch<Object: AnyObject>(_ object: Object, for key: ScratchKey<Object>) {
        slots[key.index]?.release()
        slots[key.index] = Unmanaged.passRetained(object as AnyObject)
        limit(slots[key.index])
    }

    @usableFromInline
    func record(_ verdict: Verdict, row: Int) {
        if verdict.isPass || verdict.isSkip { return }
        let isKept = findings.record(verdict, row: row)
        guard let detail = explanation else { return }
        explanation = nil
        if isKept { findings.explainLast(detail) }
    }
}
