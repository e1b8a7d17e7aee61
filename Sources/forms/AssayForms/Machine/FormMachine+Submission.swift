// SPDX-License-Identifier: Apache-2.0

// Submissions, from the call to the outcome.
extension FormMachine {
    /// The outcome of a submission that was sent.
    enum Outcome: Sendable {
        /// The submission succeeded, with `true` for each field that has its initial value now.
        case succeeded(isInitial: [Bool])
        /// The submission failed, with a server's errors by field, or `nil` if none is about a
        /// field.
        case failed([(field: Int, errors: [Violation])]?)
    }

    /// `true` if every field passed, as far as the rules go.
    var isPassing: Bool {
        fields.allSatisfy { $0.isVacant || ($0.stage == .checked && $0.findings.isPassing) }
    }

    /// Checks every field; `send` or `rejectSubmission` follows after the last request.
    ///
    /// Errors of a server do not count: only the server knows whether they still apply. Does nothing
    /// while another submission is in progress.
    mutating func submit(check: Check) {
        guard submission == .none else { return }
        submission = .checking
        submissionTicket &+= 1
        submitCount += 1
        before = fields
        for field in occupied {
            fields[field].isTouched = true
            noteChange(of: field)
            demand(field, check: check)
        }
        settleSubmission()
    }

    mutating func settleSubmission() {
        guard !isInBatch, submission == .checking, pendingCount == 0 else { return }
        if isPassing {
            submission = .sending
            sentEdits = fields.map(\.edits)
            effects.append(.send(ticket: submissionTicket))
        } else {
            closeSubmission()
            hasFailed = true
            effects.append(.rejectSubmission)
        }
    }

    /// Ends a submission with its outcome, which replaces earlier errors of a server.
    ///
    /// Errors about a value that has changed meanwhile are void.
    mutating func endSubmission(ticket: UInt64, outcome: Outcome) {
        guard submission == .sending, ticket == submissionTicket else { return }
        let sentEdits = sentEdits
        closeSubmission()
        if case .failed = outcome { hasFailed = true } else { hasFailed = false }
        switch outcome {
        case .failed(nil): break
        case .failed(let errors?):
            clearServerErrors()
            for (field, errors) in errors where fields[field].edits == sentEdits[field] {
                setServerErrors(errors, of: field)
            }
        case .succeeded(let isInitial):
            clearServerErrors()
            for field in occupied {
                setInitial(isInitial[field], of: field)
                if isInitial[field] {
                    enter(.unchanged, of: field)
                } else if fields[field].stage == .unchanged {
                    enter(.editing, of: field)
                }
                if fields[field].edits == sentEdits[field] { fields[field].isTouched = false }
            }
        }
    }

    /// Cancels a submission, and undoes its effect on fields that nothing else has changed since.
    mutating func cancelSubmission(ticket: UInt64) {
        guard submission != .none, ticket == submissionTicket else { return }
        let before = before
        closeSubmission()
        submitCount -= 1
        for field in occupied {
            if let status = before[field] { undo(field, to: status) }
        }
    }

    private mutating func undo(_ field: Int, to before: FieldStatus) {
        fields[field].isTouched = before.isTouched
        noteChange(of: field)
        // An earlier request is still pending, or has ended.
        guard before.stage != .requesting else { return }
        enter(before.stage, of: field)
        fields[field].findings = before.findings
    }

    mutating func closeSubmission() {
        submission = .none
        before = []
        sentEdits = []
    }
}
