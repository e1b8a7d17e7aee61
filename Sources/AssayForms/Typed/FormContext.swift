// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A form that knows its fields by keys only: it has their values and validators.
///
/// A `FormTrigger` with the form's id submits it.
@MainActor
@Observable
public final class FormContext {
    /// The id by which a trigger submits the form.
    public let id: String
    /// The values by key.
    public private(set) var values = AssayCore.Value.Object()
    /// The result of the last validation of each key.
    public private(set) var states: [String: ValidationState] = [:]
    /// The validators by key.
    @ObservationIgnored public let validators: ValidatorsManager
    @ObservationIgnored private let onSubmit: @MainActor (ValidationRecord) -> Void

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - id: The form's id, for triggers.
    ///   - registry: The rules that validators can use; the built-in ones by default.
    ///   - onSubmit: Receives the values when the form is submitted and valid.
    /// - Throws: `RuleSetError` if the manager cannot be made from the registry.
    public init(
        id: String, registry: RuleRegistry = .forms,
        onSubmit: @escaping @MainActor (ValidationRecord) -> Void = { _ in }
    ) throws(RuleSetError) {
        self.id = id
        self.onSubmit = onSubmit
        validators = try ValidatorsManager(registry: registry)
    }

    /// The value of a key; `absent` for an unknown one.
    public subscript(_ key: String) -> AssayCore.Value {
        get { values[key] ?? .absent }
        set { values[key] = newValue == .absent ? nil : newValue }
    }

    /// Adds the validations of a field.
    ///
    /// - Returns: False, and nothing changes, if the key or the validations are missing, and if the
    ///   key has a validator.
    /// - Throws: `RuleSetError` for a key that is not a path.
    @discardableResult
    public func addValidator(
        for key: String?, validations: [FieldValidation]?
    ) throws(RuleSetError) -> Bool {
        try validators.addValidator(for: key, validator: validations.map { Validator($0) })
    }

    /// Runs the validators of some keys, or all of them; every one runs, whatever failed before.
    ///
    /// - Parameter keys: Keys without a validator are ignored; nil: every key.
    /// - Returns: True if all that ran passed.
    @discardableResult
    public func validate(for keys: [String]? = nil) -> Bool {
        let asked = Set(keys ?? validators.keys).intersection(validators.keys)
        let report = validators.validate(ValidationRecord(values, isText: true), fields: asked)
        for key in asked {
            let errors = report.violations(of: key).filter { $0.severity == .error }
            let faults = report.faults.filter { $0.field == key }
            states[key] = CheckResult(violations: errors, faults: faults).state
        }
        return report.isValid
    }

    /// The first message of a key's last validation; nil if it passed or did not run.
    public func message(of key: String) -> String? { states[key]?.firstMessage }

    /// Validates the form, and passes its values to `onSubmit` if it is valid.
    ///
    /// - Returns: True if the form is valid.
    @discardableResult
    public func submit() -> Bool {
        guard validate() else { return false }
        onSubmit(ValidationRecord(values, isText: true))
        return true
    }
}

/// Submits forms by their id, such as from a button outside of the form.
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

    /// Submits the form with this id.
    ///
    /// - Returns: True if there is such a form, valid or not.
    @discardableResult
    public func submit(id: String) -> Bool {
        let contexts = listeners.compactMap(\.context).filter { $0.id == id }
        for context in contexts { context.submit() }
        return !contexts.isEmpty
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

    /// The text; setting it runs the key's validator.
    public var text: String {
        get {
            if case .string(let text) = context[key] { text } else { "" }
        }
        set {
            context[key] = .string(newValue)
            context.validate(for: [key])
        }
    }

    /// The first message; nil once the text passes, and until it is set.
    public var message: String? { context.message(of: key) }
}
