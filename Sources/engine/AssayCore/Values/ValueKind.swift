// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The kind of a value, with the numbers of `assay_value.kind`.
@frozen
@usableFromInline
package enum ValueKind: UInt32, Sendable, CaseIterable {
    /// The record has no such field.
    case absent = 0
    case null = 1
    case bool = 2
    /// A whole number that fits into 64 bits with sign.
    case integer = 3
    /// A whole number above `Int64.max` that fits into 64 bits.
    case unsignedInteger = 4
    /// A number with a fraction or exponent, or beyond 64 bits, as the nearest double.
    case number = 5
    case string = 6
    /// A number beyond the range of a double, as its text.
    case decimal = 7
    case array = 9
    case object = 10

    /// The name in messages and in `type(...)`.
    package var name: String {
        switch self {
        case .absent: "absent"
        case .null: "null"
        case .bool: "boolean"
        case .integer, .unsignedInteger: "integer"
        case .number, .decimal: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// A set of kinds: what a rule accepts.
///
/// The bits are those of `assay_rule.kinds`.
@frozen
public struct ValueKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inlinable
    package init(_ kind: ValueKind) {
        rawValue = 1 << kind.rawValue
    }

    package static let absent = ValueKinds(.absent)
    package static let null = ValueKinds(.null)
    /// true and false.
    public static let bool = ValueKinds(.bool)
    /// Strings.
    public static let string = ValueKinds(.string)
    /// Arrays.
    public static let array = ValueKinds(.array)
    /// Objects.
    public static let object = ValueKinds(.object)
    /// Whole numbers of 64 bits with sign.
    public static let integers = ValueKinds(.integer)
    /// Every representation of a number.
    public static let numbers: ValueKinds = [
        ValueKinds(.integer), ValueKinds(.unsignedInteger), ValueKinds(.number),
        ValueKinds(.decimal),
    ]
    /// The representations of numbers that may have a fraction.
    private static let fractions: ValueKinds = [ValueKinds(.number), ValueKinds(.decimal)]
    /// Every kind.
    public static let all = ValueKinds(rawValue: ASSAY_KINDS_ALL)

    /// The names for a message, such as "a string or a number".
    package var phrase: String {
        var names: [String] = []
        if contains(.bool) { names.append("a boolean") }
        if !isDisjoint(with: .numbers) {
            names.append(isDisjoint(with: .fractions) ? "a whole number" : "a number")
        }
        if contains(.string) { names.append("a string") }
        if contains(.array) { names.append("an array") }
        if contains(.object) { names.append("an object") }
        guard let last = names.popLast() else { return "null" }
        return names.isEmpty ? last : names.joined(separator: ", ") + " or " + last
    }
}
