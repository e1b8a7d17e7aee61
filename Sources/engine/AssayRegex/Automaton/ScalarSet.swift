// SPDX-License-Identifier: Apache-2.0

/// A set of code points, as sorted ranges that neither overlap nor touch.
package struct ScalarSet: Equatable, Sendable {
    package private(set) var ranges: [ClosedRange<UInt32>]

    /// Every code point.
    package static let all = ScalarSet([0...0x10_FFFF])
    /// `\d` without Unicode properties.
    package static let digits = ScalarSet([0x30...0x39])
    /// `\w` without Unicode properties.
    package static let wordCharacters = ScalarSet([
        0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
    ])
    /// `\s` without Unicode properties: tab to carriage return, and space.
    package static let spaces = ScalarSet([0x09...0x0D, 0x20...0x20])
    /// A line feed: the line break that `.` leaves out.
    package static let lineFeed = ScalarSet([0x0A...0x0A])

    /// Makes the union of ranges in any order.
    package init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                let upper = max(last.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = last.lowerBound...upper
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// The code points that are not in the set.
    package var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10_FFFF { gaps.append(next...0x10_FFFF) }
        return ScalarSet(gaps)
    }

    /// True if the set has all code points beyond ASCII, or none of them.
    var treatsNonASCIIAlike: Bool {
        guard let last = ranges.last else { return true }
        return last.upperBound < 0x80 || (last.lowerBound <= 0x80 && last.upperBound == 0x10_FFFF)
    }
}
