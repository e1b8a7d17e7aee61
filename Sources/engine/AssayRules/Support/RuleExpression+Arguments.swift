// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension RuleExpression {
    /// An expression with positional arguments and with those options that are given.
    init(
        _ id: String, positional: [ArgumentValue] = [],
        options: KeyValuePairs<String, ArgumentValue?>
    ) {
        var arguments = positional.map { RuleArgument($0) }
        for (name, value) in options {
            if let value { arguments.append(RuleArgument(name: name, value)) }
        }
        self.init(id, arguments)
    }

    /// An expression with positional arguments.
    init(_ id: String, positional: [ArgumentValue]) {
        self.init(id, positional: positional, options: [:])
    }
}

/// Arguments from the values of Swift spellings.
///
/// `nil` leaves an option out, so that the rule's default counts.
extension ArgumentValue {
    static func flag(_ value: Bool?) -> ArgumentValue? {
        value.map { .value(.bool($0)) }
    }

    static func integer(_ number: Int) -> ArgumentValue { .value(.integer(Int64(number))) }

    static func integer(_ number: Int?) -> ArgumentValue? {
        number.map { .integer($0) }
    }

    static func text(_ text: String) -> ArgumentValue { .value(.string(text)) }

    static func text(_ text: String?) -> ArgumentValue? {
        text.map { .text($0) }
    }

    static func texts(_ texts: [String]?) -> ArgumentValue? {
        texts.map { .list($0.map { .text($0) }) }
    }

    static func values(_ values: [Value]) -> ArgumentValue { .list(values.map { .value($0) }) }

    /// A rule as an argument; without arguments of its own it is a bare word, as in a rule set.
    static func nested(_ rule: RuleExpression) -> ArgumentValue {
        rule.arguments.isEmpty ? .word(rule.id) : .rule(rule)
    }

    static func field(_ path: FieldPath) -> ArgumentValue { .word(path.description) }

    static func choice(_ choice: (some RuleChoice)?) -> ArgumentValue? {
        choice.map { .word($0.rawValue) }
    }

    static func range(_ bounds: ClosedRange<Int>) -> ArgumentValue {
        .range(
            lower: .integer(Int64(bounds.lowerBound)), upper: .integer(Int64(bounds.upperBound)))
    }

    static func range(_ bounds: PartialRangeFrom<Int>) -> ArgumentValue {
        .range(lower: .integer(Int64(bounds.lowerBound)), upper: nil)
    }

    static func range(_ bounds: PartialRangeThrough<Int>) -> ArgumentValue {
        .range(lower: nil, upper: .integer(Int64(bounds.upperBound)))
    }
}
