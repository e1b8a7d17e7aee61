// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

extension PageCollector {
    /// The records and values that were collected so far.
    struct Contents: Sendable {
        /// The records with the most findings, most findings first, and earlier records first among
        /// equals.
        var worst: [WorstRecord] = []
        /// The counted values, by the index of the rule in the plan.
        private var counts: [ValueCounts] = []
        /// The number of values that were counted.
        var counted = 0
        /// `true` if values were left out because the limit was reached.
        var leftOut = false
        /// The salt of the hashes of values, so that no input can have values that collide by
        /// choice.
        var salt = UInt64.random(in: .min ... .max)

        /// The combined slots that were read, kept so that the compiler does not remove the reads.
        private var seen: UInt32 = 0

        /// The maximum number of values of a run to count.
        var mostValues = PageCollector.mostValues

        var isFull: Bool { counted >= mostValues }
        /// The counted values, by the index of the rule in the plan, without rules that have none.
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

        /// Counts the values of a chunk.
        ///
        /// The slots of all values are read before the first is counted: they are far apart in
        /// memory, and the processor waits for several at once.
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

        /// The number of findings that a record must exceed to be among the worst; 0 while more
        /// fit.
        var fewest: Int {
            worst.count < PageCollector.mostRecords ? 0 : worst.last?.count ?? 0
        }
    }
}
