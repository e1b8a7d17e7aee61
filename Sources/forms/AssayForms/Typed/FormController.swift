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

/// A controller that edits, validates and submits a form that is a struct.
///
/// It decides about the states of the form's values, which `form.$email.state` shows. A form
/// submits itself (`SubmittableForm`), or by a closure:
///
/// ```swift
/// let controller = try FormController(NoteForm()) { form in try await service.save(form) }
/// ```
@MainActor
@Observable
public final class FormController<Form: ValidatableForm & Equatable & Sendable> {
    /// True while the user is asked whether to discard the changes.
    public var isConfirmingDismissal = false

    @ObservationIgnored let driver: FormDriver<TypedSource<Form>>
    @ObservationIgnored private let operation: @MainActor (Form) async throws -> any Sendable

    /// Makes a controller of a form.
    ///
    /// - Parameters:
    ///   - form: The form, whose rules are compiled and not run yet.
    ///   - ruleSet: Rules for the same fields, such as those that the service uses.
    ///   - registry: The registry that resolves all rules; the built-in ones by default.
    ///   - triggers: The events at which fields are checked, besides those of their views. A field that is
    ///     invalid is always checked again as it changes.
    ///   - debounce: The debounce of changes.
    ///   - limits: Limits of asynchronous rules; their clock measures the debounce too.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    ///   - messages: Messages by code in place of the rules' own, such as `registry.messages(in: "de")`.
    ///   - submit: Submits a form that does not submit itself, which is valid; if it is `nil`, such
    ///     a form is only validated. It throws `ServerErrors`, or any `ServerErrorsProviding`, to
    ///     have errors shown at their fields.
    /// - Throws: `FormError` for an issue of the form itself, and for a closure beside a form that submits
    ///   itself.
    public init(
        _ form: Form, ruleSet: RuleSet? = nil, registry: RuleRegistry = .forms,
        triggers: ValidationTriggers = .onSubmit, debounce: Duration = .zero,
        limits: AsyncLimits = AsyncLimits(),
        concurrentSubmission: ConcurrentSubmission = .rejected, messages: MessageCatalogue = [:],
        submit: (@MainActor (Form) async throws -> Void)? = nil
    ) throws(FormError) {
        let submitsItself = form is any SubmittableForm
        guard submit == nil || !submitsItself else { throw .submitsItself }
        operation = { form in
            guard let submit else { return try await Self.submitItself(form) }
            return try await submit(form)
        }
        let form = form.bound(to: registry)
        try form.check(against: ruleSet)
        let source: TypedSource<Form>
        do throws(RuleSetError) {
            source = try TypedSource(
                form, ruleSet: ruleSet, registry: registry, limits: limits, triggers: triggers,
                debounce: debounce, messages: messages == [:] ? nil : messages)
        } catch {
            throw .invalidRules(error)
        }
        driver = FormDriver(
            source, fields: source.statuses, dependents: source.rules.dependents,
            clock: limits.clock, concurrentSubmission: concurrentSubmission)
        driver.beginRows()
    }

    private static func submitItself(_ form: Form) async throws -> any Sendable {
        guard let form = form as? any SubmittableForm else { return () }
        return try await form.submit()
    }

    /// The treatment of a submission while another one is in progress.
    public var concurrentSubmission: ConcurrentSubmission { driver.concurrentSubmission }

    /// Messages by code, which replace those of the rules: another one changes the language of the form.
    public var messages: MessageCatalogue {
        get { driver.source.messages }
        set { driver.source.messages = newValue }
    }

    /// The form, with the states of its values.
    ///
    /// Changes to it go through the controller: a value that is set, checked, rejected or reset
    /// there changes its state as in every other form.
    public var form: Form {
        get { driver.source.edited }
        set { driver.replace(with: newValue) }
    }

    /// The form with which `isDirty` compares: as it was made, or last submitted.
    public var initialForm: Form { driver.source.initialForm }

    /// The state of the submission.
    public var state: SubmissionState { driver.submission }

    /// The number of times the form was submitted since it was made or reset, successfully or not.
    ///
    /// A submission that is cancelled, joins another or is rejected because another is in progress
    /// does not count. The number tells a view whether to show errors that wait for the first
    /// attempt.
    public var submitCount: Int { driver.submitCount }

    /// The state of the form as a whole: `unchanged` if no finding is about it.
    public var formState: ValidationState { driver.source.formState }

    /// The name of the field that has the focus, `items[2].price` in a row that is the third now; nil if
    /// none has it.
    ///
    /// A field is touched when the focus leaves it, and checked if that is one of the triggers.
    public var focus: String? {
        get { driver.source.focused }
        set { driver.focus(on: newValue) }
    }

    /// True while a submission is in progress.
    public var isLoading: Bool { state.isLoading }

    /// `true` if the form differs from `initialForm`.
    public var isDirty: Bool { form != initialForm }

    /// `true` if the user may submit: the form is dirty, and no submission is in progress.
    public var canSubmit: Bool { isDirty && !isLoading }

    /// `true` if every field passes, asynchronous rules included, and no error of a server is about
    /// one.
    ///
    /// Unchecked fields are checked for it, without a change of state.
    public var isValid: Bool { driver.isValid }

    /// The findings of the checked fields, in field order.
    public var errors: [FieldErrors] { form.errors }

    /// The violations that belong to no field of the form.
    public var formErrors: [Violation] { formState.violations }

    /// All messages: of the fields in their order, then of the form as a whole, and of a submission that
    /// failed for another reason.
    public var summary: [FormMessage] {
        form.summary + formMessages.map { FormMessage(field: nil, text: $0) }
    }

    /// The messages of the form as a whole.
    var formMessages: [String] {
        formState.messages(from: messages)
            + [driver.failureMessage(from: messages)].compactMap(\.self)
    }

    /// Checks every field and the form as a whole.
    ///
    /// Asynchronous rules begin to run, and their fields are `validating`; `validateCompletely` and
    /// `submit` wait for them.
    ///
    /// - Returns: True if the form is valid, as far as is known now.
    @discardableResult
    public func validate() -> Bool { driver.demand(all) }

    /// Checks every field and the form as a whole, and waits for asynchronous rules.
    ///
    /// - Returns: True if the form is valid; false also if a field is changed meanwhile and not checked
    ///   yet.
    @discardableResult
    public func validateCompletely() async -> Bool { await driver.validate(all) }

    /// Checks some fields, such as those of a wizard's page, and waits for asynchronous rules.
    ///
    /// - Parameter names: The names of the fields.
    /// - Returns: True if all of them are valid.
    /// - Throws: `FormError.missingField` for a name that the form lacks; no field is checked then.
    @discardableResult
    public func validate(fields names: some Sequence<String>) async throws(FormError) -> Bool {
        await driver.validate(try driver.source.fields(named: names))
    }

    private var all: [Int] { driver.machine.occupied }

    /// Shows the errors of a server; those of fields stay until their values change, and those of the form
    /// as a whole until any value does.
    ///
    /// They replace earlier ones of the same fields and of the form. If there are none, no error of a
    /// server is left.
    public func apply(_ errors: ServerErrors) {
        driver.apply(errors)
    }

    /// Shows the errors of a server, given as problem details (RFC 9457).
    public func apply(_ problem: ProblemDetails) {
        apply(ServerErrors(problem))
    }

    /// Shows the errors of a server, given by field: its name or a JSON Pointer.
    public func apply(errors: [String: [String]]) {
        apply(ServerErrors(errors))
    }

    /// Sets the form back to its initial values, and cancels a submission in progress.
    public func reset() {
        reset(to: initialForm)
    }

    /// Begins again with another form, and cancels a submission in progress.
    public func reset(to form: Form) {
        driver.reset(to: form)
    }
}

// MARK: - Submitting

extension FormController {
    /// Validates the form and submits it.
    ///
    /// Every field is checked, asynchronous rules included; a field that is changed meanwhile is
    /// checked again. On success the submitted values become the initial ones. The errors of a server
    /// (`ServerErrorsProviding`) are shown at the fields that still have the submitted value. Every error
    /// is rethrown. A submission that is cancelled leaves the form and the state as they were.
    ///
    /// - Throws: `FormInvalid` if the form is not valid, and nothing is submitted;
    ///   `FormError.submissionInProgress`; the error of the form's `submit()` or of the closure;
    ///   `CancellationError`.
    public func submit() async throws {
        _ = try await result()
    }

    /// Validates the form and submits it; see the other `submit()`.
    ///
    /// - Returns: The output of the form's `submit()`.
    @discardableResult
    public func submit() async throws -> Form.Output where Form: SubmittableForm {
        guard let output = try await result() as? Form.Output else {
            throw FormError.submissionInProgress
        }
        return output
    }

    /// Returns the outcome with one type for all callers, which can join each other.
    private func result() async throws -> any Sendable {
        let operation = operation
        return try await driver.submit { form in try await operation(form) }
    }

    /// Cancels the submission in progress, if there is one.
    public func cancelSubmission() {
        driver.cancelSubmission()
    }
}

// MARK: - Dismissing

extension FormController {
    /// The decision whether the form can be closed at once.
    public var dismissal: DismissalDecision { isDirty || isLoading ? .askFirst : .dismiss }

    /// Requests that the form is closed; sets `isConfirmingDismissal` if the user is asked first.
    public func requestDismissal() -> DismissalDecision {
        isConfirmingDismissal = dismissal == .askFirst
        return dismissal
    }
}
