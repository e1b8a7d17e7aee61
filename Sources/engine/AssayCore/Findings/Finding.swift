// SPDX-License-Identifier: Apache-2.0

/// A verdict that is not a pass, as a few numbers; text is made when it is read.
@frozen @usableFromInline
struct Finding: BitwiseCopyable {
    @usableFromInline var row: UInt32
    /// The element in the validator's row space, or `Finding.noElement`.
    var element: UInt32
    /// The validator's index in the plan, or `Finding.recordValidator`.
    @usableFromInline var validator: UInt32
    /// The rule's index in the validator; for findings about the record itself, the index.
    @usableFromInline var step: UInt32
    @usableFromInline var verdict: UInt32
    /// An index into the details, or -1.
    @usableFromInline var detail: Int32

    static let noElement = UInt32.max
    /// Findings of the reader about the record itself, reported after those of the validators.
    @inlinable static var recordValidator: UInt32 { .max }

    /// By record, then validator.
    @inline(__always)
    private var fieldPlace: UInt64 { UInt64(row) << 32 | UInt64(validator) }

    @inline(__always)
    func precedes(_ other: Finding) -> Bool {
        // Most findings differ in these; how many a record has is hard to predict.
        let (place, otherPlace) = (fieldPlace, other.fieldPlace)
        if place != otherPlace { return place < otherPlace }
        if element != other.element { return element < other.element }
        return step < other.step
    }
}

/// The number of findings of a record beyond its limit.
struct DroppedFindings {
    var count = 0
    /// The number of dropped findings that are warnings.
    var warningCount = 0
}
