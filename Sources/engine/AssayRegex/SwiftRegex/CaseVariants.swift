// SPDX-License-Identifier: Apache-2.0

/// The cases of letters beyond ASCII, by Unicode's simple case folding.
struct CaseVariants: Sendable {
    /// The other members of each code point's class.
    private let others: [UInt32: [UInt32]]
    /// The code points that have others, in order.
    private let cased: [UInt32]

    /// The variants of the standard library's version of Unicode, made once in some milliseconds.
    static let shared = CaseVariants()

    private init() {
        var classes: [UInt32: [UInt32]] = [:]
        // Letters with cases end with Adlam.
        for value in UInt32(0x41)...0x1_E943 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = Self.folded(scalar)
            if folded != value { classes[folded, default: [folded]].append(value) }
        }
        var others: [UInt32: [UInt32]] = [:]
        for members in classes.values {
            for member in members { others[member] = members.filter { $0 != member } }
        }
        self.others = others
        cased = others.keys.sorted()
    }

    /// The lower case of the upper case, where both are single code points.
    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        // Both dotted forms of the Turkish i fold to themselves but in Turkish.
        if scalar == "\u{130}" || scalar == "\u{131}" { return scalar.value }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return (single(upper.properties.lowercaseMapping) ?? upper).value
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// The set with all cases of its members.
    func closed(_ set: ScalarSet) -> ScalarSet {
        var ranges = set.ranges
        for range in set.ranges {
            var index = firstIndex(from: range.lowerBound)
            while index < cased.count, cased[index] <= range.upperBound {
                ranges += (others[cased[index]] ?? []).map { $0...$0 }
                index += 1
            }
        }
        return ScalarSet(ranges)
    }

    private func firstIndex(from value: UInt32) -> Int {
        var (low, high) = (0, cased.count)
        while low < high {
            let middle = low + (high - low) / 2
            if cased[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
