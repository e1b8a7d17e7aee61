// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A parameter of a rule, or a setting of a plugin: its name, type, default and limits.
public struct RuleParameter: Sendable {
    /// The type of an argument.
    public enum Kind: Sendable {
        /// A text.
        case string
        /// A whole number of 64 bits with sign.
        case integer
        /// A number, as a double.
        case number
        /// `true` or `false`.
        case boolean
        /// A list; a single value is made a list of one.
        case list
        /// Any literal.
        case value
        /// Another field of the record.
        case field
        /// One of some names.
        case choice([String])
        /// The source of a pattern.
        case pattern
    }

    let name: String
    let kind: Kind
    let isRequired: Bool
    let defaultValue: Value?
    let limits: ClosedRange<Int64>?
    let summary: String

    /// Describes a parameter.
    ///
    /// - Parameters:
    ///   - name: lowerCamelCase.
    ///   - kind: The type of arguments.
    ///   - isRequired: `true` if every use of the rule has to give it.
    ///   - defaultValue: The value that the rule receives if it is not given; of a choice, a name.
    ///   - limits: The inclusive limits of an integer.
    ///   - summary: A phrase for people.
    public init(
        _ name: String, _ kind: Kind, isRequired: Bool = false,
        default defaultValue: Value? = nil, limits: ClosedRange<Int64>? = nil,
        _ summary: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.limits = limits
        self.summary = summary
    }
}
