// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension RuleExpression {
    /// An expression with positional arguments and with those options that were given.
    static func built(
        _ id: String, _ positional: [ArgumentValue] = [],
        _ options: KeyValuePairs<String, ArgumentValue?> = [:]
    ) -> RuleExpression {
        var arguments = positional.map { RuleArgument($0) }
        for (name, value) in options {
            if let value { arguments.append(RuleArgument(name: name, value)) }
        }
        return RuleExpression(id, arguments)
    }
}

extension ArgumentValue {
    /// An option, unless it has its default.
    static func flag(_ value: Bool, default isDefault: Bool = false) -> ArgumentValue? {
        value == isDefault ? nil : .value(.bool(value))
    }

    static func integer(_ number: Int?) -> ArgumentValue? {
        number.map { .value(.integer(Int64($0))) }
    }

    static func number(_ number: Double?) -> ArgumentValue? {
        number.map { .value(.number($0)) }
    }

    static func text(_ text: String) -> ArgumentValue { .value(.string(text)) }

    static func texts(_ texts: [String]?) -> ArgumentValue? {
        texts.map { .list($0.map { .value(.string($0)) }) }
    }

    static func values(_ values: [Value]?) -> ArgumentValue? {
        values.map { .list($0.map(ArgumentValue.value)) }
    }

    /// A rule as an argument; without arguments of its own it is a bare word, as in a rule set.
    static func nested(_ rule: RuleExpression) -> ArgumentValue {
        rule.arguments.isEmpty ? .word(rule.id) : .rule(rule)
    }

    static func field(_ path: FieldPath) -> ArgumentValue { .word(path.description) }

    /// A choice, unless it has its default.
    static func choice<Choice: RawRepresentable & Equatable>(
        _ choice: Choice, default standard: Choice
    ) -> ArgumentValue? where Choice.RawValue == String {
        choice == standard ? nil : .word(choice.rawValue)
    }
}
