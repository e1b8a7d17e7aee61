// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A form that is driven by a rule set: the one that the service uses.
///
/// ```swift
/// let form = try FormModel(ruleSet)
/// form["email"].text = "ada@"         // checked after a debounce, or when the focus leaves it
/// form.focus = "password"
/// form["email"].firstMessage          // "must be an e-mail address"
/// try await form.submit { record in try await api.signUp(record) }
/// ```
///
/// All properties are observable. The rules run on the main actor, except for asynchronous ones.
///
/// A form has text or typed values, as its initial record does. In a form of text, strings are what
/// users type: an empty one is an absent field, and rules such as `integer` read the others; values
/// of other kinds, such as that of a switch, are checked as they are. In a form of typed values a
/// string is only a string.
@MainActor
@Observable
public final class FormModel {
    @ObservationIgnored let driver: FormDriver<RecordSource>
    @ObservationIgnored private var models: [FieldModel] = []

    /// Makes a form with a rule set of its own.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - registry: The registry that resolves them; the built-in rules by default.
    ///   - fields: The paths of the fields in order; see the other initializer.
    ///   - initial: The initial values.
    ///   - triggers: The events at which fields are checked.
    ///   - debounce: The debounce of changes.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    ///   - messages: Messages by code, which replace those of the rules.
    ///   - limits: Limits of asynchronous rules, and the clock.
    /// - Throws: `FormError` for rules with issues, for a field that is listed twice and for one that
    ///   the rule set lacks.
    public convenience init(
        _ ruleSet: RuleSet, registry: RuleRegistry = .forms, fields: [String]? = nil,
        initial: ValidationRecord = ValidationRecord(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardInterval,
        concurrentSubmission: ConcurrentSubmission = .rejected, messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits()
    ) throws(FormError) {
        let manager: ValidatorsManager
        do throws(RuleSetError) {
            manager = try ValidatorsManager(ruleSet, registry: registry)
        } catch {
            throw .invalidRules(error)
        }
        try self.init(
            manager, fields: fields, initial: initial, triggers: triggers, debounce: debounce,
            concurrentSubmission: concurrentSubmission, messages: messages, limits: limits)
    }

    /// Makes a form with the validators of a manager.
    ///
    /// Rules that are replaced in the manager are used from the next check on.
    ///
    /// - Parameters:
    ///   - manager: The validators.
    ///   - fields: The paths of the fields in order, or `nil` for all fields of the rule set, with
    ///     the array in place of its elements. A path is that of a validator, of a part of an
    ///     element that a validator looks at (`items[0].price`), or of an object or array that
    ///     holds such values. Rules about other fields still run when the form is validated or
    ///     submitted; their violations are in `formErrors`.
    ///   - initial: The initial values. If they come from text, the form is one of text. Fields of
    ///     the record that the form lacks are submitted as they are.
    ///   - triggers: The events at which fields are checked, unless a field has its own.
    ///   - debounce: The debounce of changes, unless a field has its own.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    ///   - messages: Messages by code, which replace those of the rules.
    ///   - limits: Limits of asynchronous rules; their clock measures the debounce too.
    /// - Throws: `FormError` for a field that is listed twice and for one that the rule set lacks.
    public convenience init(
        _ manager: ValidatorsManager, fields: [String]? = nil,
        initial: ValidationRecord = ValidationRecord(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardInterval,
        concurrentSubmission: ConcurrentSubmission = .rejected, messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits()
    ) throws(FormError) {
        try self.init(
            manager, fields: fields, initial: initial,
            habits: RecordSource.Habits(triggers: triggers, debounce: debounce),
            concurrentSubmission: concurrentSubmission, messages: messages, limits: limits)
    }

    init(
        _ manager: ValidatorsManager, fields: [String]?, initial: ValidationRecord,
        habits: RecordSource.Habits, concurrentSubmission: ConcurrentSubmission,
        messages: MessageCatalogue, limits: AsyncLimits
    ) throws(FormError) {
        let source = try RecordSource(
            manager, fields: fields, initial: initial, habits: habits, messages: messages,
            limits: limits)
        driver = FormDriver(
            source, fields: source.statuses, dependents: source.record.dependents,
            clock: limits.clock, concurrentSubmission: concurrentSubmission)
    }

    /// Makes a form without fields, which gets one for each path that a manager gets rules for.
    init(
        growingWith manager: ValidatorsManager, habits: RecordSource.Habits,
        concurrentSubmission: ConcurrentSubmission, messages: MessageCatalogue,
        limits: AsyncLimits
    ) {
        let source = RecordSource(
            growingWith: manager, habits: habits, messages: messages, limits: limits)
        driver = FormDriver(
            source, fields: source.statuses, dependents: source.record.dependents,
            clock: limits.clock, concurrentSubmission: concurrentSubmission)
    }

    /// `true` if strings come from text fields.
    public var isText: Bool { source.record.isText }
    /// Messages by code, which replace those of the rules: another one changes the language of the form.
    public var messages: MessageCatalogue {
        get { source.messages }
        set { driver.source.messages = newValue }
    }
    /// The treatment of a submission while another one is in progress.
    public var concurrentSubmission: ConcurrentSubmission { driver.concurrentSubmission }
    /// `true` if the value of a field differs from its initial one.
    public var isDirty: Bool {
        driver.followNewRules()
        return driver.isDirty
    }
    /// The state of the submission.
    public var submission: SubmissionState { driver.submission }
    /// The number of times the form was submitted since it was made or reset, successfully or not.
    ///
    /// A submission that is cancelled, joins another or is rejected because another is in progress
    /// does not count. The number tells a view whether to show errors that wait for the first
    /// attempt.
    public var submitCount: Int { driver.submitCount }

    var source: RecordSource {
        driver.followNewRules()
        return driver.source
    }
    var layout: FormLayout { source.record.layout }

    // MARK: - Fields

    /// The fields, in the order of the list, or else of the rule set; those of rows are in `rows(_:)`.
    ///
    /// Fields that are not registered at the moment are left out.
    public var fields: [FieldModel] {
        let unregistered = source.unregistered
        let models = allModels
        guard !unregistered.isEmpty else { return models }
        return models.filter { !unregistered.contains($0.index) }
    }

    /// The fields, registered or not.
    var allModels: [FieldModel] {
        let states = source.fields
        for state in states[models.count..<layout.rest] {
            models.append(FieldModel(state, in: driver))
        }
        return models
    }

    /// The field with this path, which the form must have.
    public subscript(_ path: String) -> FieldModel {
        guard let field = field(path) else {
            preconditionFailure("the form has no field '\(path)'; it has \(layout.keys)")
        }
        return field
    }

    /// The field with this path, or `nil` if the form has none.
    ///
    /// The field may be unregistered, or in the row that is there now (`items[2].price`).
    public func field(_ path: String) -> FieldModel? {
        source.field(named: path).map { field in
            field < layout.rest ? allModels[field] : FieldModel(source.fields[field], in: driver)
        }
    }

    /// The path of the field that has the focus; nil if none has it.
    ///
    /// A field is touched when the focus leaves it, and checked if that is one of its triggers.
    public var focus: String? {
        get { source.focused }
        set { driver.focus(on: newValue) }
    }

    /// The values as a record: the input of the rules and of a submission.
    public var values: ValidationRecord {
        driver.noteReading()
        source.flushTables()
        return source.record.values
    }

    /// The values as the rules read them, which a submission has.
    ///
    /// In a form of text, `integer` makes an integer of "42", `number` a number with all of its digits,
    /// `boolean` a boolean, and `date` with a format a date of the form `yyyy-MM-dd`; other texts stay.
    ///
    /// Every rule runs for it: O(rules), slower than a keystroke.
    public var typedValues: ValidationRecord {
        driver.useCurrentRules()
        return source.record.typed(values)
    }

    // MARK: - Findings

    /// True if the current values pass every rule, asynchronous ones included, and no error of a server
    /// is about them, whether or not they are checked yet.
    ///
    /// Reading it changes nothing at the fields, and runs rules only on changed values.
    public var isValid: Bool { driver.isValid }

    /// The state of the form as a whole: of findings that belong to no field.
    public var validation: ValidationState { source.fields[layout.rest].validation }

    /// `true` if the user may submit: the form is dirty, and no submission is in progress.
    public var canSubmit: Bool { isDirty && !submission.isLoading }

    /// The decision whether the form can be closed at once.
    public var dismissal: DismissalDecision {
        isDirty || submission.isLoading ? .askFirst : .dismiss
    }

    /// The violations that belong to no field: of rules about fields that the form does not show, and
    /// of a server about unknown names.
    public var formErrors: [Violation] { validation.violations }

    /// All messages: of the fields in their order, then of the form as a whole, and of a submission that
    /// failed for another reason.
    public var summary: [FormMessage] {
        allFields.flatMap { field in
            let label = source.label(of: field.path)
            return field.validation.messages(from: messages)
                .map { FormMessage(field: field.path, text: $0, label: label) }
        } + formMessages.map { FormMessage(field: nil, text: $0) }
    }

    /// The fields, those of rows after their array, without the rest.
    private var allFields: [FieldState] {
        source.order.dropLast().map { source.fields[$0] }
    }

    /// The messages of rules that only warn: of the fields in their order, then of the form as a whole.
    ///
    /// They do not prevent a submission.
    public var warnings: [FormMessage] {
        source.order.flatMap { number in
            let field = source.fields[number]
            let isRest = number == layout.rest
            let found = field.warnings
            guard !found.isEmpty else { return [FormMessage]() }
            return ValidationState.invalid(found).messages(from: messages).map {
                FormMessage(
                    field: isRest ? nil : field.path, text: $0,
                    label: isRest ? nil : source.label(of: field.path))
            }
        }
    }

    /// The messages of the form as a whole.
    var formMessages: [String] {
        validation.messages(from: messages)
            + [driver.failureMessage(from: messages)].compactMap(\.self)
    }

    /// The path of the first field with an error or an undecided rule: where the focus goes.
    public var firstInvalidField: String? {
        allFields.first { !$0.validation.messages.isEmpty }?.path
    }
}

/// A message in the summary of a form.
public struct FormMessage: Sendable, Hashable {
    /// The path of the field; nil for the form as a whole.
    public var field: String?
    /// The message.
    public var text: String
    /// The label of the field, or `nil` if it has none.
    public var label: String?

    /// Makes a message.
    public init(field: String?, text: String, label: String? = nil) {
        self.field = field
        self.text = text
        self.label = label
    }

    /// The message after the field's label, if it has one: "Email: must be an e-mail address".
    public var labelledText: String { label.map { "\($0): \(text)" } ?? text }
}

/// The action to take when the user closes a form.
public enum DismissalDecision: Sendable, Hashable {
    /// Close the form: nothing would be lost.
    case dismiss
    /// There are changes, or a submission is on its way: ask whether to give them up.
    case askFirst
}
