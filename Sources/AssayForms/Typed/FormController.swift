// SPDX-License-Identifier: Apache-2.0
import Observation

/// A form that can be sent.
public protocol SubmittableForm: ValidatableForm, Sendable {
    associatedtype Output: Sendable

    /// Sends the form, which is valid.
    ///
    /// - Throws: `ServerErrors`, or any `ServerErrorsProviding`, to have errors shown at their fields.
    func submit() async throws -> Output
}

/// Holds a form that is edited, validates and submits it.
@MainActor
@Observable
public final class FormController<Form: SubmittableForm & Equatable> {
    var edited: Form
    /// What `isDirty` compares with: the form as it was made, or as it was last sent.
    public internal(set) var initialForm: Form
    public internal(set) var state = SubmissionState.initial
    /// What is wrong with the form as a whole: `unchanged` if nothing is known.
    public internal(set) var formState = ValidationState.unchanged
    /// The user is asked whether the changes are to be given up.
    public var isConfirmingDismissal = false

    /// What becomes of a submission while another one is on its way.
    @ObservationIgnored public let concurrentSubmission: ConcurrentSubmission
    @ObservationIgnored private let registry: RuleRegistry
    @ObservationIgnored let limits: AsyncLimits
    @ObservationIgnored let relations: FormRelations?
    /// How often the form began again: what was asked before is about another form.
    @ObservationIgnored var resets = 0
    @ObservationIgnored var submission: Task<Form.Output, any Error>?

    /// Takes a form over.
    ///
    /// - Parameters:
    ///   - form: Its rules are compiled, and nothing is judged.
    ///   - ruleSet: Rules for the same fields, such as those that the service uses.
    ///   - registry: Resolves all rules; the built-in ones by default.
    ///   - limits: How many asynchronous rules are asked at once, and how long.
    ///   - concurrentSubmission: What becomes of a submission while another one is on its way.
    /// - Throws: `FormError` for a mistake in the form itself.
    public init(
        _ form: Form, ruleSet: RuleSet? = nil, registry: RuleRegistry = .forms,
        limits: AsyncLimits = .standard, concurrentSubmission: ConcurrentSubmission = .refused
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

    /// The form; setting it judges the fields that were invalid and changed, and those that were
    /// judged by rules that name a changed field.
    public var form: Form {
        get { edited }
        set { edited = judged(newValue, after: edited) }
    }

    public var isLoading: Bool { state.isLoading }

    /// Whether the form is not what it was.
    public var isDirty: Bool { edited != initialForm }

    /// Whether the user may submit: the form was changed and is not on its way.
    public var canSubmit: Bool { isDirty && !isLoading }

    /// Whether every field passes; what was not judged yet is judged now, and nothing changes.
    public var isValid: Bool { edited.isValid(with: relations) && formState.messages.isEmpty }

    /// What is wrong with the fields that were judged, in field order.
    public var errors: [FieldErrors] { edited.errors }

    /// Errors that are about no field of the form.
    public var formErrors: [Violation] { formState.violations }

    /// All that is wrong: of the fields in their order, then of the form as a whole.
    public var summary: [FormMessage] {
        edited.summary + formState.messages.map { FormMessage(field: nil, text: $0) }
    }

    /// Asks every rule of every field, and forgets what a server said of the form as a whole.
    ///
    /// Asynchronous rules are undecided; `validateCompletely` asks them, and so does `submit`.
    ///
    /// - Returns: True if the form is valid.
    @discardableResult
    public func validate() -> Bool {
        let rest = edited.judge(nil, with: relations)
        formState = rest.state.isValid ? .unchanged : rest.state
        return formState == .unchanged && edited.isValid(with: nil)
    }

    /// Takes over errors that a server found; those of fields stay until their values change.
    public func apply(_ errors: ServerErrors) {
        take(edited.apply(errors))
    }

    /// Takes over what a server found, as problem details (RFC 9457).
    public func apply(_ problem: ProblemDetails) {
        apply(ServerErrors(problem))
    }

    /// Takes over what a server found, by field: its name or a JSON Pointer.
    public func apply(errors: [String: [String]]) {
        apply(ServerErrors(errors))
    }

    /// Sets the form back to what it was.
    public func reset() {
        reset(to: initialForm)
    }

    /// Begins again with another form; a submission on its way is cancelled and changes nothing.
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

    private func judged(_ new: Form, after old: Form) -> Form {
        guard let relations, new != old else { return new }
        let changes = zip(new.namedFields, old.namedFields).filter { field, previous in
            !field.value.hasValue(of: previous.value)
        }
        let dependents = relations.dependents(of: Set(changes.map(\.0.name)))
        var affected = Set(changes.filter { $1.value.state.isInvalid }.map(\.0.name))
        for (name, value) in new.namedFields where value.state.isJudged {
            if dependents.contains(name) { affected.insert(name) }
        }
        guard !affected.isEmpty else { return new }
        var form = new
        _ = form.judge(affected, with: relations)
        return form
    }
}

// MARK: - Dismissing

extension FormController {
    /// Whether the form may be closed at once.
    public var dismissal: DismissalDecision { isDirty || isLoading ? .askFirst : .dismiss }

    /// Asks for the form to be closed; `isConfirmingDismissal` says whether the user is asked first.
    public func requestDismissal() -> DismissalDecision {
        isConfirmingDismissal = dismissal == .askFirst
        return dismissal
    }
}
