// SPDX-License-Identifier: Apache-2.0

/// Sorts entries in place, by one byte after the other, without an allocation.
///
/// Fingerprints are random, so that two bytes leave a few entries in each bucket, which are
/// inserted. Where entries agree, as the keys of a column with few values do, bytes in which they do
/// not differ are passed over. O(entries · bytes) at most, whatever the entries are.
enum RadixSort {
    private static let insertionMaximum = 24

    static func sort<Entry: ScratchEntry>(_ entries: UnsafeMutableBufferPointer<Entry>) {
        guard let start = entries.baseAddress else { return }
        sort(start, entries.count, from: 0)
    }

    /// Splits entries by the first bits of their first word, in place.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - bits: The number of bits, at most 8.
    ///   - ends: Gets the end of each partition, `1 << bits` of them.
    static func split<Entry: ScratchEntry>(
        _ entries: UnsafeMutableBufferPointer<Entry>, bits: Int,
        ends: UnsafeMutableBufferPointer<UInt32>
    ) {
        guard let start = entries.baseAddress, bits > 0 else {
            ends.update(repeating: UInt32(entries.count))
            return
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 << bits) { places in
            let heads = UnsafeMutableBufferPointer(rebasing: places[..<(1 << bits)])
            let tails = UnsafeMutableBufferPointer(rebasing: places[(1 << bits)...])
            let shift = UInt64(64 - bits)
            move(start, entries.count, heads, tails) { Int(truncatingIfNeeded: $0.first >> shift) }
            for index in ends.indices { ends[index] = UInt32(tails[index]) }
        }
    }

    private static func sort<Entry: ScratchEntry>(
        _ start: UnsafeMutablePointer<Entry>, _ count: Int, from byte: Int
    ) {
        guard count > insertionMaximum else { return insert(start, count) }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { places in
            let heads = UnsafeMutableBufferPointer(rebasing: places[..<256])
            let tails = UnsafeMutableBufferPointer(rebasing: places[256...])
            guard let byte = firstDifference(start, count, from: byte) else { return }
            let (index, shift) = (byte / 8, UInt64(56 - byte % 8 * 8))
            move(start, count, heads, tails) {
                Int(truncatingIfNeeded: $0.word(index) &>> shift & 255)
            }
            var head = 0
            for tail in tails {
                if tail &- head > 1 { sort(start + head, tail &- head, from: byte &+ 1) }
                head = tail
            }
        }
    }

    /// Returns the first byte from `byte` on in which entries differ, or `nil` if there is none.
    private static func firstDifference<Entry: ScratchEntry>(
        _ start: UnsafeMutablePointer<Entry>, _ count: Int, from byte: Int
    ) -> Int? {
        var byte = byte
        while byte < Entry.wordCount * 8 {
            let index = byte / 8
            let mask = UInt64.max >> UInt64(byte % 8 * 8)
            let first = start[0].word(index)
            let ownBits = UInt64(0xFF) << UInt64(56 - byte % 8 * 8)
            var differences: UInt64 = 0
            for place in 1..<count {
                differences |= start[place].word(index) ^ first
                // Random entries differ at once.
                if differences & ownBits != 0 { return byte }
            }
            differences &= mask
            if differences != 0 { return index * 8 + differences.leadingZeroBitCount / 8 }
            byte = (index + 1) * 8
        }
        return nil
    }

    /// Moves entries into buckets, and leaves the end of each bucket in `tails`.
    @inline(__always)
    private static func move<Entry: ScratchEntry>(
        _ start: UnsafeMutablePointer<Entry>, _ count: Int,
        _ heads: UnsafeMutableBufferPointer<Int>, _ tails: UnsafeMutableBufferPointer<Int>,
        bucket: (Entry) -> Int
    ) {
        heads.initialize(repeating: 0)
        for place in 0..<count { heads[bucket(start[place])] &+= 1 }
        var sum = 0
        for index in heads.indices {
            let size = heads[index]
            heads[index] = sum
            sum &+= size
            tails.initializeElement(at: index, to: sum)
        }
        for index in heads.indices {
            let tail = tails[index]
            while heads[index] < tail {
                var entry = start[heads[index]]
                var place = bucket(entry)
                while place != index {
                    let target = heads[place]
                    heads[place] = target &+ 1
                    let other = start[target]
                    start[target] = entry
                    entry = other
                    place = bucket(entry)
                }
                start[heads[index]] = entry
                heads[index] &+= 1
            }
        }
    }

    private static func insert<Entry: ScratchEntry>(
        _ start: UnsafeMutablePointer<Entry>, _ count: Int
    ) {
        guard count > 1 else { return }
        for index in 1..<count {
            let entry = start[index]
            var place = index
            while place > 0, entry < start[place &- 1] {
                start[place] = start[place &- 1]
                place &-= 1
            }
            start[place] = entry
        }
    }
}
