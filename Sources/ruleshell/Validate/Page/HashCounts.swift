// SPDX-License-Identifier: Apache-2.0

/// How often each of many random hashes occurred.
///
/// Open addressing by the lowest bits: one look at memory for most hashes, and none that depends on the
/// one before it.
struct HashCounts: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        /// 0: there is no hash here.
        var count: UInt32 = 0
    }

    private var slots: [Slot] = []
    /// Different hashes.
    private(set) var count = 0

    private static let fewestSlots = 16

    /// Counts a hash once more.
    ///
    /// - Returns: How often it occurred, this time included.
    @inline(__always)
    mutating func increment(_ hash: UInt64) -> Int {
        if 4 * (count + 1) > 3 * slots.count { grow() }
        let place = place(of: hash)
        if slots[place].count == 0 {
            slots[place].hash = hash
            count += 1
        }
        if slots[place].count < .max { slots[place].count += 1 }
        return Int(slots[place].count)
    }

    /// What is where a hash belongs: for those who look at the places of several before they count them, since
    /// these are far apart in memory.
    @inline(__always)
    func look(at hash: UInt64) -> UInt64 {
        slots.isEmpty ? 0 : slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)].hash
    }

    /// How often a hash occurred.
    subscript(hash: UInt64) -> Int {
        slots.isEmpty ? 0 : Int(slots[place(of: hash)].count)
    }

    /// Where a hash is, or where it belongs.
    @inline(__always)
    private func place(of hash: UInt64) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].count > 0, slots[place].hash != hash { place = (place &+ 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(Self.fewestSlots, 2 * old.count))
        for slot in old where slot.count > 0 { slots[place(of: slot.hash)] = slot }
    }
}

extension HashCounts {
    /// Counts that were kept elsewhere.
    init(_ counts: [UInt64: UInt32]) {
        for (hash, count) in counts where count > 0 {
            _ = increment(hash)
            slots[place(of: hash)].count = count
        }
    }

    /// All hashes with their counts, in no order.
    var all: [UInt64: UInt32] {
        Dictionary(
            uniqueKeysWithValues: slots.lazy.filter { $0.count > 0 }.map { ($0.hash, $0.count) })
    }
}
