// SPDX-License-Identifier: Apache-2.0

/// Places of things by their hashes, such as the indexes of an array's elements.
///
/// It uses open addressing; the caller compares the things themselves.
package struct HashPlaces: Sendable {
    private var slots: [(hash: UInt64, place: Int)]
    private var count = 0

    private static let empty = -1

    /// - Parameter capacity: The number of places that are expected.
    package init(capacity: Int) {
        slots = Array(repeating: (0, Self.empty), count: Self.size(for: capacity))
    }

    /// Twice as many slots as places at least, a power of two of them.
    private static func size(for capacity: Int) -> Int {
        var size = 16
        while size / 2 < capacity { size *= 2 }
        return size
    }

    /// The place with this hash for which `isEqual` holds, or nil.
    @inline(__always)
    package func first(_ hash: UInt64, where isEqual: (Int) -> Bool) -> Int? {
        let place = slots[slot(hash, isEqual)].place
        return place == Self.empty ? nil : place
    }

    /// Adds a place unless there is an equal one, which is returned.
    package mutating func insert(
        _ place: Int, _ hash: UInt64, unless isEqual: (Int) -> Bool
    ) -> Int? {
        let index = slot(hash, isEqual)
        guard slots[index].place == Self.empty else { return slots[index].place }
        slots[index] = (hash, place)
        count += 1
        if count > slots.count / 2 { grow() }
        return nil
    }

    /// Returns the slot of a thing, or the empty slot where it belongs.
    @inline(__always)
    private func slot(_ hash: UInt64, _ isEqual: (Int) -> Bool) -> Int {
        let mask = slots.count &- 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while slots[index].place != Self.empty {
            if slots[index].hash == hash, isEqual(slots[index].place) { break }
            index = (index &+ 1) & mask
        }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, Self.empty), count: old.count * 2)
        for entry in old where entry.place != Self.empty {
            slots[slot(entry.hash) { _ in false }] = entry
        }
    }
}
