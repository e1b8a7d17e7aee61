// SPDX-License-Identifier: Apache-2.0

/// A type whose values the engine's rules can check, in a form that is a struct.
///
/// An enumeration with raw values only declares the conformance; other types return the value that
/// rules see, such as a date its text (RFC 3339).
public protocol ValueConvertible: SendableMetatype {
    /// The value as rules see it; `absent` where nothing was given.
    var ruleValue: AssayCore.Value { get }
}

extension String: ValueConvertible {
    /// The text; `absent` if it is empty, as in records from text: only rules about presence check a
    /// field that is left empty.
    public var ruleValue: AssayCore.Value { isEmpty ? .absent : .string(self) }
}

extension Bool: ValueConvertible {
    /// The boolean.
    public var ruleValue: AssayCore.Value { .bool(self) }
}

extension ValueConvertible where Self: BinaryInteger {
    /// The number, as an integer of 64 bits if it fits.
    public var ruleValue: AssayCore.Value {
        if let number = Int64(exactly: self) { return .integer(number) }
        if let number = UInt64(exactly: self) { return .unsignedInteger(number) }
        return .decimal(description)
    }
}

extension Int: ValueConvertible {}
extension Int8: ValueConvertible {}
extension Int16: ValueConvertible {}
extension Int32: ValueConvertible {}
extension Int64: ValueConvertible {}
extension UInt: ValueConvertible {}
extension UInt8: ValueConvertible {}
extension UInt16: ValueConvertible {}
extension UInt32: ValueConvertible {}
extension UInt64: ValueConvertible {}

extension Double: ValueConvertible {
    /// The number.
    public var ruleValue: AssayCore.Value { .number(self) }
}

extension Float: ValueConvertible {
    /// The number with the fewest digits that are this one: 0.1, not 0.10000000149011612.
    public var ruleValue: AssayCore.Value { .number(Double(description) ?? Double(self)) }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
    /// The wrapped value; nil was not given.
    public var ruleValue: AssayCore.Value { self?.ruleValue ?? .absent }
}

extension Array: ValueConvertible where Element: ValueConvertible {
    /// The elements as rules see them.
    public var ruleValue: AssayCore.Value { .array(map(\.ruleValue)) }
}

extension ValueConvertible where Self: RawRepresentable, RawValue: ValueConvertible {
    /// The raw value.
    public var ruleValue: AssayCore.Value { rawValue.ruleValue }
}

extension AssayCore.Value: ValueConvertible {
    /// The value itself.
    public var ruleValue: AssayCore.Value { self }
}

/// True if nothing was given: nil, a collection of nothing (a list, a set, a dictionary, data), a text
/// that is empty or white space only.
func isBlankValue(_ value: some Any) -> Bool {
    if let optional = value as? any OptionalValue {
        guard let wrapped = optional.wrapped else { return true }
        return isBlankValue(wrapped)
    }
    if let text = value as? any StringProtocol { return text.allSatisfy(\.isWhitespace) }
    if let collection = value as? any Collection { return collection.isEmpty }
    guard let convertible = value as? any ValueConvertible else { return false }
    switch convertible.ruleValue {
    case .absent, .null: return true
    case .string(let text): return text.allSatisfy(\.isWhitespace)
    case .array(let elements): return elements.isEmpty
    default: return false
    }
}

/// True if nothing was given: nil or an empty text, which is left out of a record.
func isMissingValue(_ value: some Any) -> Bool {
    if let optional = value as? any OptionalValue {
        return optional.wrapped.map { isMissingValue($0) } ?? true
    }
    if let text = value as? any StringProtocol { return text.isEmpty }
    return (value as? any ValueConvertible)?.ruleValue == .absent
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
