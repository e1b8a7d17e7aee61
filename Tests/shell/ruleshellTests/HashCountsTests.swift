// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

@testable import ruleshell

/// Counts of hashes, which are those of a dictionary.
@Suite struct HashCountsTests {
    @Test func nothingIsCountedAtFirst() {
        let counts = HashCounts()
        #expect(counts.count == 0 && counts[0] == 0 && counts[7] == 0 && counts.all.isEmpty)
    }

    /// Hashes with the same bits, those of a slot and zero among them, are told apart.
    @Test(arguments: [1, 1 << 20, 1 << 44, 1 << 55] as [UInt64])
    func countsAreThoseOfADictionary(step: UInt64) {
        var random = SeededNumbers(seed: step)
        var counts = HashCounts()
        var expected: [UInt64: UInt32] = [:]
        for _ in 0..<3_000 {
            let hash = random.next() % 500 &* step
            expected[hash, default: 0] += 1
            #expect(counts.increment(hash) == Int(expected[hash, default: 0]))
        }
        #expect(counts.all == expected && counts.count == expected.count)
        #expect(counts[step &* 500] == 0)
        #expect(HashCounts(counts.all).all == expected)
    }

    @Test func largestCountStays() {
        var counts = HashCounts([5: .max - 1, 6: 0])
        #expect(counts.count == 1 && counts[6] == 0)
        #expect(counts.increment(5) == Int(UInt32.max))
        #expect(counts.increment(5) == Int(UInt32.max))
    }
}
