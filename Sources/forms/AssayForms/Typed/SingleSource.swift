// SPDX-License-Identifier: Apache-2.0
import Observation

/// The only field of a form that is one value with a validator.
@MainActor
@Observable
final class SingleSource<Value: Equatable & Sendable>: FormSource {
    /// A validator that returns what it found, at once or later.
    enum Check {
        case now((Value) -> FieldFindings)
        case later(@Sendable (Value) async -> FieldFindings)
    }

    private(set) var validation = ValidationState.unchanged
    private(set) var isTouched = false
    private(set) var current: Value
    private(set) var initialValue: Value
    /// The messages in the language of the user.
    var messages: MessageCatalogue
    @ObservationIgnored private let validator: Check
    @ObservationIgnored private let debouncer: Debouncer
    /// The last findings of the validator, which is called once for each value.
    @ObservationIgnored private var known: (value: Value, findings: FieldFindings)?

    init(
        _ initialValue: Value, validator: Check, debouncer: Debouncer, messages: MessageCatalogue
    ) {
        self.messages = messages
        current = initialValue
        self.initialValue = initialValue
        self.validator = validator
        self.debouncer = debouncer
    }

    func set(_ value: Value) {
        current = value
        known = nil
    }

    /// Begins with another value, which is the initial one.
    func begin(with value: Value) {
        set(value)
        initialValue = value
    }

    var isInitial: Bool { current == initialValue }

    // MARK: - For the driver

    var rest: Int? { nil }
    var content: Value { current }

    func check(_ field: Int) -> FieldResult {
        guard case .now(let check) = validator else { return FieldResult(isDeferred: true) }
        if let known { return FieldResult(findings: known.findings) }
        let findings = check(current)
        known = (current, findings)
        return FieldResult(findings: findings)
    }

    func request(_ field: Int) -> @Sendable () async -> FieldFindings {
        guard case .later(let check) = validator else { return { .none } }
        let value = current
        return { await check(value) }
    }

    func isPassing(_ machine: FormMachine) -> Bool { isPassing(0, of: machine) }

    func show(_ field: Int, of machine: FormMachine) {
        validation = machine.fields[field].validation
        isTouched = machine.fields[field].isTouched
    }

    func debounce(of field: Int) -> Duration { debouncer.interval }

    func accept(_ content: Value) -> [Bool] {
        initialValue = content
        return [isInitial]
    }

    func place(
        _ errors: ServerErrors, sentWith content: Value?
    ) -> [(field: Int, errors: [Violation])] {
        let layout = FormLayout(of: [])
        return [(0, errors.errors.map { layout.violation($0, of: 0) })]
    }
}

extension FieldFindings {
    /// Makes the violation of a validator's error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - message: The message that the user gave it, or `nil` for its own.
    init(error: any Error, message: String?) {
        let known = (error as? any SentenceError)?.sentence
        let own = message ?? (known == nil ? ErrorText.of(error) : nil)
        let sentence = known ?? .noValue
        violations = [
            Violation(
                pointer: "", field: "", rule: FormSentence.rule,
                code: own == nil ? sentence.code ?? FormSentence.rule : FormSentence.rule,
                template: own ?? sentence.rawValue, hasOwnMessage: own != nil)
        ]
    }
}
