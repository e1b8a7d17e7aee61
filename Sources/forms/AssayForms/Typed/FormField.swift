// SPDX-License-Identifier: Apache-2.0

typealias NamedField = (name: String, value: any FormField)

/// A validated value of any type, as its form sees it.
protocol FormField {
    var name: String? { get set }
    var label: FieldLabel? { get }
    /// The messages in the language of the user.
    var catalogue: MessageCatalogue { get set }
    var status: FieldStatus { get set }
    var link: FieldLink { get set }
    var isEager: Bool { get }
    var isDirty: Bool { get }
    var isBlank: Bool { get }
    var isValid: Bool { get }
    var hasUnknownRules: Bool { get }
    /// The value as rules of other fields see it.
    var ruleValue: AssayCore.Value { get }
    var compiledRules: [CompiledRules] { get }
    /// The rules that a form runs, with their places among all of the value's rules.
    var formEntries: [RuleEntry] { get }
    var registry: RuleRegistry { get }

    /// The findings of the rules that no form runs.
    func ownFindings(as name: String) -> CheckedField.Findings
    /// The findings of all rules that need only the value.
    func allFindings(as name: String) -> FieldFindings
    /// The findings of the rules of rows, each at its place; none for another value.
    func rowFindings(as name: String) -> FieldFindings
    /// `true` if some rules are functions.
    var hasFunctions: Bool { get }
    mutating func validate() -> Bool
    mutating func take(_ findings: FieldFindings)
    mutating func reject(_ violations: [Violation])
    mutating func bind(to registry: RuleRegistry)
    mutating func reset()
    mutating func begin()
    /// Makes the value of another one of the same type the initial one.
    mutating func accept(_ sent: any FormField)
    mutating func takeRules(of other: any FormField)
    /// The stored state of the value.
    var valueState: ValueState { get }
}

extension FormField {
    var state: ValidationState { status.validation }
}

extension ValidatedValue: FormField {
    var hasUnknownRules: Bool { rules.areUnknown }
    var ruleValue: AssayCore.Value { box.ruleValue }
    var compiledRules: [CompiledRules] { rules.compiled }
    var formEntries: [RuleEntry] { rules.formEntries }
    var registry: RuleRegistry { rules.registry }

    func ownFindings(as name: String) -> CheckedField.Findings {
        rules.ownFindings(about: current, name: name)
    }

    func allFindings(as name: String) -> FieldFindings {
        FieldFindings(rules.check(current, name: name))
    }

    func rowFindings(as name: String) -> FieldFindings {
        (current as? any RowList)?.findings(as: name) ?? .none
    }

    var hasFunctions: Bool { rules.hasFunctions }

    mutating func bind(to registry: RuleRegistry) {
        rules.registry = registry
    }

    mutating func accept(_ sent: any FormField) {
        if let sent = sent as? ValidatedValue { setInitial(sent.current) }
    }

    mutating func takeRules(of other: any FormField) {
        guard let other = other as? ValidatedValue else { return }
        self = ValidatedValue(
            current, rules: other.rules, name: other.name, label: other.label,
            isEager: other.isEager)
    }

    var valueState: ValueState { box }
}
