// SPDX-License-Identifier: Apache-2.0

/// A form that is a struct: its properties have rules, and it lists them.
///
/// ```swift
/// struct SignUp: ValidatableForm, Equatable {
///     @Validate(.required, .email) var email = ""
///     @Validate(.required, .length(8...)) var password = ""
///     @Validate(.required, .sameAs("password")) var passwordConfirm = ""
///
///     static let validatedFields: [ValidatedField<SignUp>] = [
///         ValidatedField("email", \.$email), ValidatedField("password", \.$password),
///         ValidatedField("passwordConfirm", \.$passwordConfirm),
///     ]
/// }
/// ```
///
/// The macro of the same name (trait `FormMacros`) writes the list. Rules run when the
/// form is validated; a property that is invalid is checked again when it is set.
///
/// In a module where everything is on the main actor by default, a form is not: it is a value that any
/// code can use. Types of its properties that are declared there need `nonisolated` or `Sendable`.
public protocol ValidatableForm: SendableMetatype {
    /// The properties with rules, in the order in which errors are shown.
    static var validatedFields: [ValidatedField<Self>] { get }
}

/// The findings of a field of a form.
public struct FieldErrors: Sendable, Equatable {
    /// The field's name.
    public let field: String
    /// The state of the field: invalid or undecided.
    public let state: ValidationState
    var catalogue: MessageCatalogue = [:]

    /// The messages, in rule order and in the language of the form.
    public var messages: [String] { state.messages(from: catalogue) }
}

extension ValidatableForm {
    /// Runs every rule of every field; asynchronous ones are undecided.
    ///
    /// - Returns: True if all fields are valid.
    @discardableResult
    public mutating func validate() -> Bool {
        check(Self.validatedFields.indices)
    }

    /// Runs every rule of some fields, such as those of a wizard's page.
    ///
    /// - Parameter names: The names of the fields.
    /// - Returns: True if these fields are valid.
    /// - Throws: `FormError.missingField` for a name that the form lacks; no field is checked then.
    @discardableResult
    public mutating func validate(
        fields names: some Sequence<String>
    ) throws(FormError) -> Bool {
        check(try FormLayout(of: namedFields.map(\.name)).fields(named: names))
    }

    /// `true` if every field passes; unchecked fields are checked for it, without a change of
    /// state.
    public var isValid: Bool {
        let fields = namedFields
        guard rows.allSatisfy({ $0.forms.allSatisfy(\.isValid) }) else { return false }
        guard let rules = relations(of: fields) else { return fields.allSatisfy(\.value.isValid) }
        return fields.indices.allSatisfy { index in
            let status = fields[index].value.status
            guard status.serverErrors.isEmpty else { return false }
            let findings = rules.checkAtOnce(index) { fields[$0].value }
            return findings.isPassing || status.validation.isValid && findings.areDeferred
        }
    }

    /// The findings of the checked fields, in field order; those of rows come after their array.
    public var errors: [FieldErrors] {
        fieldsWithRows.compactMap { name, value in
            value.state.messages.isEmpty
                ? nil
                : FieldErrors(field: name, state: value.state, catalogue: value.catalogue)
        }
    }

    /// The messages of all fields, in field order.
    public var summary: [FormMessage] {
        fieldsWithRows.flatMap { name, value in
            value.state.messages(from: value.catalogue).map { text in
                FormMessage(
                    field: name, text: text,
                    label: value.label?.text(in: value.catalogue.language))
            }
        }
    }

    /// The first field that was checked and is not valid: where the focus goes.
    public var firstInvalidField: String? { errors.first?.field }

    /// The state of a field, also of one in a row (`items[2].price`); nil if the form lists none of this
    /// name.
    public func state(of field: String) -> ValidationState? {
        fieldsWithRows.first { $0.name == field }?.value.state
    }

    /// `true` if every field has something in it; white space does not count.
    public var isFilled: Bool { fieldsWithRows.allSatisfy { !$0.value.isBlank } }

    /// `true` if the value of a validated field differs from its initial one.
    public var hasChanges: Bool { namedFields.contains { $0.value.isDirty } }

    /// Sets every field back to its initial value.
    public mutating func reset() {
        update { _, value in value.reset() }
    }

    /// Shows the errors of a server; each one stays until the value of its field changes.
    ///
    /// - Returns: The errors that are about no field of the form.
    @discardableResult
    public mutating func apply(_ errors: ServerErrors) -> [Violation] {
        var rest: [Violation] = []
        let list = Self.validatedFields
        let others = applyToRows(errors, rest: &rest)
        for (index, errors) in FormLayout(of: namedFields.map(\.name)).place(others) {
            if list.indices.contains(index) {
                list[index].update(&self) { $0.reject(errors) }
            } else {
                rest += errors
            }
        }
        return rest
    }
}

// MARK: - Making a form

extension ValidatableForm {
    /// Checks the form itself, as a `FormController` does when it is made.
    ///
    /// - Parameter ruleSet: Rules for the same fields, if there are some.
    /// - Throws: `FormError` for a field that is listed twice, has no name or is not in the rule
    ///   set, and for rules that cannot be used.
    public func check(against ruleSet: RuleSet? = nil) throws(FormError) {
        try FormCheck(self).run(ruleSet)
    }

    /// Returns the form with its rules from a registry, such as one with plugins' rules, and with its
    /// messages in another language.
    ///
    /// - Parameters:
    ///   - registry: The registry; the built-in rules by default.
    ///   - messages: Messages by code, such as `registry.messages(in: "de")`, or `nil` to keep those
    ///     that the properties have.
    /// - Returns: The form.
    public func bound(
        to registry: RuleRegistry = .forms, messages: MessageCatalogue? = nil
    ) -> Self {
        var form = self
        form.update { _, value in value.bind(to: registry) }
        form.updateRows { _, element in element = element.bound(to: registry) }
        if let messages { form.show(messages) }
        return form
    }

    /// The values of this form, which was decoded, with the rules of another one.
    ///
    /// Rows get the rules of the first row of the other form; without one they have none.
    public func withRules(of template: Self) -> Self {
        var form = self
        for field in Self.validatedFields {
            let rules = field.read(template)
            field.update(&form) { $0.takeRules(of: rules) }
            guard let rows = field.rows, let first = rows.list(template).forms.first else {
                continue
            }
            rows.update(&form) { $1.takeRules(of: first) }
        }
        return form
    }
}

// MARK: - For the controller

extension ValidatableForm {
    /// The fields that have a name, in order.
    var namedFields: [NamedField] {
        Self.validatedFields.compactMap { field in
            field.name(in: self).map { ($0, field.read(self)) }
        }
    }

    mutating func update(_ change: (String, inout any FormField) -> Void) {
        for field in Self.validatedFields {
            guard let name = field.name(in: self) else { continue }
            field.update(&self) { change(name, &$0) }
        }
    }

    /// Shows messages in another language.
    mutating func show(_ messages: MessageCatalogue) {
        update { _, value in value.catalogue = messages }
        updateRows { _, element in element.show(messages) }
    }

    /// Returns the rules of all fields, or `nil` if each field can run its own alone, or if rules
    /// cannot be used.
    private func relations(of fields: [NamedField]) -> TypedRules? {
        guard let registry = fields.first?.value.registry else { return nil }
        let areRelated = fields.contains { _, value in
            value.compiledRules.contains { !$0.relations.isEmpty }
        }
        return areRelated ? try? TypedRules(fields, ruleSet: nil, registry: registry) : nil
    }

    /// Runs every rule of some fields.
    ///
    /// - Returns: True if these fields are valid.
    private mutating func check(_ chosen: some Collection<Int>) -> Bool {
        let fields = namedFields
        let rules = relations(of: fields)
        let list = Self.validatedFields
        for index in chosen where fields.indices.contains(index) {
            let findings = rules?.checkAtOnce(index) { fields[$0].value }
            list[index].update(&self) { value in
                value.name = fields[index].name
                value.validate(findings)
            }
            list[index].rows?.update(&self) { $1.validate() }
        }
        let checked = namedFields
        return chosen.allSatisfy { index in
            checked.indices.contains(index) && checked[index].value.isValid
                && (list[index].rows?.list(self).forms.allSatisfy(\.isValid) ?? true)
        }
    }
}

extension FormField {
    /// Checks the value on demand.
    ///
    /// - Parameter findings: The findings of all rules of the form, or `nil` if the value's own
    ///   rules are all of them.
    fileprivate mutating func validate(_ findings: FieldFindings?) {
        _ = validate()
        guard let findings else { return }
        let unasked = link.hasOtherRules && findings.isPassing
        if !unasked { take(findings) }
    }
}

extension FieldFindings {
    /// True if nothing fails and asynchronous rules have not run.
    fileprivate var areDeferred: Bool {
        violations.isEmpty && faults.allSatisfy { $0.reason == .deferred }
    }
}
