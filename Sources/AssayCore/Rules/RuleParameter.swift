// SPDX-License-Identifier: Apache-2.0

/// A parameter of a rule: its name, type, default and limits.
public struct RuleParameter: Sendable {
    public enum Kind: Sendable, Equatable {
        case string
        case integer
        case number
        case boolean
        /// A list; further positional arguments are gathered into it when it is the last one.
        case list
        /// Any literal.
        case value
        /// The path of another field of the record.
        case field
        /// One or more paths, gathered like a list.
        case fields
        case choice([String])
        case pattern
        /// A date `yyyy-MM-dd` as a string.
        case date
        case rule
        /// One or more rules, gathered like a list.
        case rules
    }

    public let name: String
    public let kind: Kind
    public let isRequired: Bool
    /// `absent`: none.
    public let defaultValue: Value
    /// Limits of an integer, inclusive.
    public let limits: ClosedRange<Int64>?
    public let summary: String

    public init(
        _ name: String, _ kind: Kind, isRequired: Bool = false,
        default defaultValue: Value = .absent,
        limits: ClosedRange<Int64>? = nil, _ summary: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.limits = limits
        self.summary = summary
    }

    /// What the parameter takes, for messages: "an integer".
    public var expectation: String {
        switch kind {
        case .string: "a string"
        case .integer:
            limits.map { "an integer from \($0.lowerBound) to \($0.upperBound)" } ?? "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        case .list: "a list"
        case .value: "a value"
        case .field: "the path of a field"
        case .fields: "paths of fields"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .pattern: "a pattern such as /^a+$/"
        case .date: "a date such as \"2024-02-29\""
        case .rule: "a rule"
        case .rules: "rules"
        }
    }

    /// The type's name as the catalogue and `ruleshell rules` print it.
    public var typeName: String {
        switch kind {
        case .string: "string"
        case .integer: "int"
        case .number: "number"
        case .boolean: "bool"
        case .list: "list"
        case .value: "value"
        case .field: "field"
        case .fields: "fields"
        case .choice(let names): names.joined(separator: " | ")
        case .pattern: "pattern"
        case .date: "date"
        case .rule: "rule"
        case .rules: "rules"
        }
    }
}
