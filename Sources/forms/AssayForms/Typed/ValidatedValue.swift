// SPDX-License-Identifier: Apache-2.0

/// A value with its rules and its state, as `@Validate`, `@Required` and `@RegularExpression` store
/// it.
///
/// Two are equal if their values are, and only the value is encoded. One that is decoded has no
/// rules until a form gives it some (see `ValidatableForm.withRules(of:)`), and is not valid before.
///
/// Outside of a form it runs only its own rules. It is never `valid` while other rules have not run:
/// those about other fields, those of a rule set, and asynchronous ones.
public struct ValidatedValue<Value: Equatable> {
    /// One reference, so that a form of many fields is copied at little cost.
    private(set) var box: ValueBox<Value>

    init(_ box: ValueBox<Value>) {
        self.box = box
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&box) { box = ValueBox(copying: box) }
    }

    /// The name of the field in errors and reports, or `nil` until the property or its form gives
    /// it.
    public internal(set) var name: String? {
        get { box.name }
        set {
            makeUnique()
            box.name = newValue
        }
    }
    /// The label of the field in messages of the form, or `nil` for its name.
    public internal(set) var label: FieldLabel? {
        get { box.label }
        set {
            makeUnique()
            box.label = newValue
        }
    }
    /// The messages in the language of the user.
    var catalogue: MessageCatalogue {
        get { box.catalogue }
        set {
            makeUnique()
            box.catalogue = newValue
        }
    }
    /// The value with which `isDirty` compares.
    public internal(set) var initialValue: Value {
        get { box.initialValue }
        set {
            makeUnique()
            box.initialValue = newValue
        }
    }

    private(set) var current: Value {
        get { box.current }
        _modify {
            makeUnique()
            yield &box.current
        }
    }
    var rules: FieldRules<Value> {
        get { box.rules }
        _modify {
            makeUnique()
            yield &box.rules
        }
    }
    /// `true` if the value is checked at once and whenever it is set.
    var isEager: Bool { box.isEager }
    /// The state of the one field, of which a form's machine keeps the original.
    var status: FieldStatus {
        get { box.isUnsettled ? settled : box.status }
        set {
            makeUnique()
            box.isUnsettled = false
            box.status = newValue
        }
    }
    var link: FieldLink {
        get { box.link }
        _modify {
            makeUnique()
            yield &box.link
        }
    }

    /// A value with typed rules.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - rules: The rules, all of which run, in this order.
    ///   - name: The field's name.
    ///   - label: The label of the field in messages of the form, or `nil` for its name.
    ///   - isEager: `true` to check the value now and whenever it is set.
    public init(
        _ value: Value, rules: [ValidationRule<Value>], name: String? = nil,
        label: FieldLabel? = nil, isEager: Bool = false
    ) {
        self.init(value, rules: FieldRules(rules), name: name, label: label, isEager: isEager)
    }

    init(
        _ value: Value, rules: FieldRules<Value>, name: String?, label: FieldLabel?, isEager: Bool
    ) {
        box = ValueBox(value, rules: rules, name: name, label: label, isEager: isEager)
        begin()
    }

    /// The state: the result of the last check, and changes since.
    public var state: ValidationState { status.validation }

    /// The value.
    ///
    /// Setting an equal one changes nothing. Setting another one drops the errors of a server. A value
    /// set back to its initial one is `unchanged`. One that was invalid is checked again at once; every
    /// other one is `editing`.
    public var value: Value {
        get { current }
        set {
            guard newValue != current else { return takeRows(newValue) }
            if box.isUnsettled { status = settled }
            current = newValue
            box.link.stamp = .next()
            if box.link.owner == nil {
                let isInitial = !isDirty
                drive { $0.edit(0, isInitial: isInitial, check: $1) }
            } else if box.hasRows {
                noteEdit(isInitial: !isDirty)
            } else {
                box.isUnsettled = true
            }
        }
    }

    /// `true` if the value differs from its initial one.
    public var isDirty: Bool { current != initialValue }

    /// `true` if the value was set or checked on demand.
    public var isTouched: Bool { status.isTouched }

    /// `true` if nothing was given: nil, nothing in it, or white space only.
    public var isBlank: Bool { isBlankValue(current) }

    /// `true` if the value passes; it is checked if it is not yet, without a change of state.
    public var isValid: Bool {
        guard status.serverErrors.isEmpty else { return false }
        return status.stage == .checked ? state.isValid : completeFindings.isPassing
    }

    /// The messages of all violations or faults, in rule order and in the language of the form; empty
    /// until the value is checked.
    public var messages: [String] { state.messages(from: catalogue) }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }

    /// The violations of severity warning, which do not make the value invalid; in a `FormController`, of
    /// its rule set.
    public var warnings: [Violation] { status.warnings }

    /// Runs every rule that needs only the value, in a `FormController` all of its rules.
    ///
    /// - Returns: True if the value is valid; false also while other rules have not run.
    @discardableResult
    public mutating func validate() -> Bool {
        link.demands &+= 1
        take(completeFindings)
        return state.isValid
    }

    /// Shows the errors of a server in place of earlier ones; they stay until the value changes.
    public mutating func reject(_ violations: [Violation]) {
        link.rejections &+= 1
        link.stamp = .next()
        var status = status
        status.serverErrors = violations
        self.status = status
    }

    /// Sets the value back to its initial one, `unchanged`.
    public mutating func reset() {
        reset(to: initialValue)
    }

    /// Begins again with another value, `unchanged`.
    public mutating func reset(to value: Value) {
        current = value
        link.resets &+= 1
        begin()
    }
}

// MARK: - The machine of one field

extension ValidatedValue {
    /// Begins with the value as it is, as the initial one.
    mutating func begin() {
        initialValue = current
        link.stamp = .next()
        var status = FieldStatus(triggers: isEager ? .all : .onSubmit)
        status.isEager = isEager
        self.status = status
        if isEager { drive { $0.checkEagerFields(by: $1) } }
    }

    /// Notes an edit of rows, which only their controller checks: it would cost as much as there are rows.
    private mutating func noteEdit(isInitial: Bool) {
        box.status.isTouched = true
        box.status.serverErrors = []
        box.status.findings = .none
        box.status.stage = isInitial ? .unchanged : .editing
    }

    /// Takes rows with equal elements, which can be others, or have other states.
    private mutating func takeRows(_ value: Value) {
        guard box.hasRows else { return }
        current = value
        link.stamp = .next()
    }

    /// Takes over the value of another one as the initial value.
    mutating func setInitial(_ value: Value) {
        initialValue = value
    }

    /// The state after the value was set, as far as its own rules know.
    private var settled: FieldStatus {
        let isInitial = !isDirty
        return driven(from: box.status) { $0.edit(0, isInitial: isInitial, check: $1) }
    }

    /// Shows the findings of all rules about the value.
    mutating func take(_ findings: FieldFindings) {
        link.stamp = .next()
        var machine = FormMachine(fields: [status], dependents: [[]])
        machine.validate([0]) { _ in FieldResult(findings: findings) }
        status = machine.fields[0]
    }

    /// Lets an event happen to the field alone, without rules that it cannot run.
    private mutating func drive(_ event: (inout FormMachine, FormMachine.Check) -> Void) {
        status = driven(from: status, by: event)
    }

    /// The state after an event.
    private func driven(
        from status: FieldStatus, by event: (inout FormMachine, FormMachine.Check) -> Void
    ) -> FieldStatus {
        var machine = FormMachine(fields: [status], dependents: [[]])
        let (rules, current, name) = (rules, current, name)
        event(&machine) { _ in
            FieldResult(findings: FieldFindings(rules.check(current, name: name)))
        }
        var status = machine.fields[0]
        if status.stage == .checked, status.findings.isPassing, !unasked.isEmpty {
            status.stage = .editing
        }
        return status
    }

    /// The findings of the rules that need only the value; rules that it cannot run are faults.
    private var completeFindings: FieldFindings {
        var findings = FieldFindings(rules.check(current, name: name))
        if findings.isPassing { findings.faults = unasked }
        return findings
    }

    /// The faults of the rules that only a form can run.
    private var unasked: [Fault] {
        let field = CheckedField(name: name ?? "")
        let own = rules.compiled.flatMap(\.relations).map { relation in
            field.fault(rule: relation.entry.expression.id, reason: .deferred)
        }
        guard own.isEmpty, link.hasOtherRules else { return own }
        return [field.fault(rule: "form", reason: .deferred)]
    }
}

extension ValidatedValue {
    /// Changes elements of rows where they are, which does nothing to the state of the array.
    mutating func updateRows<Element>(
        _ change: (Int, inout any ValidatableForm) -> Void
    ) where Value == ValidatedRows<Element> {
        current.updateForms(change)
        link.stamp = .next()
    }

    /// Gives rows other elements for the controller, which knows of them.
    mutating func setRows<Element>(
        _ rows: RowStorage<Element>
    ) where Value == ValidatedRows<Element> {
        current.storage = rows
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
        self.init(value, rules: .unknown, name: nil, label: nil, isEager: false)
    }
}
