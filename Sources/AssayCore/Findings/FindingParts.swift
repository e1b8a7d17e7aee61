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

    /// More are left in the order in which they were recorded.
    private static let most = 64

    private var parts = GrowingBuffer<Part>(capacity: most)
    private(set) var count = 0

    /// Finds the parts of findings, O(findings).
    mutating func find(in findings: UnsafePointer<Finding>, count findingCount: Int) {
        count = 0
        var start = 0
        while start < findingCount {
            let validator = findings[start].validator
            var end = start + 1
            while end < findingCount, findings[end].validator == validator { end += 1 }
            guard count < Self.most else {
                parts.start[0] = Part(validator: 0, start: 0, end: findingCount)
                count = 1
                return
            }
            insert(Part(validator: validator, start: start, end: end))
            start = end
        }
    }

    /// Adds a part after those of validators that do not come after its own.
    private mutating func insert(_ part: Part) {
        var place = count
        while place > 0, parts.start[place - 1].validator > part.validator {
            parts.start[place] = parts.start[place - 1]
            place -= 1
        }
        parts.start[place] = part
        count += 1
    }

    /// The findings of a part.
    func range(_ part: Int) -> Range<Int> { parts.start[part].start..<parts.start[part].end }
}
