// SPDX-License-Identifier: Apache-2.0

/// Sorts findings by their place in the report.
///
/// Most records have a few findings that are nearly in order, for which insertion moves little;
/// many are sorted in blocks, which are merged.
enum FindingOrder {
    /// The maximum number of findings that are sorted by insertion alone.
    static let blockSize = 48

    /// Sorts a range of the findings in O(n log n), using another buffer for the merges.
    @inline(__always)
    static func sort(
        _ findings: inout GrowingBuffer<Finding>, in range: Range<Int>,
        using spare: inout GrowingBuffer<Finding>
    ) {
        guard range.count > blockSize else { return insert(in: findings.start, range: range) }
        merge(&findings, in: range, using: &spare)
    }

    /// Sorts a range of the findings, of which few have to move far.
    static func insert(
        in findings: UnsafeMutablePointer<Finding>, range: Range<Int>
    ) {
        guard let first = range.first else { return }
        var index = first + 1
        while index < range.upperBound {
            if findings[index].precedes(findings[index - 1]) {
                move(findings + index, notBefore: findings + first)
            }
            index += 1
        }
    }

    /// Moves a finding to its place among those before it, which are sorted.
    @inline(never)
    private static func move(
        _ last: UnsafeMutablePointer<Finding>, notBefore first: UnsafeMutablePointer<Finding>
    ) {
        let finding = last.pointee
        var place = last
        repeat {
            place.pointee = (place - 1).pointee
            place -= 1
        } while place > first && finding.precedes((place - 1).pointee)
        place.pointee = finding
    }

    /// Sorts blocks, and merges neighbors until one is left.
    @inline(never)
    private static func merge(
        _ findings: inout GrowingBuffer<Finding>, in range: Range<Int>,
        using spare: inout GrowingBuffer<Finding>
    ) {
        assert(range.lowerBound >= 0 && range.upperBound <= findings.capacity)
        spare.reserve(range.upperBound)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: blockSize) {
            insert(in: findings.start, range: start..<min(start + blockSize, range.upperBound))
        }
        var width = blockSize
        while width < range.count {
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 2 * width) {
                let middle = min(start + width, range.upperBound)
                let end = min(middle + width, range.upperBound)
                merge(
                    start..<middle, with: middle..<end, of: findings.start, into: spare.start)
            }
            (findings.start + range.lowerBound)
                .update(from: spare.start + range.lowerBound, count: range.count)
            width *= 2
        }
    }

    private static func merge(
        _ left: Range<Int>, with right: Range<Int>, of findings: UnsafeMutablePointer<Finding>,
        into target: UnsafeMutablePointer<Finding>
    ) {
        assert(left.upperBound == right.lowerBound, "the ranges are not neighbors")
        var (first, second) = (left.lowerBound, right.lowerBound)
        defer { assert(first == left.upperBound && second == right.upperBound) }
        for place in left.lowerBound..<right.upperBound {
            let takesRight =
                first == left.upperBound
                || second < right.upperBound && findings[second].precedes(findings[first])
            target[place] = findings[takesRight ? second : first]
            if takesRight { second += 1 } else { first += 1 }
        }
    }
}
