// SPDX-License-Identifier: Apache-2.0

/// A value with its rules and its state, as `@Validate`, `@Required` and `@RegularExpression` store
/// it.
///
/// Two are equal if their values are, and only the value is encoded. One that is decoded has no
/// rules until a form gives it some (see `ValidatableForm.withRules(of:)`), and is not valid before.
public struct ValidatedValue<Value: Equatable> {
    /// The state: the result of the last check, and changes since.
    public internal(set) var state = ValidationState.unchanged
    /// The field in errors and reports; nil until the property or its form gives it.
    public internal(set) var name: String?
    /// The value with which `isDirty` compares.
    public internal(set) var initialValue: Value

    private(set) var current: Value
    var rules: FieldRules<Value>
    /// Checked whenever the value is set, and at once.
    let isEager: Bool
    /// The result of the form's rules: those that name other fields, and those of a rule set.
    var fromForm = CheckResult()
    /// The errors of a server about the value.
    private var fromServer: [Violation] = []

    /// A value with typed rules.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - rules: The rules, all of which run, in this order.
    ///   - name: The field's name.
    ///   - isEager: Whether the value is checked now and whenever it is set.
    public init(
        _ value: Value, rules: [ValidationRule<Value>], name: String? = nil, isEager: Bool = false
    ) {
        self.init(value, rules: FieldRules(rules), name: name, isEager: isEager)
    }

    init(_ value: Value, rules: FieldRules<Value>, name: String?, isEager: Bool) {
        current = value
        initialValue = value
        self.rules = rules
        self.name = name
        self.isEager = isEager
        if isEager { validate() }
    }

    /// The value.
    ///
    /// Setting an equal one changes nothing. Setting another one drops the errors of a server. A value
    /// that was invalid is checked again at once; every other one is `editing`, or `unchanged` if it is
    /// set back to its initial value.
    public var value: Value {
        get { current }
        set {
            guard newValue != current else { return }
            let wasInvalid = state.isInvalid
            current = newValue
            fromForm = CheckResult()
            fromServer = []
            if wasInvalid || isEager {
                validate()
            } else {
                state = isDirty ? .editing : .unchanged
            }
        }
    }

    /// Whether the value differs from its initial one.
    public var isDirty: Bool { current != initialValue }

    /// Whether nothing was given: nil, nothing in it, or white space only.
    public var isBlank: Bool { isBlankValue(current) }

    /// Whether the value passes; it is checked if it is not yet, without a change of state.
    public var isValid: Bool {
        switch state {
        case .valid: true
        case .invalid, .undecided: false
        case .unchanged, .editing, .validating: result.state.isValid
        }
    }

    /// The messages of all violations or faults, in rule order; empty until the value is checked.
    public var messages: [String] { state.messages }

    /// The first of the messages.
    public var firstMessage: String? { state.firstMessage }

    /// Runs every rule; the state is valid, invalid or undecided then.
    ///
    /// - Returns: True if the value is valid.
    @discardableResult
    public mutating func validate() -> Bool {
        state = result.state
        return state.isValid
    }

    /// Shows the errors of a server in place of earlier ones; they stay until the value changes.
    public mutating func reject(_ violations: [Violation]) {
        fromServer = violations
        validate()
    }

    /// Sets the value back to its initial one, `unchanged`.
    public mutating func reset() {
        reset(to: initialValue)
    }

    /// Begins again with another value, `unchanged`.
    public mutating func reset(to value: Value) {
        self = ValidatedValue(value, rules: rules, name: name, isEager: isEager)
    }

    private var result: CheckResult {
        var result = rules.check(current, name: name)
        result.violations += fromForm.violations + fromServer
        result.faults += fromForm.faults
        return result
    }
}

extension ValidatedValue: Equatable {
    /// True if the values are equal.
    public static func == (left: ValidatedValue, right: ValidatedValue) -> Bool {
        left.current == right.current
    }
}

extension ValidatedValue: Sendable where Value: Sendable {}

extension ValidatedValue: Encodable where Value: Encodable {
    /// Encodes the value alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(current)
    }
}

extension ValidatedValue: Decodable where Value: Decodable {
    /// Decodes the value, without rules; see `ValidatableForm.withRules(of:)`.
    public init(from decoder: any Decoder) throws {
        self.init(unruled: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension ValidatedValue {
    /// A value whose rules are unknown.
    init(unruled value: Value) {
        self.init(value, rules: .unknown, name: nil, isEager: false)
    }
}
