// SPDX-License-Identifier: Apache-2.0
import Observation

/// The value of one field with its state, judged by a validator behind a pause in typing.
///
/// The initial value is never judged: a value that is set back to it is unchanged again. The
/// judgement of an older value never replaces that of a newer one.
@MainActor
@Observable
public final class ValidationViewModel<Validator: AsyncValueValidator> {
    public typealias Value = Validator.Value

    /// `validating` while the pause or the answer is waited for.
    public private(set) var state = ValidationState.unchanged
    public let initialValue: Value

    private var current: Value
    /// Returns what is wrong, or nil: at once, or later.
    @ObservationIgnored private let judge: Judge
    @ObservationIgnored private let debouncer: Debouncer
    /// The judgement's number: an answer of an older one does not count.
    @ObservationIgnored private var generation: UInt64 = 0

    private enum Judge {
        case now((Value) -> String?)
        case later((Value) async -> String?)
    }

    /// A model with a validator that answers at once.
    ///
    /// - Parameters:
    ///   - initialValue: Never judged.
    ///   - validator: Judges every other value.
    ///   - debouncer: The pause before a value is judged, 500 ms by default.
    ///   - message: What the user reads; the error's description by default.
    public convenience init(
        _ initialValue: Value, validator: Validator, debouncer: Debouncer = Debouncer(),
        message: @escaping @Sendable (Validator.ValidationError) -> String = { "\($0)" }
    ) where Validator: ValueValidator {
        let judge = Judge.now { value in
            do throws(Validator.ValidationError) {
                try validator.validate(value)
                return nil
            } catch {
                return message(error)
            }
        }
        self.init(initialValue, judge, debouncer)
    }

    /// A model with a validator that has to ask; what it is asked about an older value is cancelled.
    ///
    /// - Parameters:
    ///   - initialValue: Never judged.
    ///   - validator: Judges every other value.
    ///   - debouncer: The pause before a value is judged, 500 ms by default.
    ///   - message: What the user reads; the error's description by default.
    public convenience init(
        _ initialValue: Value, asking validator: Validator, debouncer: Debouncer = Debouncer(),
        message: @escaping @Sendable (Validator.ValidationError) -> String = { "\($0)" }
    ) {
        let judge = Judge.later { value in
            do throws(Validator.ValidationError) {
                try await validator.validate(value)
                return nil
            } catch {
                return message(error)
            }
        }
        self.init(initialValue, judge, debouncer)
    }

    private init(_ initialValue: Value, _ judge: Judge, _ debouncer: Debouncer) {
        self.initialValue = initialValue
        current = initialValue
        self.judge = judge
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
            debouncer.submit { [weak self] in await self?.judgeCurrentValue() }
        }
    }

    /// What the user reads, if the value is invalid.
    public var message: String? { state.firstMessage }

    /// Judges the value without a pause, such as when the form is submitted.
    ///
    /// - Returns: True if the value is valid, and for the initial value, which is not judged.
    @discardableResult
    public func validate() async -> Bool {
        guard current != initialValue else { return true }
        generation &+= 1
        debouncer.cancel()
        state = .validating
        await judgeCurrentValue()
        return state.isValid
    }

    private func judgeCurrentValue() async {
        let own = generation
        let problem: String?
        switch judge {
        case .now(let judge): problem = judge(current)
        case .later(let judge): problem = await judge(current)
        }
        guard own == generation else { return }
        guard !Task.isCancelled else {
            state = .editing
            return
        }
        state = problem.map { .invalid([.refusal($0)]) } ?? .valid
    }
}

extension Violation {
    /// What a validator said of a value.
    fileprivate static func refusal(_ message: String) -> Violation {
        Violation(
            pointer: "", field: "", rule: "validator", code: "validator", template: message,
            hasOwnMessage: true)
    }
}
