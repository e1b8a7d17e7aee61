// SPDX-License-Identifier: Apache-2.0

/// The stage of a field between a change and its check.
enum FieldStage: Equatable, Sendable {
    /// The field is not checked, since it has its initial value.
    case unchanged
    /// The field is not checked and waits for a trigger.
    case editing
    /// The field waits for the debounce.
    case debouncing
    /// The field waits for asynchronous rules.
    case requesting
    /// The field was checked with its current value.
    case checked

    var isPending: Bool { self == .debouncing || self == .requesting }
}

/// The state of one field of a form, except for its value.
struct FieldStatus: Sendable {
    var triggers = ValidationTriggers.all
    /// True if changes wait for the debounce.
    var isDebounced = false
    /// `true` if the initial value is checked too.
    var isEager = false
    /// `true` if the value is the initial one.
    var isInitial = true
    var isTouched = false
    var stage = FieldStage.unchanged
    /// The findings about the current value; while `requesting`, those of the synchronous rules.
    var findings = FieldFindings.none
    /// The findings of all rules about the current value, if asynchronous ones have run.
    var answer: FieldFindings?
    /// The errors of a server about the current value.
    var serverErrors: [Violation] = []
    /// A number that rises with every change of the value.
    var edits: UInt64 = 0
    /// The number of the pending debounce or request; older ones are void.
    var ticket: UInt64 = 0
    /// `true` if no field has this number: its row was removed, so that a later row can have it, or
    /// its field is unregistered.
    var isVacant = false

    /// The state to show.
    var validation: ValidationState {
        if stage == .checked, !findings.violations.isEmpty {
            return .invalid(
                serverErrors.isEmpty ? findings.violations : findings.violations + serverErrors)
        }
        guard serverErrors.isEmpty else { return .invalid(serverErrors) }
        switch stage {
        case .unchanged: return .unchanged
        case .editing: return .editing
        case .debouncing, .requesting: return .validating
        case .checked:
            guard findings.faults.isEmpty else { return .undecided(findings.faults) }
            return findings.isPartial ? .editing : .valid
        }
    }

    /// Returns `true` if a value that shows the other status need not change to show this one.
    func looks(like other: FieldStatus) -> Bool {
        stage == other.stage && isInitial == other.isInitial && isTouched == other.isTouched
            && isVacant == other.isVacant && isEager == other.isEager
            && isDebounced == other.isDebounced && triggers == other.triggers
            && findings == other.findings && answer == other.answer
            && serverErrors == other.serverErrors
    }

    /// The warnings to show.
    var warnings: [Violation] { stage == .checked ? findings.warnings : [] }

    /// `validation.isInvalid`, without making lists.
    var isInvalid: Bool {
        !serverErrors.isEmpty || (stage == .checked && !findings.violations.isEmpty)
    }
}
