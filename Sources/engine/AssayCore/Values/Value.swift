// SPDX-License-Identifier: Apache-2.0

/// A value that owns its contents, for tests, the prompt, forms and Swift callers.
///
/// Equality is that of JSON: `1 == 1.0`, members of objects have no order.
public enum Value: Sendable {
    /// A field that is not there.
    case absent
    /// null.
    case null
    /// true or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A whole number above `Int64.max`; `Value(_: UInt64)` chooses the case.
    case unsignedInteger(UInt64)
    /// A number as a double.
    case number(Double)
    /// A number as its JSON text, where a double would lose digits.
    case decimal(String)
    /// A text.
    case string(String)
    /// A list of values.
    case array([Value])
    /// Members by key, in order.
    case object(Object)

    /// The members of an object in their order; a key that appears twice has its last value.
    public struct Object: Sendable {
        /// The members in order; if a key appears twice, the last one counts.
        public var members: [(key: String, value: Value)]

        /// An object of some members, in order.
        public init(_ members: [(key: String, value: Value)] = []) {
            self.members = members
        }

        /// The last member with this key; setting nil removes every one.
        ///
        /// O(members).
        public subscript(_ key: String) -> Value? {
            get { members.last { $0.key.hasSameBytes(as: key) }?.value }
            set {
                let place = members.firstIndex { $0.key.hasSameBytes(as: key) }
                members.removeAll { $0.key.hasSameBytes(as: key) }
                guard let newValue else { return }
                members.insert((key, newValue), at: min(place ?? members.count, members.count))
            }
        }
    }

    /// A whole number; above `Int64.max` it is an `unsignedInteger`.
    public init(_ number: UInt64) {
        self = Int64(exactly: number).map(Value.integer) ?? .unsignedInteger(number)
    }

    package var kind: ValueKind {
        switch self {
        case .absent: .absent
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .unsignedInteger: .unsignedInteger
        case .number: .number
        case .decimal: .decimal
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The member of an object with this key; `absent` for other kinds and unknown keys.
    public subscript(_ key: String) -> Value {
        guard case .object(let object) = self else { return .absent }
        return object[key] ?? .absent
    }

    /// The element of an array at this index; `absent` for other kinds and beyond the end.
    public subscript(_ index: Int) -> Value {
        guard case .array(let elements) = self, elements.indices.contains(index) else {
            return .absent
        }
        return elements[index]
    }
}

extension Value: Equatable {
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.absent, .absent), (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default:
            if let a = ExactNumber(left), let b = ExactNumber(right) { a == b } else { false }
        }
    }
}

extension Value.Object: Equatable {
    public static func == (left: Value.Object, right: Value.Object) -> Bool {
        left.valuesByKey == right.valuesByKey
    }
}

// MARK: - Literals

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(Object(elements.map { (key: $0.0, value: $0.1) }))
    }
}
