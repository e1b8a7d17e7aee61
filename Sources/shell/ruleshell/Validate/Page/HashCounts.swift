// SPDX-License-Identifier: Apache-2.0

/// The number of occurrences of each of many random hashes.
///
/// The lowest bits of a hash choose a slot of a small table with open addressing. The slot has the
/// number of the entry; entries are in the order of their first occurrence. For a new hash only
/// slots are read, nearly always one.
struct HashCounts: Sendable {
    private struct Entry: Sendable {
        let hash: UInt64
        var count: UInt32
    }

    /// A slot: in its low bits the number of an entry, from 1, and above them bits of the hash.
    ///
    /// An empty slot is 0.
    private typealias Slot = UInt32

    private var slots: [Slot] = []
    private var entries: [Entry] = []

    /// The bits of a slot that are its number.
    private static let numbers: Slot = 1 << 21 - 1
    private static let fewestSlots = 16
    /// The maximum number of different hashes to keep.
    ///
    /// The number is twice as large as the number that a page counts, so that only a damaged
    /// checkpoint has more.
    private static let most = Int(numbers)

    /// The number of different hashes.
    var count: Int { entries.count }

    /// Counts a hash once more.
    ///
    /// - Returns: The number of its occurrences, including this one.
    @inline(__always)
    mutating func increment(_ hash: UInt64) -> Int { increment(hash, by: 1) }

    @inline(__always)
    private mutating func increment(_ hash: UInt64, by more: UInt32) -> Int {
        if 4 * (entries.count + 1) > 3 * slots.count { grow() }
        let place = place(of: hash)
        let number = Int(slots[place] & Self.numbers)
        guard number > 0 else {
            if entries.count < Self.most {
                entries.append(Entry(hash: hash, count: more))
                slots[place] = Self.tag(of: hash) | Slot(entries.count)
            }
            return Int(more)
        }
        let sum = entries[number - 1].count.addingReportingOverflow(more)
        entries[number - 1].count = sum.overflow ? .max : sum.partialValue
        return Int(entries[number - 1].count)
    }

    /// Returns the first slot of a hash.
    ///
    /// A caller that counts several hashes reads their slots first, since these are far apart in
    /// memory.
    @inline(__always)
    func look(at hash: UInt64) -> UInt32 {
        slots.isEmpty ? 0 : slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
    }

    /// The number of occurrences of a hash.
    subscript(hash: UInt64) -> Int {
        guard !slots.isEmpty else { return 0 }
        let number = Int(slots[place(of: hash)] & Self.numbers)
        return number > 0 ? Int(entries[number - 1].count) : 0
    }

    /// Returns the bits of a hash that a slot has, in their place.
    @inline(__always)
    private static func tag(of hash: UInt64) -> Slot {
        Slot(truncatingIfNeeded: hash >> 32) & ~numbers
    }

    /// Returns the index of the slot of a hash, or of the empty slot for it.
    @inline(__always)
    private func place(of hash: UInt64) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != 0, !isEntry(slots[place], of: hash) { place = (place &+ 1) & mask }
        return place
    }

    @inline(__always)
    private func isEntry(_ slot: Slot, of hash: UInt64) -> Bool {
        slot & ~Self.numbers == Self.tag(of: hash)
            && entries[Int(slot & Self.numbers) &- 1].hash == hash
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: max(Self.fewestSlots, 2 * slots.count))
        let mask = slots.count - 1
        for (index, entry) in entries.enumerated() {
            var place = Int(truncatingIfNeeded: entry.hash) & mask
            while slots[place] != 0 { place = (place &+ 1) & mask }
            slots[place] = Self.tag(of: entry.hash) | Slot(index + 1)
        }
    }
}

extension HashCounts {
    /// Creates counts from a dictionary.
    init(_ counts: [UInt64: UInt32]) {
        for (hash, count) in counts where count > 0 { _ = increment(hash, by: count) }
    }

    /// All hashes with their counts, in no order.
    var all: [UInt64: UInt32] {
        Dictionary(uniqueKeysWithValues: entries.lazy.map { ($0.hash, $0.count) })
    }
}
