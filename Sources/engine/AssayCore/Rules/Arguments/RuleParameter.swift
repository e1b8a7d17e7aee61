// SPDX-License-Identifier: Apache-2.0

/// A parameter of a rule: its name, type, default and limits.
public struct RuleParameter: Sendable {
    /// The type of the values that a parameter takes.
    public enum Kind: Sendable, Equatable {
        /// A string.
        case string
        /// A whole number of 64 bits.
        case integer
        /// A number of any size and precision.
        case number
        /// true or false.
        case boolean
        /// A list; further positional arguments are gathered into it when it is the last one.
        case list
        /// Any literal.
        case value
        /// The path of another field of the record.
        case field
        /// One or more paths, gathered like a list.
        case fields
        /// One of some names.
        case choice([String])
        /// A PCRE2 pattern with flags.
        case pattern
        /// A date `yyyy-MM-dd` as a string.
        case date
        /// A rule.
        case rule
        /// One or more rules, gathered like a list.
        case rules
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// The value when no argument is given, or `absent` if there is no default.
    package let defaultValue: Value
    /// Limits of an integer, inclusive.
    package let limits: ClosedRange<Int64>?
    package let summary: String
    /// `true` if the string is the key of a member, which a bare word is too.
    package private(set) var isKey = false

    /// A parameter that is the key of a member.
    package static func key(_ name: String, _ summary: String) -> RuleParameter {
        var parameter = RuleParameter(name, .string, isRequired: true, summary)
        parameter.isKey = true
        return parameter
    }

    /// A parameter.
    ///
    /// - Parameters:
    ///   - name: lowerCamelCase, as in `name=value` and in placeholders of messages.
    ///   - kind: The type of the values that it takes.
    ///   - isRequired: `true` if a rule set has to give it.
    ///   - defaultValue: The value when it is not given, or `absent` for no default.
    ///   - limits: The limits of an integer, inclusive.
    ///   - summary: What it does, without a period.
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

    /// The phrase that names the accepted values in messages: "an integer".
    package var expectation: String {
        switch kind {
        case .string: isKey ? "the key of a member" : "a string"
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
    package var typeName: String {
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
