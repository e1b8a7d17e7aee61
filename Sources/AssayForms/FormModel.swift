// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A form that is driven by a rule set: the one that the service uses.
///
/// ```swift
/// let form = try FormModel(ruleSet)
/// form["email"].text = "ada@"         // judged behind a pause, or when the focus leaves it
/// form.focus = "password"
/// form["email"].firstMessage          // "must be an e-mail address"
/// try await form.submit { record in try await api.signUp(record) }
/// ```
///
/// Everything can be observed. The rules run on the main actor, but for asynchronous ones.
///
/// A form is one of text or of typed values, as its initial record is. In a form of text, which is
/// what users type, strings are what text fields hold: an empty one is an absent field, and
/// rules such as `integer` read the others; values of other kinds, such as that of a switch, are
/// judged as they are. In a form of typed values a string is nothing but a string.
@MainActor
@Observable
public final class FormModel {
    /// The fields, in the order in which they were listed or stand in the rule set.
    public let fields: [FieldModel]
    /// Whether strings come from text fields.
    public let isText: Bool
    /// Messages by code in place of the rules' own.
    public let messages: MessageCatalogue
    public let concurrentSubmission: ConcurrentSubmission
    /// Whether a field has another value than its initial one.
    public internal(set) var isDirty = false
    /// How far the submission is.
    public internal(set) var submission = SubmissionState.initial
    /// What is known about the form as a whole: what belongs to no field.
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
    /// The fields of the initial record that are none of the form's.
    @ObservationIgnored var initialContent: FormContent
    @ObservationIgnored var tasks: FormTasks

    /// Makes a form with a rule set of its own.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - registry: Resolves them; the built-in rules by default.
    ///   - fields: See the other initializer, as for all others.
    ///   - initial: The initial values.
    ///   - triggers: When fields are judged.
    ///   - debounce: The pause before a change is judged.
    ///   - concurrentSubmission: What becomes of a submission while another one is on its way.
    ///   - messages: Messages by code in place of the rules' own.
    ///   - limits: How asynchronous rules are asked, and the clock.
    /// - Throws: `FormError` for wrong rules, for a field that is listed twice and for one that the
    ///   rule set lacks.
    public convenience init(
        _ ruleSet: RuleSet, registry: RuleRegistry = .forms, fields: [String]? = nil,
        initial: Record = Record(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardPause,
        concurrentSubmission: ConcurrentSubmission = .refused, messages: MessageCatalogue = [:],
        limits: AsyncLimits = .standard
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
    /// the next judgement on.
    ///
    /// - Parameters:
    ///   - manager: The validators.
    ///   - fields: The paths of the fields in order, each that of a validator, of a part of what
    ///     one looks at as an element (`items[0].price`), or of an object or array that holds such
    ///     values. Nil: all of the rule set, elements as their array. What the rule set says of
    ///     others is still asked when the form is validated or submitted, and found in `formErrors`.
    ///   - initial: The initial values; whether they come from text decides what the form's strings
    ///     are. Fields of it that the form lacks are submitted as they are.
    ///   - triggers: When fields are judged, unless a field says otherwise.
    ///   - debounce: The pause before a change is judged, unless a field says otherwise.
    ///   - concurrentSubmission: What becomes of a submission while another one is on its way.
    ///   - messages: Messages by code in place of the rules' own.
    ///   - limits: How asynchronous rules are asked; their clock measures the pauses too.
    /// - Throws: `FormError` for a field that is listed twice and for one that the rule set lacks.
    public init(
        _ manager: ValidatorsManager, fields: [String]? = nil,
        initial: Record = Record(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardPause,
        concurrentSubmission: ConcurrentSubmission = .refused, messages: MessageCatalogue = [:],
        limits: AsyncLimits = .standard
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
                isSensitive: sensitive.contains { $0.overlaps(path) }, triggers, debounce)
        }
        live = LiveRecord(plan, isText: initial.isText)
        rules = FormRules(layout, live)
        content = FormContent(initial, layout)
        initialContent = content
        var statuses = layout.paths.map { _ in FieldStatus() }
        for index in statuses.indices {
            statuses[index].triggers = triggers
            statuses[index].hasPause = debounce > .zero
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

    /// The field with a path that is known to be one of the form's, as an element of an array is.
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

    /// The path of the field that has the focus: one value for the form, bound both ways.
    ///
    /// A field is touched, and judged if its triggers say so, when the focus leaves it.
    public var focus: String? {
        get { focused }
        set {
            guard newValue != focused else { return }
            focused = newValue
            useCurrentRules()
            machine.focus(newValue.flatMap { layout.field(named: $0) }) { judge($0) }
            commit()
        }
    }

    /// The values as a record: what the rules look at and what is submitted.
    public var values: Record {
        _ = revision
        return Record(content.object, isText: isText)
    }

    // MARK: - What is wrong

    /// True if the current values pass every rule, whether or not they were judged yet, asynchronous
    /// rules have said so, and no error of a server stands against them.
    ///
    /// Asking shows nothing at the fields, and asks the rules only about what has changed.
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

    /// Whether the user may submit: something was changed, and nothing is on its way.
    public var canSubmit: Bool { isDirty && !submission.isLoading }

    /// Whether the form may be closed at once.
    public var dismissal: DismissalDecision {
        isDirty || submission.isLoading ? .askFirst : .dismiss
    }

    /// Errors that belong to no field: of rules about what the form does not show, and of a server
    /// about names that the form does not know.
    public var formErrors: [Violation] { validation.violations }

    /// All that is wrong: of the fields in their order, then of the form as a whole.
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
    public var text: String

    public init(field: String?, text: String) {
        self.field = field
        self.text = text
    }
}

/// What to do when somebody wants to close a form.
public enum DismissalDecision: Sendable, Hashable {
    case dismiss
    /// There are changes, or a submission is on its way: ask whether to give them up.
    case askFirst
}
