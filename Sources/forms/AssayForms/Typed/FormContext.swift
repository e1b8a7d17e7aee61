// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A form that knows its fields by keys only: it has their values and validators.
///
/// A key is the path of a field: `address.zip` is a part of `address`. A `FormTrigger` with the form's
/// id submits it.
@MainActor
@Observable
public final class FormContext {
    /// The id by which a trigger submits the form.
    public let id: String
    /// The form, which has a field for each key with a validator: its state, focus, submission and
    /// errors of a server.
    public let form: FormModel
    /// The validators by key.
    ///
    /// The values of the form are texts. So the manager throws for a rule that cannot decide about a text, such
    /// as `range` without `integer`, when it is added or replaces others.
    @ObservationIgnored public let validators: ValidatorsManager
    @ObservationIgnored private let onSubmit: @MainActor (ValidationRecord) async throws -> Void

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - id: The form's id, for triggers.
    ///   - registry: The rules that validators can use; the built-in ones by default.
    ///   - triggers: The events at which fields are checked. A field that is invalid is always checked
    ///     again as it changes.
    ///   - debounce: The debounce of changes.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    ///   - messages: Messages by code in place of the rules' own; see `FormModel.messages`.
    ///   - limits: Limits of asynchronous rules; their clock measures the debounce too.
    ///   - onSubmit: Receives the values when the form is submitted and valid. Its error is in the
    ///     form's `submission`; errors of a server are shown at their fields.
    /// - Throws: `RuleSetError` if the manager cannot be made from the registry.
    public init(
        id: String, registry: RuleRegistry = .forms, triggers: ValidationTriggers = .onSubmit,
        debounce: Duration = .zero, concurrentSubmission: ConcurrentSubmission = .rejected,
        messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits(),
        onSubmit: @escaping @MainActor (ValidationRecord) async throws -> Void = { _ in }
    ) throws(RuleSetError) {
        self.id = id
        self.onSubmit = onSubmit
        validators = try ValidatorsManager(registry: registry, isForText: true)
        let habits = RecordSource.Habits(
            triggers: triggers, debounce: debounce, keepsEmptyText: true, growsWithRules: true)
        form = FormModel(
            growingWith: validators, habits: habits, concurrentSubmission: concurrentSubmission,
            messages: messages, limits: limits)
    }

    private var driver: FormDriver<RecordSource> { form.driver }

    /// The values, nested as the keys say.
    public var values: AssayCore.Value.Object { form.values.fields }

    /// The results of the last checks by key; none for a field that is unchanged.
    public var states: [String: ValidationState] {
        var states: [String: ValidationState] = [:]
        for field in form.fields where field.validation != .unchanged {
            states[field.path] = field.validation
        }
        return states
    }

    /// The value of a key; `absent` for an unknown one.
    public subscript(_ key: String) -> AssayCore.Value {
        get {
            driver.noteReading()
            return driver.source.record.content.value(at: FieldPath(field: key))
        }
        set { driver.set(newValue, at: FieldPath(field: key)) }
    }

    /// Adds the validations of a field, which the form has once something looks at it.
    ///
    /// - Parameters:
    ///   - key: The key of the field.
    ///   - validations: The validations, all of which run, in this order.
    ///   - label: The name of the field in messages, or `nil` for its key.
    /// - Returns: False, and nothing changes, if the key or the validations are missing, and if the
    ///   key has a validator.
    /// - Throws: `RuleSetError` for a key that is not a path.
    @discardableResult
    public func addValidator(
        for key: String?, validations: [FieldValidation]?, label: FieldLabel? = nil
    ) throws(RuleSetError) -> Bool {
        let isAdded = try validators.addValidator(
            for: key, validator: validations.map { Validator($0) }, label: label)
        guard isAdded else { return false }
        driver.hasNewRules = true
        // What is submitted was checked by all rules.
        if driver.machine.submission != .none { driver.followNewRules() }
        return true
    }

    /// Adds a rule that is a function, after the validations of its field.
    ///
    /// ```swift
    /// try context.addValidator(for: "zip") { $0 == "00000" ? "There is no such zip code." : nil }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the field.
    ///   - validations: The validations that run before.
    ///   - label: The name of the field in messages, or `nil` for its key.
    ///   - rule: Returns a message for a value that fails, or nil; `absent` is a value that was not given.
    ///     For a key with `[*]` the value is the whole array.
    /// - Returns: False, and nothing changes, if the key is missing, and if it has a validator.
    /// - Throws: `RuleSetError` for a key that is not a path.
    @discardableResult
    public func addValidator(
        for key: String?, validations: [FieldValidation] = [], label: FieldLabel? = nil,
        rule: @escaping @Sendable (AssayCore.Value) -> String?
    ) throws(RuleSetError) -> Bool {
        let path = key.map { FieldPath(field: $0).withoutElements }
        let known = path.flatMap { driver.source.functions[$0] }
        var isAdded = false
        if let path {
            // Validators can have been replaced, and their functions with them.
            let isUsed = validators.ruleSet.fields.contains { $0.path.withoutElements == path }
            let first = isUsed ? known : nil
            driver.source.setFunction(
                first.map { first in { @Sendable value in first(value) ?? rule(value) } } ?? rule,
                of: path)
        }
        defer {
            if let path, !isAdded { driver.source.setFunction(known, of: path) }
        }
        isAdded = try addValidator(for: key, validations: validations, label: label)
        return isAdded
    }

    /// Runs all validators; every one runs, whatever failed before.
    ///
    /// Asynchronous rules begin to run, and their fields are `validating`; `submit` waits for them.
    ///
    /// - Returns: `true` if all that ran passed, as far as is known now.
    @discardableResult
    public func validate() -> Bool {
        driver.useCurrentRules()
        return driver.demand(Array(driver.machine.fields.indices))
    }

    /// Runs the validators of some keys; see `validate()`.
    ///
    /// - Parameter keys: The keys.
    /// - Returns: `true` if all that ran passed, as far as is known now.
    /// - Throws: `FormError` for a key without a validator, with the nearest key.
    @discardableResult
    public func validate(for keys: [String]) throws(FormError) -> Bool {
        driver.useCurrentRules()
        return driver.demand(try driver.source.record.layout.fields(named: keys))
    }

    /// The first message of a key's last check; nil if it passed or did not run.
    public func message(of key: String) -> String? { form.field(key)?.firstMessage }

    /// Validates the form, asynchronous rules included, and passes its values to `onSubmit` if it is
    /// valid.
    ///
    /// - Returns: True if the form was valid and `onSubmit` returned; otherwise the fields and the form's
    ///   `submission` say why.
    @discardableResult
    public func submit() async -> Bool {
        let onSubmit = onSubmit
        do {
            try await form.submit { record in try await onSubmit(record) }
            return true
        } catch {
            return false
        }
    }
}

/// A trigger that submits forms by their id, such as from a button outside of the form.
///
/// It does not retain the forms.
@MainActor
public final class FormTrigger {
    private struct Listener {
        weak var context: FormContext?
    }

    private var listeners: [Listener] = []

    /// Makes a trigger without forms.
    public init() {}

    /// Connects a form, which is submitted from now on.
    public func connect(_ context: FormContext) {
        listeners.removeAll { $0.context == nil || $0.context === context }
        listeners.append(Listener(context: context))
    }

    /// Submits the form with this id, and does not wait for the outcome: for a button.
    ///
    /// - Returns: True if there is such a form, valid or not.
    @discardableResult
    public func submit(id: String) -> Bool {
        let contexts = contexts(id: id)
        for context in contexts { Task { await context.submit() } }
        return !contexts.isEmpty
    }

    /// Submits the form with this id, and waits for the outcome.
    ///
    /// - Returns: True if there is such a form, valid or not.
    @discardableResult
    public func submit(id: String) async -> Bool {
        let contexts = contexts(id: id)
        for context in contexts { await context.submit() }
        return !contexts.isEmpty
    }

    private func contexts(id: String) -> [FormContext] {
        listeners.compactMap(\.context).filter { $0.id == id }
    }
}

/// The text of one key of a form: it shows the first message, and none once the text passes.
@MainActor
@Observable
public final class TextFieldModel {
    /// The key in the form.
    public let key: String
    @ObservationIgnored private let context: FormContext

    /// Makes the model of a key's text.
    public init(_ key: String, in context: FormContext) {
        self.key = key
        self.context = context
    }

    /// The text; setting it checks it when the form's triggers say so.
    public var text: String {
        get {
            if case .string(let text) = context[key] { text } else { "" }
        }
        set { context[key] = .string(newValue) }
    }

    /// The state of the text; `unchanged` for a key without a validator.
    public var state: ValidationState { context.form.field(key)?.validation ?? .unchanged }

    /// The field of the form, with triggers, debounce and focus; nil for a key without a validator.
    public var field: FieldModel? { context.form.field(key) }

    /// The events at which the text is checked, those of the form at first.
    public var triggers: ValidationTriggers {
        get { field?.triggers ?? [] }
        set { field?.triggers = newValue }
    }

    /// The debounce of changes; if it is zero, a change is checked at once.
    public var debounce: Duration {
        get { field?.debounce ?? .zero }
        set { field?.debounce = newValue }
    }

    /// `true` if the focus of the form is on the text.
    ///
    /// When the focus leaves the text, the text is checked if that is one of the triggers.
    public var isFocused: Bool {
        get { field?.isFocused ?? false }
        set { field?.focusMoved(isHere: newValue) }
    }

    /// Checks the text at the return key, if that is one of the triggers.
    public func inputEnded() async { await field?.inputEnded() }

    /// The first message; nil once the text passes, and until it is checked.
    public var message: String? { context.message(of: key) }
}
