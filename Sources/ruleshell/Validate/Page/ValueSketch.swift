// SPDX-License-Identifier: Apache-2.0

/// The most frequent texts of a stream, in memory that does not grow (Metwally, Agrawal, El Abbadi:
/// Space-Saving).
///
/// A text that does not fit takes the place and the count of the rarest one: counts are never too low,
/// and too high by at most `excess`.
struct ValueSketch: Sendable {
    struct Entry: Sendable, Equatable {
        var text: String
        var count: Int
        /// How much the count may be too high.
        var excess: Int
    }

    static let capacity = 64

    private var places: [String: Int] = [:]
    private(set) var entries: [Entry] = []

    /// Counts a text.
    mutating func add(_ text: String, weight: Int) {
        if let place = places[text] {
            entries[place].count += weight
        } else if entries.count < Self.capacity {
            places[text] = entries.count
            entries.append(Entry(text: text, count: weight, excess: 0))
        } else {
            replaceRarest(by: text, weight: weight)
        }
    }

    /// Puts back an entry, unless the sketch is full.
    mutating func restore(_ entry: Entry) {
        guard places[entry.text] == nil, entries.count < Self.capacity else { return }
        places[entry.text] = entries.count
        entries.append(entry)
    }

    private mutating func replaceRarest(by text: String, weight: Int) {
        var rarest = 0
        for place in 1..<entries.count where entries[place].count < entries[rarest].count {
            rarest = place
        }
        let count = entries[rarest].count
        places[entries[rarest].text] = nil
        places[text] = rarest
        entries[rarest] = Entry(text: text, count: count + weight, excess: count)
    }

    /// The most frequent ones that are surely frequent, those with equal counts by their text.
    func top(_ most: Int) -> [Entry] {
        let sorted = entries.sorted {
            ($1.count - $1.excess, $0.text) < ($0.count - $0.excess, $1.text)
        }
        return Array(sorted.prefix(most))
    }
}
