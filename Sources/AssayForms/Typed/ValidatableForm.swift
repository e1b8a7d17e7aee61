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
public protocol ValidatableForm {
    /// The properties with rules, in the order in which errors are shown.
    static var validatedFields: [ValidatedField<Self>] { get }
}

/// The findings of a field of a form.
public struct FieldErrors: Sendable, Equatable {
    /// The field's name.
    public let field: String
    /// Invalid or undecided.
    public let state: ValidationState

    /// The messages, in rule order.
    public var messages: [String] { state.messages }
}

extension ValidatableForm {
    /// Runs every rule of every field; asynchronous ones are undecided.
    ///
    /// - Returns: True if all fields are valid.
    @discardableResult
    public mutating func validate() -> Bool {
        let relations = relations
        let rest = check(nil, with: relations)
        return rest.state.isValid && namedFields.allSatisfy(\.value.isValid)
    }

    /// Runs every rule of some fields, such as those of a wizard's page; unknown names are ignored.
    ///
    /// - Returns: True if these fields are valid.
    @discardableResult
    public mutating func validate(fields names: some Sequence<String>) -> Bool {
        let names = Set(names)
        _ = check(names, with: relations)
        return namedFields.allSatisfy { !names.contains($0.name) || $0.value.isValid }
    }

    /// Whether every field passes; unchecked fields are checked for it, without a change of state.
    public var isValid: Bool { isValid(with: relations) }

    /// The findings of the checked fields, in field order.
    public var errors: [FieldErrors] {
        namedFields.compactMap { name, value in
            value.state.messages.isEmpty ? nil : FieldErrors(field: name, state: value.state)
        }
    }

    /// The messages of all fields, in field order.
    public var summary: [FormMessage] {
        errors.flatMap { field in
            field.messages.map { FormMessage(field: field.field, text: $0) }
        }
    }

    /// The first field that was checked and is not valid: where the focus goes.
    public var firstInvalidField: String? { errors.first?.field }

    /// The state of a field; nil if the form lists none of this name.
    public func state(of field: String) -> ValidationState? {
        namedFields.first { $0.name == field }?.value.state
    }

    /// Whether every field has something in it; white space does not count.
    public var isFilled: Bool { namedFields.allSatisfy { !$0.value.isBlank } }

    /// Whether the value of a validated field differs from its initial one.
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
        apply(errors, foundIn: self)
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

    /// The form with its rules from a registry, such as one with plugins' rules.
    public func bound(to registry: RuleRegistry) -> Self {
        var form = self
        form.update { _, value in value.bind(to: registry) }
        return form
    }

    /// The values of this form, which was decoded, with the rules of another one.
    public func withRules(of template: Self) -> Self {
        var form = self
        for field in Self.validatedFields {
            let rules = field.read(template)
            field.update(&form) { $0.takeRules(of: rules) }
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

    /// Rules that name other fields; nil if there are none.
    private var relations: FormRelations? {
        let fields = namedFields
        guard let registry = fields.first?.value.registry else { return nil }
        return FormRelations(fields, ruleSet: nil, registry: registry)
    }

    /// Runs every rule of some fields.
    ///
    /// - Parameters:
    ///   - names: The fields; nil: all.
    ///   - relations: What the form checks as a whole.
    ///   - report: The report of its rules, if they have run already.
    /// - Returns: The findings about no field.
    mutating func check(
        _ names: Set<String>?, with relations: FormRelations?, report: ValidationReport? = nil
    ) -> CheckResult {
        update { name, value in
            if names?.contains(name) ?? true { value.validate(as: name) }
        }
        guard let relations else { return CheckResult() }
        let results = relations.check(namedFields, report: report)
        update { name, value in
            guard names?.contains(name) ?? true, let result = results[name] else { return }
            value.take(result)
        }
        return results[""] ?? CheckResult()
    }

    /// Whether every field passes; the asynchronous rules of a valid field have run.
    func isValid(with relations: FormRelations?) -> Bool {
        let fields = namedFields
        guard fields.allSatisfy(\.value.isValid) else { return false }
        guard let results = relations?.check(fields) else { return true }
        let answered = Set(fields.filter(\.value.state.isValid).map(\.name))
        return results.allSatisfy { name, result in
            result.violations.isEmpty
                && result.faults.allSatisfy { $0.reason == .deferred && answered.contains(name) }
        }
    }

    /// Shows the errors of fields that still have the submitted value.
    mutating func apply(_ errors: ServerErrors, foundIn sent: Self) -> [Violation] {
        let (byField, rest) = errors.place(among: namedFields.map(\.name))
        for field in Self.validatedFields {
            guard let name = field.name(in: self), let violations = byField[name],
                field.read(self).hasValue(of: field.read(sent))
            else { continue }
            field.update(&self) { $0.reject(violations) }
        }
        return rest
    }

    /// Begins with the values as they are, unchanged.
    mutating func begin() {
        update { _, value in value.begin() }
    }

    /// Makes the submitted values the initial ones.
    mutating func accept(_ sent: Self) {
        for field in Self.validatedFields {
            let value = field.read(sent)
            field.update(&self) { $0.accept(value) }
        }
    }
}
