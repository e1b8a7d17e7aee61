// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
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
    /// The fields, in the order of the list, or else of the rule set.
    public let fields: [FieldModel]
    /// Whether strings come from text fields.
    public let isText: Bool
    /// Messages by code, which replace those of the rules.
    public let messages: MessageCatalogue
    /// What happens to a submission while another one is in progress.
    public let concurrentSubmission: ConcurrentSubmission
    /// Whether the value of a field differs from its initial one.
    public internal(set) var isDirty = false
    /// The state of the submission.
    public internal(set) var submission = SubmissionState.initial
    /// The state of the form as a whole: of findings that belong to no field.
    public internal(set) var validation = ValidationState.unchanged
    /// Rises with everything that can change `isValid`.
    var revision = 0
    var focused: String?

    @ObservationIgnored let manager: ValidatorsManager
    @ObservationIgnored let limits: AsyncLimits
    @ObservationIgnored let layout: FormLayout
    @ObservationIgnored var rules: FormRules
    @ObservationIgnored var live: LiveRecord
    @ObservationIgnored var machine: FormMachine
    @ObservationIgnored var content: FormContent
    /// The initial values.
    @ObservationIgnored var initialContent: FormContent
    @ObservationIgnored var tasks: FormTasks

    /// Makes a form with a rule set of its own.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - registry: Resolves them; the built-in rules by default.
    ///   - fields: The paths of the fields in order; see the other initializer.
    ///   - initial: The initial values.
    ///   - triggers: The events at which fields are checked.
    ///   - debounce: The debounce of changes.
    ///   - concurrentSubmission: What happens to a submission while another one is in progress.
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

    /// Makes a form with the validators of a manager; rules that are replaced there are used from
    /// the next check on.
    ///
    /// - Parameters:
    ///   - manager: The validators.
    ///   - fields: The paths of the fields in order, each that of a validator, of a part of what
    ///     one looks at as an element (`items[0].price`), or of an object or array that holds such
    ///     values. Nil: all of the rule set, elements as their array. Rules about other fields still
    ///     run when the form is validated or submitted; their violations are in `formErrors`.
    ///   - initial: The initial values; whether they come from text decides what the form's strings
    ///     are. Fields of it that the form lacks are submitted as they are.
    ///   - triggers: The events at which fields are checked, unless a field has its own.
    ///   - debounce: The debounce of changes, unless a field has its own.
    ///   - concurrentSubmission: What happens to a submission while another one is in progress.
    ///   - messages: Messages by code, which replace those of the rules.
    ///   - limits: Limits of asynchronous rules; their clock measures the debounce too.
    /// - Throws: `FormError` for a field that is listed twice and for one that the rule set lacks.
    public init(
        _ manager: ValidatorsManager, fields: [String]? = nil,
        initial: ValidationRecord = ValidationRecord(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardInterval,
        concurrentSubmission: ConcurrentSubmission = .rejected, messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits()
    ) throws(FormError) {
        let plan = manager.plan
        let layout = try FormLayout(fields, known: plan.paths)
        let sensitive = manager.ruleSet.fields.filter(\.validator.isSensitive).map(\.path)
        self.manager = manager
        self.limits = limits
        self.layout = layout
        self.messages = messages
        self.concurrentSubmission = concurrentSubmission
        isText = initial.isText
        self.fields = layout.paths.enumerated().map { index, path in
            FieldModel(
                layout.keys[index], index: index,
                isSensitive: sensitive.contains { $0.overlaps(path) }, triggers: triggers,
                debounce: debounce)
        }
        live = LiveRecord(plan, isText: initial.isText)
        rules = FormRules(layout, live: live)
        content = FormContent(initial, layout: layout)
        initialContent = content
        var statuses = layout.paths.map { _ in FieldStatus() }
        for index in statuses.indices {
            statuses[index].triggers = triggers
            statuses[index].isDebounced = debounce > .zero
        }
        machine = FormMachine(
            fields: statuses + [FieldStatus()], dependents: rules.dependents + [[]])
        tasks = FormTasks(count: layout.rest + 1, clock: limits.clock)
        for field in self.fields { field.form = self }
        showInitialContent()
    }

    isolated deinit {
        tasks.cancelAll()
    }

    // MARK: - Fields

    /// The field with this path, which the form must have.
    public subscript(_ path: String) -> FieldModel {
        guard let field = field(path) else {
            preconditionFailure("the form has no field '\(path)'; it has \(layout.keys)")
        }
        return field
    }

    /// The field with this path; nil if the form has none.
    public func field(_ path: String) -> FieldModel? {
        layout.field(named: path).map { fields[$0] }
    }

    /// The path of the field that has the focus; nil if none has it.
    ///
    /// A field is touched when the focus leaves it, and checked if that is one of its triggers.
    public var focus: String? {
        get { focused }
        set {
            guard newValue != focused else { return }
            focused = newValue
            useCurrentRules()
            machine.focus(newValue.flatMap { layout.field(named: $0) }) { check($0) }
            commit()
        }
    }

    /// The values as a record: the input of the rules and of a submission.
    public var values: ValidationRecord {
        _ = revision
        return ValidationRecord(content.object, isText: isText)
    }

    // MARK: - Findings

    /// True if the current values pass every rule, asynchronous ones included, and no error of a server
    /// is about them, whether or not they are checked yet.
    ///
    /// Reading it changes nothing at the fields, and runs rules only on changed values.
    public var isValid: Bool {
        _ = revision
        useCurrentRules()
        return live.isPassing() && unknownFields.isEmpty
            && machine.fields.indices.allSatisfy { index in
                let field = machine.fields[index]
                return field.serverErrors.isEmpty
                    && (!live.isDeferred(rules.validators[index])
                        || field.answer?.isPassing == true)
            }
    }

    /// Whether the user may submit: the form is dirty, and no submission is in progress.
    public var canSubmit: Bool { isDirty && !submission.isLoading }

    /// Whether the form can be closed at once.
    public var dismissal: DismissalDecision {
        isDirty || submission.isLoading ? .askFirst : .dismiss
    }

    /// The violations that belong to no field: of rules about fields that the form does not show, and
    /// of a server about unknown names.
    public var formErrors: [Violation] { validation.violations }

    /// All messages: of the fields in their order, then of the form as a whole.
    public var summary: [FormMessage] {
        fields.flatMap { field in
            field.messages.map { FormMessage(field: field.path, text: $0) }
        } + validation.messages(from: messages).map { FormMessage(field: nil, text: $0) }
    }

    /// The path of the first field with an error or an undecided rule: where the focus goes.
    public var firstInvalidField: String? {
        fields.first { !$0.validation.messages.isEmpty }?.path
    }
}

/// A message in the summary of a form.
public struct FormMessage: Sendable, Hashable {
    /// The path of the field; nil for the form as a whole.
    public var field: String?
    /// The message.
    public var text: String

    /// Makes a message.
    public init(field: String?, text: String) {
        self.field = field
        self.text = text
    }
}

/// What happens when the user closes a form.
public enum DismissalDecision: Sendable, Hashable {
    /// Close the form: nothing would be lost.
    case dismiss
    /// There are changes, or a submission is on its way: ask whether to give them up.
    case askFirst
}
