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
    /// The value as rules of other fields see it.
    var ruleValue: AssayCore.Value { get }
    var compiledRules: [CompiledRules] { get }
    var registry: RuleRegistry { get }

    mutating func validate(as name: String)
    mutating func bind(to registry: RuleRegistry)
    mutating func take(_ result: CheckResult)
    mutating func reject(_ violations: [Violation])
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

    /// Runs the value's own rules; the form's results are added later.
    mutating func validate(as name: String) {
        self.name = name
        fromForm = CheckResult()
        validate()
    }

    mutating func bind(to registry: RuleRegistry) {
        rules.registry = registry
    }

    mutating func take(_ result: CheckResult) {
        fromForm = result
        validate()
    }

    /// Begins with the value as it is, unchanged.
    mutating func begin() {
        reset(to: current)
    }

    /// Asynchronous rules are running.
    mutating func wait() {
        if state.waitsForAnswers { state = .validating }
    }

    /// Makes the submitted value the initial one.
    mutating func accept(_ sent: any FormField) {
        if let sent = sent as? ValidatedValue { initialValue = sent.current }
    }

    mutating func takeRules(of other: any FormField) {
        guard let other = other as? ValidatedValue else { return }
        self = ValidatedValue(
            current, rules: other.rules, name: other.name, isEager: other.isEager)
    }

    func hasValue(of other: any FormField) -> Bool {
        (other as? ValidatedValue).map { $0 == self } ?? false
    }
}

extension ValidationState {
    /// True if nothing fails and asynchronous rules have not run.
    var waitsForAnswers: Bool {
        !faults.isEmpty && faults.allSatisfy { $0.reason == .deferred }
    }

    /// True if rules have run on the current value.
    var isChecked: Bool {
        switch self {
        case .valid, .invalid, .undecided: true
        case .unchanged, .editing, .validating: false
        }
    }
}
