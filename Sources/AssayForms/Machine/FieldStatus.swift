// SPDX-License-Identifier: Apache-2.0

/// Where a field stands between a change and its judgement.
enum FieldStage: Equatable, Sendable {
    /// Not judged, since it has its initial value.
    case unchanged
    /// Not judged; waits for a trigger.
    case editing
    /// Waits for a pause in typing.
    case pausing
    /// Waits for the answer of asynchronous rules.
    case asking
    /// Judged with its current value.
    case judged

    var isPending: Bool { self == .pausing || self == .asking }
}

/// What a form knows about one field besides its value.
struct FieldStatus: Sendable {
    var triggers = ValidationTriggers.all
    /// Changes wait for a pause before they are judged.
    var hasPause = false
    /// The value is the initial one.
    var isInitial = true
    var isTouched = false
    var stage = FieldStage.unchanged
    /// What the judgement of the current value found; while `asking`, the synchronous rules' part.
    var findings = FieldFindings.none
    /// What all rules found about the current value, if asynchronous ones were asked.
    var answer: FieldFindings?
    /// What a server said about the current value.
    var serverErrors: [Violation] = []
    /// Rises with every change of the value.
    var edits: UInt64 = 0
    /// The number of the pause or question that is waited for; older ones are void.
    var ticket: UInt64 = 0

    /// What is to be shown.
    var validation: ValidationState {
        if stage == .judged, !findings.violations.isEmpty {
            return .invalid(
                serverErrors.isEmpty ? findings.violations : findings.violations + serverErrors)
        }
        guard serverErrors.isEmpty else { return .invalid(serverErrors) }
        switch stage {
        case .unchanged: return .unchanged
        case .editing: return .editing
        case .pausing, .asking: return .validating
        case .judged: return findings.faults.isEmpty ? .valid : .undecided(findings.faults)
        }
    }

    /// What is to be shown of warnings.
    var warnings: [Violation] { stage == .judged ? findings.warnings : [] }

    /// `validation.isInvalid`, without making lists.
    var isInvalid: Bool {
        !serverErrors.isEmpty || (stage == .judged && !findings.violations.isEmpty)
    }
}
