// SPDX-License-Identifier: Apache-2.0
package import Assay

extension Value {
    /// A value in the objects and arrays of a path, in the place of what `record` has there.
    package static func nesting(
        _ value: Value, at path: ArraySlice<FieldPath.Segment>, in record: Value
    ) -> Value {
        switch path.first {
        case nil: return value
        case .key(let key)?:
            var object = Value.Object()
            if case .object(let members) = record { object = members }
            let inner = nesting(value, at: path.dropFirst(), in: object[key] ?? .absent)
            object[key] = inner == .absent ? Value?.none : inner
            return .object(object)
        case .allElements?:
            return .array([nesting(value, at: path.dropFirst(), in: record[0])])
        case .index(let index)?:
            var elements: [Value] = []
            if case .array(let known) = record { elements = known }
            let count = min(index, 1 << 16)
            while elements.count <= count { elements.append(.null) }
            elements[count] = nesting(value, at: path.dropFirst(), in: elements[count])
            return .array(elements)
        }
    }
}
