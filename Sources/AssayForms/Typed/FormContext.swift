// SPDX-License-Identifier: Apache-2.0
import Observation

/// A form whose fields are known by keys only: the values, and the validators that were added.
///
/// It is submitted from outside: by a `FormTrigger` that carries the form's id.
@MainActor
@Observable
public final class FormContext {
    /// What a trigger carries.
    public let id: String
    /// The values by key.
    public private(set) var values = AssayCore.Value.Object()
    /// What the last validation of each key said.
    public private(set) var states: [String: ValidationState] = [:]
    /// Holds the validators.
    @ObservationIgnored public let validators: ValidatorsManager
    @ObservationIgnored private let onSubmit: @MainActor (Record) -> Void

    /// An empty form.
    ///
    /// - Parameters:
    ///   - id: The form's id, for triggers.
    ///   - registry: The rules that validators can use; the built-in ones by default.
    ///   - onSubmit: Gets the values of a form that was submitted and is valid.
    /// - Throws: `RuleSetError` if the manager cannot be made from the registry.
    public init(
        id: String, registry: RuleRegistry = .forms,
        onSubmit: @escaping @MainActor (Record) -> Void = { _ in }
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
    /// - Throws: `RuleSetError` for a key that is no path.
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
        let report = validators.validate(Record(values, isText: true), fields: asked)
        for key in asked {
            let errors = report.violations(of: key).filter { $0.severity == .error }
            let faults = report.faults.filter { $0.field == key }
            states[key] = Judgement(violations: errors, faults: faults).state
        }
        return report.isValid
    }

    /// The first message of a key's last validation; nil if it passed or did not run.
    public func message(of key: String) -> String? { states[key]?.firstMessage }

    /// Validates the form and hands its values on if it is valid.
    ///
    /// - Returns: True if they were handed on.
    @discardableResult
    public func submit() -> Bool {
        guard validate() else { return false }
        onSubmit(Record(values, isText: true))
        return true
    }
}

/// Submits forms from outside, such as from a button that knows a form's id only.
///
/// Forms are not kept alive by it.
@MainActor
public final class FormTrigger {
    private struct Listener {
        weak var context: FormContext?
    }

    private var listeners: [Listener] = []

    public init() {}

    /// Lets a form answer from now on.
    public func connect(_ context: FormContext) {
        listeners.removeAll { $0.context == nil || $0.context === context }
        listeners.append(Listener(context: context))
    }

    /// Submits the form with this id; no other one answers.
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
    public let key: String
    @ObservationIgnored private let context: FormContext

    /// A field of a form.
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

    /// What the text is told to be; nil once it passes, and until the text is set.
    public var message: String? { context.message(of: key) }
}
