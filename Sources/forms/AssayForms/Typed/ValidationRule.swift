// SPDX-License-Identifier: Apache-2.0

/// A rule about a value of a Swift type: a price, an optional, a date.
///
/// Make one by the static members (`.inRange(18...120, message: "…")`), from a rule of the engine
/// (`.rule(.email)`), or from a function that returns a message or nothing:
///
/// ```swift
/// extension ValidationRule<Int> {
///     static var even: Self { ValidationRule("even") { $0 % 2 == 0 ? nil : "must be even" } }
/// }
/// ```
public struct ValidationRule<Value>: Sendable {
    enum Kind: Sendable {
        case function(@Sendable (Value) -> Objection?)
        case engine(RuleEntry, Reading)
    }

    /// The conversion of a value into the one that the engine's rules see.
    struct Reading: Sendable {
        /// `true` if a text is seen as it is: an empty one was not left out, and none is read as a
        /// number.
        var isLiteral = false
        var ruleValue: @Sendable (Value) -> AssayCore.Value
    }

    let kind: Kind

    /// A rule from a function.
    ///
    /// - Parameters:
    ///   - id: The rule and the code of its violations: lowerCamelCase.
    ///   - check: Returns a message for a value that fails, or nil.
    public init(_ id: String, _ check: @escaping @Sendable (Value) -> String?) {
        kind = .function { value in check(value).map { Objection(rule: id, message: $0) } }
    }

    /// A rule with a message of its own, in place of which users can give theirs.
    ///
    /// - Parameters:
    ///   - id: The rule and the code of its violations: lowerCamelCase.
    ///   - message: The user's message, or `nil` for `standard`.
    ///   - standard: The rule's own message.
    ///   - passes: Returns `true` if a value passes.
    public init(
        _ id: String, message: String?, or standard: String,
        _ passes: @escaping @Sendable (Value) -> Bool
    ) {
        let objection = Objection(
            rule: id, message: message ?? standard, isOwn: message != nil)
        kind = .function { passes($0) ? nil : objection }
    }

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// A rule of the engine, a plugin's included.
    ///
    /// An empty text counts as not given: only rules about presence check it. Rules about numbers
    /// check a text that can be read as a number as that number, as in records from text.
    ///
    /// - Parameters:
    ///   - expression: The rule.
    ///   - message: A message that replaces the rule's messages; `{name}` is a parameter of the
    ///     rule.
    /// - Returns: The rule, to mix it with typed ones.
    public static func rule(
        _ expression: RuleExpression, message: String? = nil
    ) -> ValidationRule where Value: ValueConvertible {
        ValidationRule(
            .engine(RuleEntry(expression, message: message), Reading { $0.ruleValue }))
    }

    /// A rule that is a type of its own: `.rule(MinimumAge(18))`.
    ///
    /// - Parameter rule: Returns a message for a value that fails.
    /// - Returns: The rule, to mix it with others.
    public static func rule<Rule: ValueRule>(_ rule: Rule) -> ValidationRule
    where Rule.Value == Value {
        ValidationRule(rule.id) { rule.message(for: $0) }
    }

    /// A rule from a condition: `.rule("must be even") { $0 % 2 == 0 }`.
    ///
    /// The code of its violations is `custom`.
    ///
    /// - Parameters:
    ///   - message: The message for a value that fails.
    ///   - passes: Returns `true` if a value passes.
    /// - Returns: The rule, to mix it with others.
    public static func rule(
        _ message: String, passes: @escaping @Sendable (Value) -> Bool
    ) -> ValidationRule {
        ValidationRule("custom", message: message, or: message, passes)
    }

    /// The same rule with a message of its own: `.rule(.email).message("Invalid e-mail")`.
    ///
    /// - Parameter message: A message that replaces the rule's messages; `{name}` is a parameter of
    ///   the rule, such as `{min}`.
    /// - Returns: The rule.
    public func message(_ message: String) -> ValidationRule {
        switch kind {
        case .function(let check):
            return ValidationRule(.function { value in check(value)?.with(message) })
        case .engine(var entry, let reading):
            entry.message = OwnMessage(message)
            return ValidationRule(.engine(entry, reading))
        }
    }

    /// Checks one value, without the name of a field.
    public func validate(_ value: Value) -> ValidationState {
        FieldRules([self]).check(value, name: nil).state
    }
}

/// The reason why a value fails a typed rule.
struct Objection: Sendable {
    var rule: String
    var code: String
    /// The parameters, as the engine's rule with this code has them.
    var parameters: [MessageParameter] = []
    /// The template of the message.
    var message: String
    /// `true` if the message was given where the rule is used, so that no catalogue replaces
    /// it.
    var isOwn: Bool

    /// The objection of a rule of one's own, whose code is its id.
    init(rule: String, message: String, isOwn: Bool = true) {
        self.rule = rule
        self.message = message
        self.isOwn = isOwn
        code = rule
    }

    /// The objection of a rule of the engine, which typed values are checked by as well.
    ///
    /// - Parameters:
    ///   - rule: The id of the rule.
    ///   - failure: The last part of the code.
    ///   - parameters: The arguments of the rule.
    init(_ rule: String, _ failure: String, _ parameters: [(String, Value)] = []) {
        self.init(rule: rule, message: "", isOwn: false)
        code = rule + "." + failure
        self.parameters = parameters.map { MessageParameter($0, $1) }
        let codes = RuleRegistry.forms.definition(for: rule)?.allCodes ?? []
        message = codes.first { $0.id == code }?.message ?? code
    }

    /// Returns the same objection with a message of its own, or as it is if there is none.
    func with(_ message: String?) -> Objection {
        guard let message else { return self }
        var copy = self
        copy.message = message
        copy.isOwn = true
        return copy
    }
}

/// A rule that is a type, for one with parameters of its own; see `ValidationRule.rule(_:)`.
///
/// ```swift
/// struct MinimumAge: ValueRule {
///     let years: Int
///     func message(for age: Int) -> String? { age < years ? "must be \(years) at least" : nil }
/// }
/// @Validate(.rule(MinimumAge(years: 18))) var age = 0
/// ```
public protocol ValueRule<Value>: Sendable {
    /// The type of the values.
    associatedtype Value
    /// The rule and the code of its violations; the type's name, beginning in lower case, by default.
    var id: String { get }

    /// Checks a value.
    ///
    /// - Returns: A message for a value that fails, or nil.
    func message(for value: Value) -> String?
}

extension ValueRule {
    /// The type's name, beginning in lower case.
    public var id: String {
        let name = "\(Self.self)".prefix { $0 != "<" }  // one id for all uses of a generic type
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
