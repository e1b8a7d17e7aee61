// SPDX-License-Identifier: Apache-2.0

extension ClosedRange<UInt32> {
    /// The other cases of the ASCII letters in a range of ASCII characters.
    ///
    /// Two letters have a case beyond ASCII, by Unicode's simple case folding: the Kelvin sign is
    /// a `k`, the long s an `s`.
    var otherCases: [ClosedRange<UInt32>] {
        let upper: ClosedRange<UInt32> = 0x41...0x5A
        let lower: ClosedRange<UInt32> = 0x61...0x7A
        var others: [ClosedRange<UInt32>] = []
        if overlaps(upper) { others.append(clamped(to: upper).moved(up: 0x20)) }
        if overlaps(lower) { others.append(clamped(to: lower).moved(down: 0x20)) }
        if contains(0x4B) || contains(0x6B) { others.append(0x212A...0x212A) }
        if contains(0x53) || contains(0x73) { others.append(0x017F...0x017F) }
        return others
    }

    private func moved(up distance: UInt32) -> ClosedRange<UInt32> {
        (lowerBound + distance)...(upperBound + distance)
    }

    private func moved(down distance: UInt32) -> ClosedRange<UInt32> {
        (lowerBound - distance)...(upperBound - distance)
    }
}
