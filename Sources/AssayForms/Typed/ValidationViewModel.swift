// SPDX-License-Identifier: Apache-2.0
public import Observation

/// The value of one field with its state, checked by a validator after a debounce.
///
/// The initial value is never checked: a value that is set back to it is unchanged again. The
/// check of an older value never replaces that of a newer one.
@MainActor
@Observable
public final class ValidationViewModel<Validator: AsyncValueValidator> {
    /// The type of the value.
    public typealias Value = Validator.Value

    /// The state of the value; `validating` during the debounce and the check.
    public private(set) var state = ValidationState.unchanged
    /// The value that is never checked.
    public let initialValue: Value

    private var current: Value
    /// Returns a message, or nil: at once, or later.
    @ObservationIgnored private let check: Check
    @ObservationIgnored private let debouncer: Debouncer
    /// The number of the check: the result of an older one does not count.
    @ObservationIgnored private var generation: UInt64 = 0

    private enum Check {
        case now((Value) -> String?)
        case later((Value) async -> String?)
    }

    /// A model with a validator that decides at once.
    ///
    /// - Parameters:
    ///   - initialValue: Never checked.
    ///   - validator: Checks every other value.
    ///   - debouncer: The debounce of changes, 500 ms by default.
    ///   - message: The message of an error; its description by default.
    public convenience init(
        _ initialValue: Value, validator: Validator, debouncer: Debouncer = Debouncer(),
        message: @escaping @Sendable (Validator.ValidationError) -> String = { "\($0)" }
    ) where Validator: ValueValidator {
        let check = Check.now { value in
            do throws(Validator.ValidationError) {
                try validator.validate(value)
                return nil
            } catch {
                return message(error)
            }
        }
        self.init(initialValue, check: check, debouncer: debouncer)
    }

    /// A model with an asynchronous validator; a check of an older value is cancelled.
    ///
    /// - Parameters:
    ///   - initialValue: Never checked.
    ///   - validator: Checks every other value.
    ///   - debouncer: The debounce of changes, 500 ms by default.
    ///   - message: The message of an error; its description by default.
    public convenience init(
        _ initialValue: Value, asking validator: Validator, debouncer: Debouncer = Debouncer(),
        message: @escaping @Sendable (Validator.ValidationError) -> String = { "\($0)" }
    ) {
        let check = Check.later { value in
            do throws(Validator.ValidationError) {
                try await validator.validate(value)
                return nil
            } catch {
                return message(error)
            }
        }
        self.init(initialValue, check: check, debouncer: debouncer)
    }

    private init(_ initialValue: Value, check: Check, debouncer: Debouncer) {
        self.initialValue = initialValue
        current = initialValue
        self.check = check
        self.debouncer = debouncer
    }

    /// The value; setting the same one changes nothing.
    public var value: Value {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            generation &+= 1
            debouncer.cancel()
            guard newValue != initialValue else {
                state = .unchanged
                return
            }
            state = .validating
            debouncer.submit { [weak self] in await self?.checkCurrentValue() }
        }
    }

    /// The message; nil unless the value is invalid.
    public var message: String? { state.firstMessage }

    /// Checks the value without a debounce, such as when the form is submitted.
    ///
    /// - Returns: True if the value is valid, and for the initial value, which is not checked.
    @discardableResult
    public func validate() async -> Bool {
        guard current != initialValue else { return true }
        generation &+= 1
        debouncer.cancel()
        state = .validating
        await checkCurrentValue()
        return state.isValid
    }

    private func checkCurrentValue() async {
        let own = generation
        let message: String?
        switch check {
        case .now(let check): message = check(current)
        case .later(let check): message = await check(current)
        }
        guard own == generation else { return }
        guard !Task.isCancelled else {
            state = .editing
            return
        }
        state = message.map { .invalid([.validatorError(message: $0)]) } ?? .valid
    }
}

extension Violation {
    /// The violation of a validator's error.
    fileprivate static func validatorError(message: String) -> Violation {
        Violation(
            pointer: "", field: "", rule: "validator", code: "validator", template: message,
            hasOwnMessage: true)
    }
}
