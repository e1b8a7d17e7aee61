// SPDX-License-Identifier: Apache-2.0

// Changes of values, and how they come to be judged.
extension FormMachine {
    /// A field has another value.
    ///
    /// - Parameters:
    ///   - field: The field that was set.
    ///   - isInitial: Whether it has its initial value now.
    ///   - judge: The synchronous rules.
    mutating func edit(_ field: Int, isInitial: Bool, judge: Judge) {
        let wasInvalid = fields[field].isInvalid
        change(field, isInitial: isInitial)
        touch(field)
        if submission == .judging {
            self.judge(field, by: judge)
        } else if isInitial {
            enter(.unchanged, field)
        } else if wasInvalid {
            judgeChange(field, by: judge)
        } else if !fields[field].triggers.contains(.onChange) {
            enter(.editing, field)
        } else if fields[field].hasPause {
            enter(.pausing, field)
        } else {
            self.judge(field, by: judge)
        }
        for dependent in dependents[field] { follow(dependent, judge: judge) }
        settleSubmission()
    }

    /// The value of a field changed with that of another, of which it is a part or the whole.
    mutating func editAlong(_ field: Int, isInitial: Bool) {
        change(field, isInitial: isInitial)
        if !fields[field].isTouched { enter(.unchanged, field) }
    }

    private mutating func change(_ field: Int, isInitial: Bool) {
        fields[field].edits &+= 1
        outdate(field)
        fields[field].serverErrors = []
        setInitial(isInitial, field)
    }

    /// What is known about the field is not about its current value any more.
    private mutating func outdate(_ field: Int) {
        fields[field].answer = nil
        fields[field].findings = .none
    }

    /// A value that the rules of this field look at has changed.
    private mutating func follow(_ field: Int, judge: Judge) {
        outdate(field)
        if wasTouched(field) { touch(field) }
        if submission == .judging {
            self.judge(field, by: judge)
        } else if fields[field].isTouched, fields[field].stage != .pausing {
            judgeChange(field, by: judge)
        }
    }

    /// Whether somebody used the field, apart from the submission that is on its way.
    private func wasTouched(_ field: Int) -> Bool {
        guard submission != .none, let before = before[field] else {
            return fields[field].isTouched
        }
        return before.isTouched
    }

    /// Judges at once what can be judged at once; asynchronous rules wait for the pause.
    private mutating func judgeChange(_ field: Int, by judge: Judge) {
        let judgement = judge(field)
        if judgement.isDeferred, judgement.findings.violations.isEmpty, fields[field].hasPause {
            enter(.pausing, field)
        } else {
            settle(field, judgement)
        }
    }

    /// Judges the field now, whatever it waited for.
    mutating func judge(_ field: Int, by judge: Judge) {
        settle(field, judge(field))
    }

    private mutating func settle(_ field: Int, _ judgement: FieldJudgement) {
        var findings = judgement.findings
        if judgement.isDeferred, findings.violations.isEmpty {
            guard let answer = fields[field].answer, answer.faults.isEmpty else {
                enter(.asking, field)
                fields[field].findings = findings
                return
            }
            findings = answer
        }
        enter(.judged, field)
        fields[field].findings = findings
    }

    /// The pause of a field is over.
    mutating func pauseEnded(_ field: Int, ticket: UInt64, judge: Judge) {
        guard fields[field].stage == .pausing, fields[field].ticket == ticket else { return }
        arrive(field)
        self.judge(field, by: judge)
        settleSubmission()
    }

    /// The asynchronous rules of a field have answered; all rules together found this.
    mutating func answer(_ field: Int, ticket: UInt64, _ answer: FieldFindings) {
        guard fields[field].stage == .asking, fields[field].ticket == ticket else { return }
        arrive(field)
        fields[field].answer = answer
        enter(.judged, field)
        fields[field].findings = answer
        settleSubmission()
    }

    /// Judges fields on demand; those whose answer is on its way go on waiting for it.
    mutating func validate(_ chosen: some Sequence<Int>, judge: Judge) {
        for field in chosen {
            touch(field)
            demand(field, judge: judge)
        }
        settleSubmission()
    }

    mutating func demand(_ field: Int, judge: Judge) {
        if fields[field].stage != .asking { self.judge(field, by: judge) }
    }

    /// What a server says about the current values, in place of what it said about them before.
    mutating func setServerErrors(_ errors: [Violation], _ field: Int) {
        fields[field].serverErrors = errors
        noteChange(of: field)
    }

    /// Every field has its initial value and no history; a submission is abandoned.
    mutating func reset() {
        if submission != .none { effects.append(.abandonSubmission) }
        closeSubmission()
        for field in fields.indices {
            change(field, isInitial: true)
            enter(.unchanged, field)
            fields[field].isTouched = false
        }
    }

    /// Gives a field that was reset the history that it had.
    mutating func restore(
        _ field: Int, isInitial: Bool, isTouched: Bool, serverErrors: [Violation]
    ) {
        setInitial(isInitial, field)
        fields[field].isTouched = isTouched
        setServerErrors(serverErrors, field)
        if !isInitial { enter(.editing, field) }
    }
}
