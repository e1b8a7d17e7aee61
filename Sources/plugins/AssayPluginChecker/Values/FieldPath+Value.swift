// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension FieldPath {
    /// The value at this path in a record; absent where there is none, and for the elements of arrays
    /// in general, which have a value each.
    func value(in record: [String: Value]) -> Value {
        segments.dropFirst().reduce(record[topLevelKey] ?? .absent) { value, segment in
            switch segment {
            case .key(let key): value[key]
            case .index(let index): value[index]
            case .allElements: .absent
            }
        }
    }
}
