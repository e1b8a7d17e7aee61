// SPDX-License-Identifier: Apache-2.0

// What the compiler checks for `@Rules`: whether a rule can check a property's type. The macro sees names
// of types; the compiler sees what they stand for.

/// The kind of JSON value that a property is decoded from, for the rules that check it.
///
/// Only the code that `@Rules` writes names this type, which its underscore says. Any other type, such
/// as a date, is `UnknownProperty`, which every rule may check.
public enum _PropertyKind {
    /// Any other type.
    @_disfavoredOverload
    public static func of<Other>(_ type: Other.Type) -> UnknownProperty { UnknownProperty() }
    /// A text.
    public static func of<Text: StringProtocol>(_ type: Text.Type) -> StringProperty {
        StringProperty()
    }
    /// A text or nil.
    public static func of<Text: StringProtocol>(_ type: Text?.Type) -> StringProperty {
        StringProperty()
    }
    /// A number.
    public static func of<Number: Numeric>(_ type: Number.Type) -> NumberProperty {
        NumberProperty()
    }
    /// A number or nil.
    public static func of<Number: Numeric>(_ type: Number?.Type) -> NumberProperty {
        NumberProperty()
    }
    /// true or false.
    public static func of(_ type: Bool.Type) -> BooleanProperty { BooleanProperty() }
    /// true, false or nil.
    public static func of(_ type: Bool?.Type) -> BooleanProperty { BooleanProperty() }
    /// An array.
    public static func of<Element>(_ type: [Element].Type) -> ArrayProperty { ArrayProperty() }
    /// An array or nil.
    public static func of<Element>(_ type: [Element]?.Type) -> ArrayProperty { ArrayProperty() }
    /// A set, which is an array in JSON.
    public static func of<Element>(_ type: Set<Element>.Type) -> ArrayProperty { ArrayProperty() }
    /// A set or nil.
    public static func of<Element>(_ type: Set<Element>?.Type) -> ArrayProperty { ArrayProperty() }
    /// An enumeration of texts, or another type that is coded as its raw value.
    public static func of<Raw: RawRepresentable>(_ type: Raw.Type) -> StringProperty
    where Raw.RawValue: StringProtocol { StringProperty() }
    /// Such a type or nil.
    public static func of<Raw: RawRepresentable>(_ type: Raw?.Type) -> StringProperty
    where Raw.RawValue: StringProtocol { StringProperty() }
    /// An enumeration of numbers, or another type that is coded as its raw value.
    public static func of<Raw: RawRepresentable>(_ type: Raw.Type) -> NumberProperty
    where Raw.RawValue: Numeric { NumberProperty() }
    /// Such a type or nil.
    public static func of<Raw: RawRepresentable>(_ type: Raw?.Type) -> NumberProperty
    where Raw.RawValue: Numeric { NumberProperty() }
    /// A type that brings its own rules, which is an object.
    public static func of<Nested: Validated>(_ type: Nested.Type) -> ObjectProperty {
        ObjectProperty()
    }
    /// Such a type or nil.
    public static func of<Nested: Validated>(_ type: Nested?.Type) -> ObjectProperty {
        ObjectProperty()
    }
    /// A dictionary with texts as keys.
    public static func of<Element>(_ type: [String: Element].Type) -> ObjectProperty {
        ObjectProperty()
    }
    /// A dictionary or nil.
    public static func of<Element>(_ type: [String: Element]?.Type) -> ObjectProperty {
        ObjectProperty()
    }

    /// A rule that checks strings.
    public static func string(_ property: some CheckedByStringRules) {}
    /// A rule that checks numbers.
    public static func number(_ property: some CheckedByNumberRules) {}
    /// A rule that checks booleans.
    public static func boolean(_ property: some CheckedByBooleanRules) {}
    /// A rule that checks arrays.
    public static func array(_ property: some CheckedByArrayRules) {}
    /// A rule that checks objects.
    public static func object(_ property: some CheckedByObjectRules) {}
    /// A rule that checks numbers and strings.
    public static func numberOrString(_ property: some CheckedByNumberAndStringRules) {}
    /// A rule that checks booleans, numbers and strings.
    public static func scalar(_ property: some CheckedByScalarRules) {}
}

/// A property that rules about strings check.
public protocol CheckedByStringRules {}
/// A property that rules about numbers check.
public protocol CheckedByNumberRules {}
/// A property that rules about booleans check.
public protocol CheckedByBooleanRules {}
/// A property that rules about arrays check.
public protocol CheckedByArrayRules {}
/// A property that rules about objects check.
public protocol CheckedByObjectRules {}
/// A property that rules about numbers and strings check.
public protocol CheckedByNumberAndStringRules {}
/// A property that rules about booleans, numbers and strings check.
public protocol CheckedByScalarRules {}

/// A property whose value is a string in JSON.
public struct StringProperty: CheckedByStringRules, CheckedByNumberAndStringRules,
    CheckedByScalarRules
{}
/// A property whose value is a number in JSON.
public struct NumberProperty: CheckedByNumberRules, CheckedByNumberAndStringRules,
    CheckedByScalarRules
{}
/// A property whose value is a boolean in JSON.
public struct BooleanProperty: CheckedByBooleanRules, CheckedByScalarRules {}
/// A property whose value is an array in JSON.
public struct ArrayProperty: CheckedByArrayRules {}
/// A property whose value is an object in JSON.
public struct ObjectProperty: CheckedByObjectRules {}
/// A property of a type that codes itself.
public struct UnknownProperty: CheckedByStringRules, CheckedByNumberRules,
    CheckedByBooleanRules, CheckedByArrayRules, CheckedByObjectRules,
    CheckedByNumberAndStringRules, CheckedByScalarRules
{}
