// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

extension PageCollector {
    /// What was gathered so far.
    struct Contents: Sendable {
        /// Most findings first; of records with equally many, earlier ones first.
        var worst: [WorstRecord] = []
        /// By the places of the rules in the plan, as far as values of them were counted.
        private var counts: [ValueCounts] = []
        /// How many values were counted.
        var counted = 0
        /// Values were left out, as so many were counted.
        var leftOut = false
        /// Goes into the hashes of values, so that no one can choose values that collide.
        var salt = UInt64.random(in: .min ... .max)

        /// What was at the places, kept so that looking at them is not left out.
        private var seen: UInt32 = 0

        /// Values of a run that are counted.
        var mostValues = PageCollector.mostValues

        var isFull: Bool { counted >= mostValues }
        /// By the places of the rules in the plan.
        var values: [Int: ValueCounts] {
            Dictionary(
                uniqueKeysWithValues: counts.enumerated().lazy.filter { !$0.element.isEmpty }
                    .map { ($0.offset, $0.element) })
        }

        /// Continues with the values of a rule that were counted before.
        mutating func restore(_ values: ValueCounts, of rule: Int) {
            makeRoom(for: rule)
            counts[rule] = values
        }

        private mutating func makeRoom(for rule: Int) {
            while counts.count <= rule { counts.append(ValueCounts()) }
        }

        /// Looks at the places of all values, then counts them all: places are far apart in memory, and the
        /// processor waits for several at once.
        mutating func add(
            _ values: ArraySlice<RejectedValue>, of texts: UnsafeBufferPointer<UInt8>
        ) {
            let taken = values.prefix(max(0, mostValues - counted))
            if taken.count < values.count { leftOut = true }
            counted += taken.count
            if let last = taken.lazy.map(\.rule).max() { makeRoom(for: Int(last)) }
            counts.withUnsafeMutableBufferPointer { counts in
                for value in taken { seen ^= counts[Int(value.rule)].look(at: value.key) }
                for value in taken {
                    let bytes = UnsafeBufferPointer(rebasing: texts[value.text])
                    counts[Int(value.rule)].add(
                        value.key, CountedValue(bytes: bytes, isJSON: value.isJSON))
                }
            }
        }

        /// The findings of the last of the worst records; 0 while more fit.
        var fewest: Int {
            worst.count < PageCollector.mostRecords ? 0 : worst.last?.count ?? 0
        }
    }
}
