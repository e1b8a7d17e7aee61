// SPDX-License-Identifier: Apache-2.0

// From the wish to submit to the outcome.
extension FormMachine {
    /// How a submission ended that was sent.
    enum Outcome: Sendable {
        /// What was sent are the initial values now: whether each field still has its own.
        case succeeded(isInitial: [Bool])
        /// With what the server said, by field; nil: it said nothing about fields.
        case failed([(field: Int, errors: [Violation])]?)
    }

    /// Every field passed, as far as the rules go.
    var isPassing: Bool {
        fields.allSatisfy { $0.stage == .judged && $0.findings.isPassing }
    }

    /// Judges every field; `send` or `refuseSubmission` follows when the last answer is there.
    ///
    /// Errors of a server count for nothing: whether they still hold is for the server to say.
    /// Does nothing while another submission is on its way.
    mutating func submit(judge: Judge) {
        guard submission == .none else { return }
        submission = .judging
        submissionTicket &+= 1
        before = fields
        for field in fields.indices {
            fields[field].isTouched = true
            noteChange(of: field)
            demand(field, judge: judge)
        }
        settleSubmission()
    }

    mutating func settleSubmission() {
        guard submission == .judging, pendingCount == 0 else { return }
        if isPassing {
            submission = .sending
            sentEdits = fields.map(\.edits)
            effects.append(.send(ticket: submissionTicket))
        } else {
            closeSubmission()
            effects.append(.refuseSubmission)
        }
    }

    /// What was sent has an outcome; it replaces what a server said before.
    ///
    /// Errors about a value that has changed meanwhile are void.
    mutating func endSubmission(ticket: UInt64, _ outcome: Outcome) {
        guard submission == .sending, ticket == submissionTicket else { return }
        let sentEdits = sentEdits
        closeSubmission()
        switch outcome {
        case .failed(nil): break
        case .failed(let errors?):
            clearServerErrors()
            for (field, errors) in errors where fields[field].edits == sentEdits[field] {
                setServerErrors(errors, field)
            }
        case .succeeded(let isInitial):
            clearServerErrors()
            for field in fields.indices {
                setInitial(isInitial[field], field)
                if isInitial[field] {
                    enter(.unchanged, field)
                } else if fields[field].stage == .unchanged {
                    enter(.editing, field)
                }
                if fields[field].edits == sentEdits[field] { fields[field].isTouched = false }
            }
        }
    }

    private mutating func clearServerErrors() {
        for field in fields.indices where !fields[field].serverErrors.isEmpty {
            setServerErrors([], field)
        }
    }

    /// The submission was cancelled: what it did to fields that nothing else has happened to since
    /// is undone.
    mutating func cancelSubmission(ticket: UInt64) {
        guard submission != .none, ticket == submissionTicket else { return }
        let before = before
        closeSubmission()
        for field in fields.indices {
            if let status = before[field] { undo(field, status) }
        }
    }

    private mutating func undo(_ field: Int, _ before: FieldStatus) {
        fields[field].isTouched = before.isTouched
        noteChange(of: field)
        // The answer that was waited for before comes, or came, whoever waits for it.
        guard before.stage != .asking else { return }
        enter(before.stage, field)
        fields[field].findings = before.findings
    }

    mutating func closeSubmission() {
        submission = .none
        before = []
        sentEdits = []
    }
}
