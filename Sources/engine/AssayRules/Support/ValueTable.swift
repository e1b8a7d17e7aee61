// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Consecutive values with a look-up by equality as JSON, in constant expected time.
///
/// Borrows the values.
struct ValueTable: @unchecked Sendable {  // the values do not change while there is a table
    private let start: UnsafePointer<assay_value>
    private var places: HashPlaces

    /// Up to so many values, comparing one after the other is faster.
    static let searched = 8

    /// Hashes the values: O(size).
    init(_ start: UnsafePointer<assay_value>, count: Int) {
        self.start = start
        places = HashPlaces(capacity: count)
        for index in 0..<count {
            let value = FieldValue(unsafePointer: start + index)
            _ = places.insert(index, ValueHash.hash(value)) {
                valuesAreEqual(FieldValue(unsafePointer: start + $0), value)
            }
        }
    }

    /// True if one of the values equals `value`.
    func contains(_ value: FieldValue) -> Bool {
        places.first(ValueHash.hash(value)) {
            valuesAreEqual(FieldValue(unsafePointer: start + $0), value)
        } != nil
    }

    /// True if one of the values equals `value`, by comparing one after the other.
    static func search(
        _ start: UnsafePointer<assay_value>, count: Int, for value: FieldValue
    ) -> Bool {
        for index in 0..<count
        where valuesAreEqual(FieldValue(unsafePointer: start + index), value) {
            return true
        }
        return false
    }
}
