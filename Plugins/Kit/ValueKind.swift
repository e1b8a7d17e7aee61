// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The kind of a value, with the numbers of `assay_value.kind`.
@frozen
public enum ValueKind: UInt32, Sendable, CaseIterable {
    /// The record has no such field.
    case absent = 0
    /// JSON's `null`.
    case null = 1
    /// True or false.
    case bool = 2
    /// A whole number that fits into 64 bits with sign.
    case integer = 3
    /// A whole number above `Int64.max` that fits into 64 bits.
    case unsignedInteger = 4
    /// A number with a fraction or exponent, or beyond 64 bits, as the nearest double.
    case number = 5
    /// A text, in UTF-8.
    case string = 6
    /// A number beyond the range of a double, as its text.
    case decimal = 7
    /// An array.
    case array = 9
    /// An object.
    case object = 10
}

/// A set of kinds: what a rule accepts.
///
/// The bits are those of `assay_rule.kinds`.
public struct ValueKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set of one kind.
    public init(_ kind: ValueKind) {
        rawValue = 1 << kind.rawValue
    }

    /// True and false.
    public static let bool = ValueKinds(.bool)
    /// Whole numbers of 64 bits with sign.
    public static let integers = ValueKinds(.integer)
    /// Every representation of a number.
    public static let numbers: ValueKinds = [
        ValueKinds(.integer), ValueKinds(.unsignedInteger), ValueKinds(.number),
        ValueKinds(.decimal),
    ]
    /// Texts.
    public static let string = ValueKinds(.string)
    /// Arrays.
    public static let array = ValueKinds(.array)
    /// Objects.
    public static let object = ValueKinds(.object)
    /// Every kind.
    public static let all = ValueKinds(rawValue: ASSAY_KINDS_ALL)
}
