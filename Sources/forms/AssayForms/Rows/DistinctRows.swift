// SPDX-License-Identifier: Apache-2.0

/// Counts of equal elements of rows, by their hashes, which a changed row updates.
///
/// Equal elements have equal hashes; rows are distinct if all hashes are.
struct DistinctRows {
    /// The keys that lead to what is compared in each element.
    private let keys: [String]
    private var hashOfRow: [UInt64: Int] = [:]
    private var counts: [Int: Int] = [:]
    /// The number of rows that have the hash of an earlier one.
    private var repeated = 0

    @MainActor
    init(_ rows: [some RowContent], by keys: [String]) {
        self.keys = keys
        for row in rows { note(row) }
    }

    var areDistinct: Bool { repeated == 0 }

    /// Notes a row that has another element, or is a new one.
    @MainActor
    mutating func note(_ row: some RowContent) {
        if let old = hashOfRow.removeValue(forKey: row.number), let count = counts[old] {
            counts[old] = count > 1 ? count - 1 : nil
            if count > 1 { repeated -= 1 }
        }
        // An element that is not there is null in an array.
        let element = row.element == .absent ? .null : row.element
        let compared = keys.reduce(element) { $0[$1] }
        // An element without what is compared equals no other one.
        guard compared != .absent else { return }
        let hash = Self.hash(of: compared)
        hashOfRow[row.number] = hash
        counts[hash, default: 0] += 1
        if counts[hash] != 1 { repeated += 1 }
    }

    private static func hash(of value: Value) -> Int {
        var hasher = Hasher()
        switch value {
        case .absent, .null: hasher.combine(0)
        case .bool(let isTrue): hasher.combine(isTrue)
        case .string(let text): hasher.combine(text)
        // Equal numbers of any kind are rounded to the same one.
        case .integer(let number): hasher.combine(Double(number))
        case .unsignedInteger(let number): hasher.combine(Double(number))
        case .number(let number): hasher.combine(number)
        case .decimal(let digits): hasher.combine(Double(digits) ?? 0)
        case .array(let elements):
            for element in elements { hasher.combine(hash(of: element)) }
        case .object(let object):
            // Members have no order.
            hasher.combine(object.members.reduce(0) { $0 ^ hash(of: $1) })
        }
        return hasher.finalize()
    }

    private static func hash(of member: (key: String, value: Value)) -> Int {
        var hasher = Hasher()
        hasher.combine(member.key)
        hasher.combine(hash(of: member.value))
        return hasher.finalize()
    }
}
