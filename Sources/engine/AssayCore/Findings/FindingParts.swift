// SPDX-License-Identifier: Apache-2.0

/// The findings of a batch by their validators, in parts as they were recorded, a validator one or a few times.
///
/// A rule that needs another field runs late: its findings come after those of the fields that follow its own.
/// In the order of the parts, those of a record are in the order of its report but for a few.
struct FindingParts: ~Copyable {
    // Not private: a debug build of a file that holds these parts would lack it (Swift 6.3).
    struct Part: BitwiseCopyable {
        let validator: UInt32
        let start: Int
        let end: Int
    }

    /// The maximum number of parts; beyond it, the findings stay in the order in which they were
    /// recorded.
    private static let most = 64

    private var parts = GrowingBuffer<Part>(capacity: most)
    private(set) var count = 0
    /// The part that findings are recorded in.
    private var validator: UInt32 = 0
    private var start = 0
    /// `true` if all findings are one part, because there are too many parts or it is not known
    /// where they begin.
    private(set) var areOne = false

    /// Starts a batch.
    mutating func reset(areOne: Bool = false) {
        count = 0
        start = 0
        self.areOne = areOne
    }

    /// Starts the findings of a validator, after the first `recorded`.
    @inline(__always)
    mutating func begin(_ validator: UInt32, after recorded: Int) {
        if validator != self.validator, recorded > start { close(after: recorded) }
        self.validator = validator
    }

    /// Ends the last part: the parts are those of the first `recorded` findings.
    mutating func close(after recorded: Int) {
        assert(recorded >= start, "the part ends before it begins")
        if areOne || count == Self.most {
            count = 0
            start = 0
            areOne = true
        }
        insert(Part(validator: validator, start: start, end: recorded))
        if !areOne { start = recorded }
    }

    /// Adds a part after those of validators that do not come after its own.
    private mutating func insert(_ part: Part) {
        assert(count < Self.most, "there is no room for a part")
        var place = count
        while place > 0, parts.start[place - 1].validator > part.validator {
            parts.start[place] = parts.start[place - 1]
            place -= 1
        }
        parts.start[place] = part
        count += 1
    }

    /// The findings of a part.
    func range(_ part: Int) -> Range<Int> {
        assert(part >= 0 && part < count)
        return parts.start[part].start..<parts.start[part].end
    }
}
