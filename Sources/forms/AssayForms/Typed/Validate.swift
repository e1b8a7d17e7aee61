// SPDX-License-Identifier: Apache-2.0

/// A property with rules.
///
/// ```swift
/// @Validate(.required, .email) var email = ""
/// @Validate(.required(message: "What does it cost?")) var price: Price?
/// @Validate(.rule(.integer), .inRange(18...120), name: "years") var age = 18
/// ```
///
/// The projected value has the state and the messages: `$email.state`, `$email.messages`,
/// `$email.validate()`. The rules of the engine are compiled once for each list of expressions. One
/// that cannot be used is an error when the form is made (see `ValidatableForm.check`); a property
/// without a form is undecided then, and never valid.
@propertyWrapper
public struct Validate<Value: Equatable>: Equatable {
    /// The value with its state: `$email`.
    public var projectedValue: ValidatedValue<Value>

    /// The value.
    public var wrappedValue: Value {
        get { projectedValue.value }
        set { projectedValue.value = newValue }
    }

    /// A property with typed rules, and `.rule(…)` for those of the engine.
    ///
    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - first: The first rule.
    ///   - more: The other rules, in order.
    ///   - name: The name of the field in errors and reports, or `nil` if the form's list gives it.
    ///   - label: The label of the field in messages, or `nil` for its name.
    ///   - isEager: `true` to check the value at once and whenever it is set.
    public init(
        wrappedValue: Value, _ first: ValidationRule<Value>, _ more: ValidationRule<Value>...,
        name: String? = nil, label: FieldLabel? = nil,
        isEager: Bool = false
    ) {
        projectedValue = ValidatedValue(
            wrappedValue, rules: [first] + more, name: name, label: label, isEager: isEager)
    }

    /// The same with the name first.
    public init(
        wrappedValue: Value, name: String, label: FieldLabel? = nil, isEager: Bool = false,
        _ first: ValidationRule<Value>, _ more: ValidationRule<Value>...
    ) {
        projectedValue = ValidatedValue(
            wrappedValue, rules: [first] + more, name: name, label: label, isEager: isEager)
    }

    /// A property without rules of its own, such as one that a form's rule set checks.
    public init(wrappedValue: Value, name: String? = nil, label: FieldLabel? = nil) {
        projectedValue = ValidatedValue(wrappedValue, rules: [], name: name, label: label)
    }
}

extension Validate: Sendable where Value: Sendable {}
extension Required: Sendable where Value: Sendable {}

extension Validate where Value: ValueConvertible {
    /// A property with rules of the engine, as a rule set has them.
    ///
    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - first: The first rule.
    ///   - more: The other rules, in order.
    ///   - name: The name of the field in errors and reports, or `nil` if the form's list gives it.
    ///   - label: The label of the field in messages, or `nil` for its name.
    ///   - isEager: `true` to check the value at once and whenever it is set.
    public init(
        wrappedValue: Value, _ first: RuleExpression, _ more: RuleExpression...,
        name: String? = nil, label: FieldLabel? = nil,
        isEager: Bool = false
    ) {
        projectedValue = ValidatedValue(
            wrappedValue, rules: ([first] + more).map { .rule($0) }, name: name, label: label,
            isEager: isEager)
    }

    /// The same with the name first.
    public init(
        wrappedValue: Value, name: String, label: FieldLabel? = nil, isEager: Bool = false,
        _ first: RuleExpression, _ more: RuleExpression...
    ) {
        projectedValue = ValidatedValue(
            wrappedValue, rules: ([first] + more).map { .rule($0) }, name: name, label: label,
            isEager: isEager)
    }
}

// An optional property without an initial value is nil.

extension Validate {
    /// An optional property with typed rules.
    public init<Wrapped>(
        _ first: ValidationRule<Value>, _ more: ValidationRule<Value>..., name: String? = nil,
        label: FieldLabel? = nil, isEager: Bool = false
    ) where Value == Wrapped? {
        projectedValue = ValidatedValue(
            nil, rules: [first] + more, name: name, label: label, isEager: isEager)
    }

    /// The same with the name first.
    public init<Wrapped>(
        name: String, label: FieldLabel? = nil, isEager: Bool = false,
        _ first: ValidationRule<Value>,
        _ more: ValidationRule<Value>...
    ) where Value == Wrapped? {
        projectedValue = ValidatedValue(
            nil, rules: [first] + more, name: name, label: label, isEager: isEager)
    }

    /// An optional property with rules of the engine.
    public init<Wrapped: ValueConvertible>(
        _ first: RuleExpression, _ more: RuleExpression..., name: String? = nil,
        label: FieldLabel? = nil, isEager: Bool = false
    ) where Value == Wrapped? {
        projectedValue = ValidatedValue(
            nil, rules: ([first] + more).map { .rule($0) }, name: name, label: label,
            isEager: isEager)
    }

    /// The same with the name first.
    public init<Wrapped: ValueConvertible>(
        name: String, label: FieldLabel? = nil, isEager: Bool = false, _ first: RuleExpression,
        _ more: RuleExpression...
    ) where Value == Wrapped? {
        projectedValue = ValidatedValue(
            nil, rules: ([first] + more).map { .rule($0) }, name: name, label: label,
            isEager: isEager)
    }
}

extension Required {
    /// An optional property.
    public init<Wrapped>(
        _ message: String? = nil, name: String? = nil, label: FieldLabel? = nil,
        messages: MessageCatalogue = [:]
    ) where Value == Wrapped? {
        self.init(wrappedValue: nil, message, name: name, label: label, messages: messages)
    }
}

/// A property that must have something: not nil, nothing empty, not only white space.
///
/// It is checked at once and whenever it is set; the projected value has the current messages.
@propertyWrapper
public struct Required<Value: Equatable>: Equatable {
    /// The value with its state, for the form's list: `\._name.validated`.
    public var validated: ValidatedValue<Value>

    /// The value.
    public var wrappedValue: Value {
        get { validated.value }
        set { validated.value = newValue }
    }

    /// The messages; empty if the value passes.
    public var projectedValue: [String] { validated.messages }

    /// A property with its initial value, and a message that replaces the rule's own.
    ///
    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - message: The message, or `nil` for that of the rule.
    ///   - name: The name of the field in errors and reports, or `nil` if the form's list gives it.
    ///   - label: The label of the field in messages, or `nil` for its name.
    ///   - messages: Messages by code in place of the rule's own; those of a controller replace them.
    public init(
        wrappedValue: Value, _ message: String? = nil, name: String? = nil,
        label: FieldLabel? = nil, messages: MessageCatalogue = [:]
    ) {
        validated = ValidatedValue(
            wrappedValue, rules: [.required(message: message)], name: name, label: label,
            isEager: true)
        validated.catalogue = messages
    }
}

/// A text that matches a PCRE2 pattern; an empty text is matched too.
///
/// It is checked at once and whenever it is set; the projected value has the current messages. A
/// pattern that does not compile is an error when the form is made; without a form no text is valid.
@propertyWrapper
public struct RegularExpression: Equatable, Sendable {
    /// The text with its state, for the form's list: `\._zip.validated`.
    public var validated: ValidatedValue<String>

    /// The text.
    public var wrappedValue: String {
        get { validated.value }
        set { validated.value = newValue }
    }

    /// The messages; empty if the value passes.
    public var projectedValue: [String] { validated.messages }

    /// A property with its initial text and its pattern, and a message that replaces the rule's own.
    ///
    /// Messages by code replace the rule's own too; those of a controller replace them.
    public init(
        wrappedValue: String, pattern: String, message: String? = nil, name: String? = nil,
        label: FieldLabel? = nil, messages: MessageCatalogue = [:]
    ) {
        validated = ValidatedValue(
            wrappedValue, rules: [.matches(pattern, message: message)], name: name, label: label,
            isEager: true)
        validated.catalogue = messages
    }
}

extension Validate {
    /// The same as the projected value, as the other property wrappers have it.
    public var validated: ValidatedValue<Value> {
        get { projectedValue }
        set { projectedValue = newValue }
    }
}
