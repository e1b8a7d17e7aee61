// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A type whose values are numbers or Booleans in JSON, and which a rule reads in a record from text.
///
/// A type that codes itself is none, whatever it conforms to.
package protocol ReadFromText {
    /// The rule that reads the text of a value.
    static var reading: RuleExpression { get }
}

extension ReadFromText where Self: FixedWidthInteger {
    package static var reading: RuleExpression { .integer }
}

extension ReadFromText where Self: BinaryFloatingPoint {
    package static var reading: RuleExpression { .number }
}

extension Int: ReadFromText {}
extension Int8: ReadFromText {}
extension Int16: ReadFromText {}
extension Int32: ReadFromText {}
extension Int64: ReadFromText {}
extension Int128: ReadFromText {}
extension UInt: ReadFromText {}
extension UInt8: ReadFromText {}
extension UInt16: ReadFromText {}
extension UInt32: ReadFromText {}
extension UInt64: ReadFromText {}
extension UInt128: ReadFromText {}
extension Double: ReadFromText {}
extension Float: ReadFromText {}

extension Bool: ReadFromText {
    package static var reading: RuleExpression { .boolean }
}

extension Field {
    /// Returns the field with the rule that reads the texts of a type before its rules, if none of them reads.
    ///
    /// Rules that are not registered may read.
    func reading(_ type: Any.Type) -> Field {
        guard let reading = Self.reading(of: type) else { return self }
        let registry = RuleRegistry.shared
        let mayRead = validator.rules.contains { entry in
            registry.definition(for: entry.expression.id) == nil
                || registry.reads(entry.expression)
        }
        guard !mayRead else { return self }
        var copy = self
        copy.validator.rules.insert(RuleEntry(reading), at: 0)
        return copy
    }

    /// The rule that reads the texts of a type or an optional one, or `nil` if there is none.
    private static func reading(of type: Any.Type) -> RuleExpression? {
        if let type = type as? any ReadFromText.Type { return type.reading }
        guard let type = type as? any NestingType.Type, case .optional = type.nesting else {
            return nil
        }
        return reading(of: type.nestedType)
    }
}
