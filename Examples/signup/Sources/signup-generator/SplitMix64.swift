// SPDX-License-Identifier: Apache-2.0

/// A seeded generator of 64-bit numbers: the same seed gives the same numbers everywhere.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number, uniform over all of `UInt64`.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number within `range`; the bias of at most `range.count / 2^64` does not matter here.
    mutating func int(_ range: ClosedRange<Int>) -> Int {
        let high = next().multipliedFullWidth(by: UInt64(range.count)).high
        return range.lowerBound + Int(high)
    }

    /// True with the given probability, 0 to 1.
    mutating func chance(_ probability: Double) -> Bool {
        Double(next() >> 11) * 0x1p-53 < probability
    }

    /// One element of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[int(0...(list.count - 1))]
    }

    /// `count` code points of an alphabet that is not empty.
    mutating func text(_ alphabet: [Unicode.Scalar], _ count: Int) -> String {
        var text = ""
        for _ in 0..<count {
            text.unicodeScalars.append(pick(alphabet))
        }
        return text
    }

    /// `count` different members of `list`, in the order of the list; all of them if there are fewer.
    mutating func sample<Element>(_ list: [Element], _ count: Int) -> [Element] {
        var wanted = min(count, list.count)
        var chosen: [Element] = []
        for (index, element) in list.enumerated() where wanted > 0 {
            if int(1...(list.count - index)) <= wanted {
                chosen.append(element)
                wanted -= 1
            }
        }
        return chosen
    }
}
