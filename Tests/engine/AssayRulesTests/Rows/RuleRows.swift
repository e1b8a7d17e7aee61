// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Values that a rule accepts and values that it rejects.
struct RuleRows: CustomTestStringConvertible, Sendable {
    let expression: String
    /// Further fields of the record, as JSON.
    let fields: String
    /// Texts or, with `isJSON`, JSON or `absent`.
    let valid: [String]
    let invalid: [String]
    let isJSON: Bool

    /// Texts.
    init(_ expression: String, valid: [String], invalid: [String]) {
        (self.expression, fields, isJSON) = (expression, "{}", false)
        (self.valid, self.invalid) = (valid, invalid)
    }

    /// Values of any kind.
    init(
        json expression: String, with fields: String = "{}", valid: [String], invalid: [String]
    ) {
        (self.expression, self.fields, isJSON) = (expression, fields, true)
        (self.valid, self.invalid) = (valid, invalid)
    }

    var testDescription: String { expression + (fields == "{}" ? "" : " with \(fields)") }

    /// The id of the rule.
    var rule: Substring { expression.prefix { $0 != "(" } }

    /// The value of a row.
    func value(of row: String) throws -> Value {
        guard isJSON else { return .string(row) }
        return row == "absent" ? .absent : try JSONValueParser.parse(row)
    }
}
