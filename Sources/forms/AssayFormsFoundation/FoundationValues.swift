// SPDX-License-Identifier: Apache-2.0

/// Values of Foundation as values of fields. Import this module beside `AssayForms`, which does without
/// Foundation.
import AssayFoundationValues
public import AssayForms
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: ValueConvertible {
    /// The moment as text (RFC 3339) in UTC, to the millisecond, as `dateTime` reads it; outside of the
    /// years 0 to 9999, which that text cannot have, the seconds since 1970.
    public var ruleValue: Value { Value(self) }
}

extension Decimal: ValueConvertible {
    /// The number, exactly; a text for what is not a number.
    public var ruleValue: Value { Value(self) }
}

extension URL: ValueConvertible {
    /// The whole URL as text.
    public var ruleValue: Value { Value(self) }
}

extension UUID: ValueConvertible {
    /// The identifier as text, in upper case.
    public var ruleValue: Value { .string(uuidString) }
}
