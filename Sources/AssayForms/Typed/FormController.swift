// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A form that can be submitted.
public protocol SubmittableForm: ValidatableForm, Sendable {
    /// The result of a submission.
    associatedtype Output: Sendable

    /// Submits the form, which is valid.
    ///
    /// - Throws: `ServerErrors`, or any `ServerErrorsProviding`, to have errors shown at their fields.
    func submit() async throws -> Output
}

/// Edits, validates and submits a form that is a struct.
@MainActor
@Observable
public final class FormController<Form: SubmittableForm & Equatable> {
    var edited: Form
    /// The form with which `isDirty` compares: as it was made, or last submitted.
    public internal(set) var initialForm: Form
    /// The state of the submission.
    public internal(set) var state = SubmissionState.initial
    /// The state of the form as a whole: `unchanged` if no finding is about it.
    public internal(set) var formState = ValidationState.unchanged
    /// True while the user is asked whether to discard the changes.
    public var isConfirmingDismissal = false

    /// What happens to a submission while another one is in progress.
    @ObservationIgnored public let concurrentSubmission: ConcurrentSubmission
    @ObservationIgnored private let registry: RuleRegistry
    @ObservationIgnored let limits: AsyncLimits
    @ObservationIgnored let relations: FormRelations?
    /// How often the form was reset: earlier requests are about another form.
    @ObservationIgnored var resets = 0
    @ObservationIgnored var submission: Task<Form.Output, any Error>?

    /// Makes a controller of a form.
    ///
    /// - Parameters:
    ///   - form: The form, whose rules are compiled and not run yet.
    ///   - ruleSet: Rules for the same fields, such as those that the service uses.
    ///   - registry: Resolves all rules; the built-in ones by default.
    ///   - limits: Limits of asynchronous rules.
    ///   - concurrentSubmission: What happens to a submission while another one is in progress.
    /// - Throws: `FormError` for an issue of the form itself.
    public init(
        _ form: Form, ruleSet: RuleSet? = nil, registry: RuleRegistry = .forms,
        limits: AsyncLimits = AsyncLimits(), concurrentSubmission: ConcurrentSubmission = .rejected
    ) throws(FormError) {
        let form = form.bound(to: registry)
        try form.check(against: ruleSet)
        do throws(RuleSetError) {
            relations = FormRelations(form.namedFields, ruleSet: ruleSet, registry: registry)
            try relations?.check()
        } catch {
            throw .invalidRules(error)
        }
        edited = form
        initialForm = form
        self.registry = registry
        self.limits = limits
        self.concurrentSubmission = concurrentSubmission
    }

    /// The form; setting it checks the fields that were invalid and changed, and those that were
    /// checked by rules that name a changed field.
    public var form: Form {
        get { edited }
        set { edited = rechecked(newValue, after: edited) }
    }

    /// True while a submission is in progress.
    public var isLoading: Bool { state.isLoading }

    /// Whether the form differs from `initialForm`.
    public var isDirty: Bool { edited != initialForm }

    /// Whether the user may submit: the form is dirty, and no submission is in progress.
    public var canSubmit: Bool { isDirty && !isLoading }

    /// Whether every field passes; unchecked fields are checked for it, without a change of state.
    public var isValid: Bool { edited.isValid(with: relations) && formState.messages.isEmpty }

    /// The findings of the checked fields, in field order.
    public var errors: [FieldErrors] { edited.errors }

    /// The violations that belong to no field of the form.
    public var formErrors: [Violation] { formState.violations }

    /// All messages: of the fields in their order, then of the form as a whole.
    public var summary: [FormMessage] {
        edited.summary + formState.messages.map { FormMessage(field: nil, text: $0) }
    }

    /// Runs every rule of every field, and drops a server's errors about the form as a whole.
    ///
    /// Asynchronous rules are undecided; `validateCompletely` and `submit` run them.
    ///
    /// - Returns: True if the form is valid.
    @discardableResult
    public func validate() -> Bool {
        let rest = edited.check(nil, with: relations)
        formState = rest.state.isValid ? .unchanged : rest.state
        return formState == .unchanged && edited.isValid(with: nil)
    }

    /// Shows the errors of a server; those of fields stay until their values change.
    public func apply(_ errors: ServerErrors) {
        take(edited.apply(errors))
    }

    /// Shows the errors of a server, given as problem details (RFC 9457).
    public func apply(_ problem: ProblemDetails) {
        apply(ServerErrors(problem))
    }

    /// Shows the errors of a server, given by field: its name or a JSON Pointer.
    public func apply(errors: [String: [String]]) {
        apply(ServerErrors(errors))
    }

    /// Sets the form back to its initial values.
    public func reset() {
        reset(to: initialForm)
    }

    /// Begins again with another form, and cancels a submission in progress.
    public func reset(to form: Form) {
        resets += 1
        submission?.cancel()
        submission = nil
        edited = form.bound(to: registry)
        edited.begin()
        initialForm = edited
        formState = .unchanged
        state = .initial
    }

    func take(_ errors: [Violation]) {
        guard !errors.isEmpty else { return }
        formState = .invalid(formState.violations + errors)
    }

    private func rechecked(_ new: Form, after old: Form) -> Form {
        guard let relations, new != old else { return new }
        let changes = zip(new.namedFields, old.namedFields).filter { field, previous in
            !field.value.hasValue(of: previous.value)
        }
        let dependents = relations.dependents(of: Set(changes.map(\.0.name)))
        var affected = Set(changes.filter { $1.value.state.isInvalid }.map(\.0.name))
        for (name, value) in new.namedFields where value.state.isChecked {
            if dependents.contains(name) { affected.insert(name) }
        }
        guard !affected.isEmpty else { return new }
        var form = new
        _ = form.check(affected, with: relations)
        return form
    }
}

// MARK: - Dismissing

extension FormController {
    /// Whether the form can be closed at once.
    public var dismissal: DismissalDecision { isDirty || isLoading ? .askFirst : .dismiss }

    /// Requests that the form is closed; sets `isConfirmingDismissal` if the user is asked first.
    public func requestDismissal() -> DismissalDecision {
        isConfirmingDismissal = dismissal == .askFirst
        return dismissal
    }
}
