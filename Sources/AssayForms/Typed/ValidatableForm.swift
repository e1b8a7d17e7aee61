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
/// The macro of the same name (trait `FormMacros`) writes the list. The rules of a property are
/// asked as it is set; rules that name other fields are asked when the form is validated.
public protocol ValidatableForm {
    /// The properties with rules, in the order in which errors are shown.
    static var validatedFields: [ValidatedField<Self>] { get }
}

/// What is wrong with a field of a form.
public struct FieldErrors: Sendable, Equatable {
    /// The field's name.
    public let field: String
    /// Invalid or undecided.
    public let state: ValidationState

    /// In rule order.
    public var messages: [String] { state.messages }
}

extension ValidatableForm {
    /// Asks every rule of every field; asynchronous ones are undecided.
    ///
    /// - Returns: True if all fields are valid.
    @discardableResult
    public mutating func validate() -> Bool {
        let relations = relations
        let rest = judge(nil, with: relations)
        return rest.state.isValid && namedFields.allSatisfy(\.value.isValid)
    }

    /// Asks every rule of some fields, such as those of a wizard's page; unknown names are ignored.
    ///
    /// - Returns: True if these fields are valid.
    @discardableResult
    public mutating func validate(fields names: some Sequence<String>) -> Bool {
        let names = Set(names)
        _ = judge(names, with: relations)
        return namedFields.allSatisfy { !names.contains($0.name) || $0.value.isValid }
    }

    /// Whether every field passes; what was not judged yet is judged now, and nothing changes.
    public var isValid: Bool { isValid(with: relations) }

    /// What is wrong with the fields that were judged, in field order.
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

    /// The first field that was judged and is not valid: where the focus goes.
    public var firstInvalidField: String? { errors.first?.field }

    /// The state of a field; nil if the form lists none of this name.
    public func state(of field: String) -> ValidationState? {
        namedFields.first { $0.name == field }?.value.state
    }

    /// Whether every field has something in it; white space does not count.
    public var isFilled: Bool { namedFields.allSatisfy { !$0.value.isBlank } }

    /// Whether the value of a validated field is not what it was.
    public var hasChanges: Bool { namedFields.contains { $0.value.isDirty } }

    /// Sets every field back to what it was.
    public mutating func reset() {
        update { _, value in value.reset() }
    }

    /// Takes over errors that a server found; each stays until the value of its field changes.
    ///
    /// - Returns: Those that are about no field of the form.
    @discardableResult
    public mutating func apply(_ errors: ServerErrors) -> [Violation] {
        apply(errors, foundIn: self)
    }
}

// MARK: - Making a form

extension ValidatableForm {
    /// Looks for mistakes in the form itself; a `FormController` does so when it is made.
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

    /// Asks every rule of some fields.
    ///
    /// - Parameters:
    ///   - names: The fields; nil: all.
    ///   - relations: What the form judges as a whole.
    ///   - report: What its rules say, if they were asked already.
    /// - Returns: What is about no field.
    mutating func judge(
        _ names: Set<String>?, with relations: FormRelations?, _ report: ValidationReport? = nil
    ) -> Judgement {
        update { name, value in
            if names?.contains(name) ?? true { value.validate(as: name) }
        }
        guard let relations else { return Judgement() }
        let judgements = relations.judge(namedFields, report)
        update { name, value in
            guard names?.contains(name) ?? true, let judgement = judgements[name] else { return }
            value.judge(judgement)
        }
        return judgements[""] ?? Judgement()
    }

    /// A field that is valid has had its asynchronous rules asked.
    func isValid(with relations: FormRelations?) -> Bool {
        let fields = namedFields
        guard fields.allSatisfy(\.value.isValid) else { return false }
        guard let judgements = relations?.judge(fields) else { return true }
        let answered = Set(fields.filter(\.value.state.isValid).map(\.name))
        return judgements.allSatisfy { name, judgement in
            judgement.violations.isEmpty
                && judgement.faults.allSatisfy { $0.reason == .deferred && answered.contains(name) }
        }
    }

    /// Takes over errors of fields that still have the value in which they were found.
    mutating func apply(_ errors: ServerErrors, foundIn sent: Self) -> [Violation] {
        let (byField, rest) = errors.place(among: namedFields.map(\.name))
        for field in Self.validatedFields {
            guard let name = field.name(in: self), let violations = byField[name],
                field.read(self).hasValue(of: field.read(sent))
            else { continue }
            field.update(&self) { $0.refuse(violations) }
        }
        return rest
    }

    /// Begins with the values as they are, unchanged.
    mutating func begin() {
        update { _, value in value.begin() }
    }

    /// What was sent is now what the fields were.
    mutating func accept(_ sent: Self) {
        for field in Self.validatedFields {
            let value = field.read(sent)
            field.update(&self) { $0.accept(value) }
        }
    }
}
