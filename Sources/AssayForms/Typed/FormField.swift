// SPDX-License-Identifier: Apache-2.0

typealias NamedField = (name: String, value: any FormField)

/// A validated value of any type, as its form sees it.
protocol FormField {
    var name: String? { get }
    var state: ValidationState { get }
    var isDirty: Bool { get }
    var isBlank: Bool { get }
    var isValid: Bool { get }
    var hasUnknownRules: Bool { get }
    /// What rules about other fields see.
    var ruleValue: AssayCore.Value { get }
    var compiledRules: [CompiledRules] { get }
    var registry: RuleRegistry { get }

    mutating func validate(as name: String)
    mutating func bind(to registry: RuleRegistry)
    mutating func judge(_ judgement: Judgement)
    mutating func refuse(_ violations: [Violation])
    mutating func reset()
    mutating func begin()
    mutating func wait()
    mutating func accept(_ sent: any FormField)
    mutating func takeRules(of other: any FormField)
    func hasValue(of other: any FormField) -> Bool
}

extension ValidatedValue: FormField {
    var hasUnknownRules: Bool { rules.areUnknown }
    var ruleValue: AssayCore.Value { (current as? any ValueConvertible)?.ruleValue ?? .absent }
    var compiledRules: [CompiledRules] { rules.compiled }
    var registry: RuleRegistry { rules.registry }

    /// Asks the value's own rules; what the form's say comes behind.
    mutating func validate(as name: String) {
        self.name = name
        fromForm = Judgement()
        validate()
    }

    mutating func bind(to registry: RuleRegistry) {
        rules.registry = registry
    }

    mutating func judge(_ judgement: Judgement) {
        fromForm = judgement
        validate()
    }

    /// Begins with the value as it is, unchanged.
    mutating func begin() {
        reset(to: current)
    }

    /// Asynchronous rules are being asked.
    mutating func wait() {
        if state.waitsForAnswers { state = .validating }
    }

    /// The value that was sent is now what the value was.
    mutating func accept(_ sent: any FormField) {
        if let sent = sent as? ValidatedValue { initialValue = sent.current }
    }

    mutating func takeRules(of other: any FormField) {
        guard let other = other as? ValidatedValue else { return }
        self = ValidatedValue(current, other.rules, other.name, other.isEager)
    }

    func hasValue(of other: any FormField) -> Bool {
        (other as? ValidatedValue).map { $0 == self } ?? false
    }
}

extension ValidationState {
    /// Nothing is wrong as far as is known, and asynchronous rules were not asked.
    var waitsForAnswers: Bool {
        !faults.isEmpty && faults.allSatisfy { $0.reason == .deferred }
    }

    /// Rules were asked about the value as it is.
    var isJudged: Bool {
        switch self {
        case .valid, .invalid, .undecided: true
        case .unchanged, .editing, .validating: false
        }
    }
}
