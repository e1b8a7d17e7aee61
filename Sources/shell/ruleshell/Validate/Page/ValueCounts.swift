// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The number of occurrences of each value of a stream, and the texts of the most frequent ones.
///
/// Counts are exact. For each value, only the hash of its bytes and its count are kept, some 20 to
/// 40 bytes; only the most frequent ones have their texts. Since counts only grow, a value that is
/// among the most frequent ones at the end is already among them when it is added last.
struct ValueCounts: Sendable {
    struct Entry: Sendable, Equatable {
        /// The hash of the whole value.
        let key: UInt64
        /// The part of the value that is shown.
        let text: String
        var count: Int

        /// Returns `true` if the entry is more frequent than another one, or equally frequent with
        /// a text that sorts before.
        func precedes(_ other: Entry) -> Bool {
            guard count == other.count else { return count > other.count }
            return (text, key) < (other.text, other.key)
        }
    }

    static let mostShown = 10

    private var counts = HashCounts()
    /// The most frequent values, in their order.
    private(set) var top: [Entry] = []

    /// `true` if no value was counted.
    var isEmpty: Bool { counts.count == 0 }

    /// Reads the slot of a value that is about to be counted.
    @inline(__always)
    func look(at key: UInt64) -> UInt32 { counts.look(at: key) }

    /// Counts a value once more.
    ///
    /// - Parameters:
    ///   - key: The hash of the whole value.
    ///   - value: The part of it that is shown if it is among the most frequent ones.
    @inline(__always)
    mutating func add(_ key: UInt64, _ value: CountedValue) {
        let count = counts.increment(key)
        if top.count == Self.mostShown, count < top[Self.mostShown - 1].count { return }
        rank(key: key, count: count, value)
    }

    /// Puts a value that was counted among the most frequent ones, if it belongs there.
    private mutating func rank(key: UInt64, count: Int, _ value: CountedValue) {
        if top.count == Self.mostShown, let last = top.last, count == last.count,
            value.isKnown(after: last.text)
        {
            return
        }
        if let known = top.firstIndex(where: { $0.key == key }) {
            top[known].count = count
            moveUp(from: known)
        } else {
            place(Entry(key: key, text: value.text, count: count))
        }
    }

    /// Adds an entry whose value is not among those there.
    private mutating func place(_ entry: Entry) {
        if top.count < Self.mostShown {
            top.append(entry)
        } else if let last = top.last, entry.precedes(last) {
            top[top.count - 1] = entry
        } else {
            return
        }
        moveUp(from: top.count - 1)
    }

    private mutating func moveUp(from place: Int) {
        var place = place
        while place > 0, top[place].precedes(top[place - 1]) {
            top.swapAt(place, place - 1)
            place -= 1
        }
    }
}

extension ValueCounts {
    /// The hashes with their counts as text, since there may be a million of them.
    var savedCounts: String { SavedCounts.text(of: counts.all) }

    /// Creates counts from saved text and entries, without the parts that have another form.
    init(savedCounts: String, top: [Entry]) {
        counts = HashCounts(SavedCounts.counts(in: savedCounts))
        for entry in top where counts[entry.key] == entry.count {
            if !self.top.contains(where: { $0.key == entry.key }) { place(entry) }
        }
    }
}

/// Counts of hashes as text, in no order.
enum SavedCounts {
    static func text(of counts: [UInt64: UInt32]) -> String {
        var bytes: [UInt8] = []
        for (key, count) in counts {
            bytes += String(key, radix: 36).utf8
            bytes.append(UInt8(ascii: " "))
            bytes += String(count).utf8
            bytes.append(UInt8(ascii: ","))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads counts from saved text, without the parts that have another form.
    static func counts(in text: String) -> [UInt64: UInt32] {
        var counts: [UInt64: UInt32] = [:]
        for pair in text.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = pair.split(separator: UInt8(ascii: " "))
            guard parts.count == 2, let key = UInt64(Substring(parts[0]), radix: 36),
                let count = UInt32(Substring(parts[1]))
            else { continue }
            counts[key] = count
        }
        return counts
    }
}
