// SPDX-License-Identifier: Apache-2.0

/// A value with its rules and what they say of it: what `@Validate`, `@Required` and
/// `@RegularExpression` hold.
///
/// Two are equal if their values are, and only the value is encoded. One that is decoded has no
/// rules until a form gives it some (see `ValidatableForm.withRules(of:)`), and is not valid before.
public struct ValidatedValue<Value: Equatable> {
    /// What the last judgement said, and what happened since.
    public internal(set) var state = ValidationState.unchanged
    /// The field in errors and reports; nil until the property or its form gives it.
    public internal(set) var name: String?
    /// What `isDirty` compares with.
    public internal(set) var initialValue: Value

    private(set) var current: Value
    var rules: FieldRules<Value>
    /// Judged whenever the value is set, and at once.
    let isEager: Bool
    /// What the form says of the value: rules that name other fields, a rule set.
    var fromForm = Judgement()
    /// What a server said of the value.
    private var fromServer: [Violation] = []

    /// A value with typed rules.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - rules: Asked in this order; all are asked.
    ///   - name: The field's name.
    ///   - isEager: The value is judged now and whenever it is set.
    public init(
        _ value: Value, rules: [ValidationRule<Value>], name: String? = nil, isEager: Bool = false
    ) {
        self.init(value, FieldRules(rules), name, isEager)
    }

    init(_ value: Value, _ rules: FieldRules<Value>, _ name: String?, _ isEager: Bool) {
        current = value
        initialValue = value
        self.rules = rules
        self.name = name
        self.isEager = isEager
        if isEager { validate() }
    }

    /// The value.
    ///
    /// Setting the same one changes nothing. Setting another one forgets what a server said; a
    /// value that was invalid is judged again at once, every other one is being edited, or
    /// unchanged if it is set back to what it was.
    public var value: Value {
        get { current }
        set {
            guard newValue != current else { return }
            let wasInvalid = state.isInvalid
            current = newValue
            fromForm = Judgement()
            fromServer = []
            if wasInvalid || isEager {
                validate()
            } else {
                state = isDirty ? .editing : .unchanged
            }
        }
    }

    public var isDirty: Bool { current != initialValue }

    /// Whether nothing was given: nil, nothing in it, or white space only.
    public var isBlank: Bool { isBlankValue(current) }

    /// Whether the value passes, judged now if it is not judged yet; nothing changes.
    public var isValid: Bool {
        switch state {
        case .valid: true
        case .invalid, .undecided: false
        case .unchanged, .editing, .validating: judgement.state.isValid
        }
    }

    /// The messages of all that is wrong, in rule order; empty until the value is judged.
    public var messages: [String] { state.messages }

    /// The first of the messages.
    public var firstMessage: String? { state.firstMessage }

    /// Asks every rule; the state is valid, invalid or undecided then.
    ///
    /// - Returns: True if the value is valid.
    @discardableResult
    public mutating func validate() -> Bool {
        state = judgement.state
        return state.isValid
    }

    /// Takes over errors that a server found, in place of those that it found before; they stay
    /// until the value changes.
    public mutating func refuse(_ violations: [Violation]) {
        fromServer = violations
        validate()
    }

    /// Sets the value back to what it was, unchanged.
    public mutating func reset() {
        reset(to: initialValue)
    }

    /// Begins again with another value, unchanged.
    public mutating func reset(to value: Value) {
        self = ValidatedValue(value, rules, name, isEager)
    }

    private var judgement: Judgement {
        var judgement = rules.judge(current, name: name)
        judgement.violations += fromForm.violations + fromServer
        judgement.faults += fromForm.faults
        return judgement
    }
}

extension ValidatedValue: Equatable {
    public static func == (left: ValidatedValue, right: ValidatedValue) -> Bool {
        left.current == right.current
    }
}

extension ValidatedValue: Sendable where Value: Sendable {}

extension ValidatedValue: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(current)
    }
}

extension ValidatedValue: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(unruled: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension ValidatedValue {
    /// A value of which nobody knows the rules.
    init(unruled value: Value) {
        self.init(value, .unknown, nil, false)
    }
}
