// SPDX-License-Identifier: Apache-2.0

/// A rule id with its arguments, as data: `.length(3...20)`.
///
/// Swift code, a rule-set file and the prompt all produce these; a `RuleRegistry` resolves them.
/// Equality ignores where an expression was written. The built-in rules are static members;
/// `rule(_:_:)` names any other.
public struct RuleExpression: Sendable {
    /// The rule's id: `length`, or `acme.taxId` for a plugin's rule.
    package var id: String
    package var arguments: [RuleArgument]
    /// Replaces the rule's messages, where the expression is a rule of a field.
    package var ownMessage: OwnMessage?
    /// The bytes of the text that this was read from, if it was.
    package var extent: Range<Int>?

    package init(_ id: String, _ arguments: [RuleArgument] = [], extent: Range<Int>? = nil) {
        self.id = id
        self.arguments = arguments
        self.extent = extent
    }

    /// A rule by its id with named arguments, for plugins' rules and your own:
    /// `.rule("acme.taxId", ["country": "DE"])`.
    public static func rule(
        _ id: String, _ arguments: KeyValuePairs<String, Value> = [:]
    ) -> RuleExpression {
        RuleExpression(
            id, arguments.map { RuleArgument(name: $0.key, .value($0.value)) })
    }

    /// The same rule with a message of its own: `.email.message("Invalid e-mail")`.
    ///
    /// It counts where the expression is a rule of a field, as in `Field(…)`; one inside another rule or
    /// in a condition has no message.
    ///
    /// - Parameter message: Replaces the message of every code of the rule; `{name}` is a parameter.
    /// - Returns: The rule.
    public func message(_ message: String) -> RuleExpression {
        var expression = self
        expression.ownMessage = OwnMessage(message)
        return expression
    }

    /// The same rule with a message of its own in some languages:
    /// `.email.message(["en": "Invalid e-mail", "de": "Keine E-Mail-Adresse"])`.
    ///
    /// A message in another language takes the one in English, or else the rule's own in that language.
    ///
    /// - Parameter messages: The messages by BCP 47 tag, such as `de` or `pt-BR`. A tag that is not
    ///   well-formed is an issue when the rule set is compiled.
    /// - Returns: The rule.
    public func message(_ messages: [String: String]) -> RuleExpression {
        var expression = self
        expression.ownMessage = OwnMessage(messages)
        return expression
    }
}

extension RuleExpression: Equatable {
    public static func == (left: RuleExpression, right: RuleExpression) -> Bool {
        left.id == right.id && left.arguments == right.arguments
            && left.ownMessage == right.ownMessage
    }
}

/// One argument: positional, or named with `=`.
package struct RuleArgument: Sendable {
    package var name: String?
    package var value: ArgumentValue
    /// The bytes of the text that this was read from, if it was.
    package var extent: Range<Int>?
    /// The bytes of the value alone, after the name.
    package var valueExtent: Range<Int>?

    package init(
        name: String? = nil, _ value: ArgumentValue, extent: Range<Int>? = nil,
        valueExtent: Range<Int>? = nil
    ) {
        self.name = name
        self.value = value
        self.extent = extent
        self.valueExtent = valueExtent ?? extent
    }
}

extension RuleArgument: Equatable {
    public static func == (left: RuleArgument, right: RuleArgument) -> Bool {
        left.name == right.name && left.value == right.value
    }
}

/// The value of an argument, as written in an expression.
package indirect enum ArgumentValue: Sendable, Equatable {
    /// A literal: string, number, boolean, null.
    case value(Value)
    /// `[a, b]`.
    case list([ArgumentValue])
    /// `3...20`, `3...`, `...20`; the bounds are numbers or strings.
    case range(lower: Value?, upper: Value?)
    /// `/source/flags`.
    case pattern(source: String, flags: String)
    /// A bare word: a choice, a field path or a rule without arguments, as the parameter wants it.
    case word(String)
    /// A call: an argument that is a rule.
    case rule(RuleExpression)
}

extension RuleExpression: CustomStringConvertible {
    /// The expression in the rule expression language.
    public var description: String {
        guard !arguments.isEmpty else { return id }
        return id + "(" + arguments.map(\.description).joined(separator: ", ") + ")"
    }
}

extension RuleArgument: CustomStringConvertible {
    package var description: String {
        name.map { "\($0)=\(value)" } ?? value.description
    }
}

extension ArgumentValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .value(let value): value.json
        case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .range(let lower, let upper): (lower?.json ?? "") + "..." + (upper?.json ?? "")
        case .pattern(let source, let flags):
            "/" + ArgumentValue.escapeSlashes(source) + "/" + flags
        case .word(let word): word
        case .rule(let rule): rule.description
        }
    }

    /// A slash that is not escaped yet would end the pattern.
    private static func escapeSlashes(_ source: String) -> String {
        var text = ""
        var escaped = false
        for scalar in source.unicodeScalars {
            if scalar == "/", !escaped { text += "\\" }
            escaped = scalar == "\\" && !escaped
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
