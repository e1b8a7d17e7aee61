// SPDX-License-Identifier: Apache-2.0
public import Observation

/// The value of one field with its state, checked by a validator after a debounce.
///
/// It is a form of one field, and does what a field of every other form does. While it is edited, a value
/// that is set back to the initial one is unchanged again, and not checked; `isValid` and `validate()`
/// are about every value, the initial one included. The check of an older value never replaces that of a
/// newer one.
@MainActor
@Observable
public final class ValidationViewModel<Validator: AsyncValueValidator> {
    /// The type of the value.
    public typealias Value = Validator.Value

    @ObservationIgnored let driver: FormDriver<SingleSource<Value>>

    /// A model with a validator that decides at once.
    ///
    /// - Parameters:
    ///   - initialValue: The value at first, as loaded or empty.
    ///   - validator: Checks the values.
    ///   - debouncer: The debounce of changes, 500 ms by default.
    ///   - triggers: The events at which the value is checked.
    ///   - messages: Messages by code, for the validators of this module.
    ///   - message: The message of an error; by default its own, as a `LocalizedError`, or its
    ///     description as a `CustomStringConvertible`, or "The value is not valid."
    public convenience init(
        _ initialValue: Value, validator: Validator, debouncer: Debouncer = Debouncer(),
        triggers: ValidationTriggers = .all, messages: MessageCatalogue = [:],
        message: (@Sendable (Validator.ValidationError) -> String)? = nil
    ) where Validator: ValueValidator {
        let check = SingleSource<Value>.Check.now { value in
            do throws(Validator.ValidationError) {
                try validator.validate(value)
                return .none
            } catch {
                return FieldFindings(error: error, message: message?(error))
            }
        }
        self.init(
            initialValue, check: check, debouncer: debouncer, triggers: triggers,
            messages: messages)
    }

    /// A model with an asynchronous validator; a check of an older value is cancelled.
    ///
    /// - Parameters:
    ///   - initialValue: The value at first, as loaded or empty.
    ///   - validator: Checks the values.
    ///   - debouncer: The debounce of changes, 500 ms by default.
    ///   - triggers: The events at which the value is checked.
    ///   - messages: Messages by code, for the validators of this module.
    ///   - message: The message of an error; by default its own, as a `LocalizedError`, or its
    ///     description as a `CustomStringConvertible`, or "The value is not valid."
    public convenience init(
        _ initialValue: Value, asking validator: Validator, debouncer: Debouncer = Debouncer(),
        triggers: ValidationTriggers = .all, messages: MessageCatalogue = [:],
        message: (@Sendable (Validator.ValidationError) -> String)? = nil
    ) {
        let check = SingleSource<Value>.Check.later { value in
            do throws(Validator.ValidationError) {
                try await validator.validate(value)
                return .none
            } catch {
                return FieldFindings(error: error, message: message?(error))
            }
        }
        self.init(
            initialValue, check: check, debouncer: debouncer, triggers: triggers,
            messages: messages)
    }

    private init(
        _ initialValue: Value, check: SingleSource<Value>.Check, debouncer: Debouncer,
        triggers: ValidationTriggers, messages: MessageCatalogue
    ) {
        let status = FieldStatus(triggers: triggers, isDebounced: debouncer.interval > .zero)
        driver = FormDriver(
            SingleSource(
                initialValue, validator: check, debouncer: debouncer, messages: messages),
            fields: [status], dependents: [[]], clock: debouncer.clock)
        driver.tasks.setDebouncer(debouncer, of: 0)
    }

    /// The state of the value; `validating` during the debounce and the check.
    public var state: ValidationState { driver.source.validation }

    /// The value with which `isDirty` compares.
    public var initialValue: Value { driver.source.initialValue }

    /// The value; setting the same one changes nothing.
    public var value: Value {
        get { driver.source.current }
        set {
            guard newValue != driver.source.current else { return }
            driver.source.set(newValue)
            driver.edit([(0, driver.source.isInitial)])
        }
    }

    /// Messages by code, for the validators of this module: another one changes the language.
    public var messages: MessageCatalogue {
        get { driver.source.messages }
        set { driver.source.messages = newValue }
    }

    /// The message; nil unless the value is invalid.
    public var message: String? { state.messages(from: messages).first }

    /// `true` if the value differs from its initial one.
    public var isDirty: Bool { driver.isDirty }

    /// `true` if the value was set, the focus has left it, or it was checked on demand.
    public var isTouched: Bool { driver.source.isTouched }

    /// `true` if the focus is on the field.
    ///
    /// When the focus leaves the field, the value is checked if that is one of the triggers.
    public var isFocused: Bool {
        get {
            driver.noteReading()
            return driver.machine.focus == 0
        }
        set { driver.focus(newValue ? 0 : nil) }
    }

    /// `true` if the current value passes, initial or not, without a change of state: the gate of a
    /// button.
    ///
    /// An asynchronous validator must have checked the value before, such as by `validate()`.
    public var isValid: Bool { driver.isValid }

    /// Checks the value without a debounce, such as when the form is submitted, also the initial one.
    ///
    /// A check of the same value that is running goes on.
    ///
    /// - Returns: True if the value is valid; false also if it is changed meanwhile and not checked yet,
    ///   and if the task is cancelled before.
    @discardableResult
    public func validate() async -> Bool { await driver.validate([0]) }

    /// Shows the errors of a server, until the value changes.
    public func apply(_ errors: ServerErrors) {
        driver.apply(errors)
    }

    /// Sets the value back to its initial one, unchanged.
    public func reset() {
        reset(to: initialValue)
    }

    /// Begins again with another value, unchanged.
    public func reset(to value: Value) {
        driver.source.begin(with: value)
        driver.reset()
    }
}
