// SPDX-License-Identifier: Apache-2.0

// Changes of values, and their checks.
extension FormMachine {
    /// Handles another value of a field.
    ///
    /// - Parameters:
    ///   - field: The field that was set.
    ///   - isInitial: `true` if it has its initial value now.
    ///   - isTyped: `true` if further changes may follow soon, for which the debounce waits.
    ///   - check: The synchronous rules.
    mutating func edit(_ field: Int, isInitial: Bool, isTyped: Bool = true, check: Check) {
        guard !fields[field].isVacant else { return }
        let wasInvalid = fields[field].isInvalid
        change(field, isInitial: isInitial)
        touch(field)
        if submission == .checking {
            self.check(field, by: check)
        } else if isInitial, !fields[field].isEager, !hasFailed {
            enter(.unchanged, of: field)
        } else if wasInvalid || (isInitial && hasFailed) {
            checkChange(field, by: check)
        } else if !fields[field].triggers.contains(.onChange) {
            enter(.editing, of: field)
        } else if !isTyped {
            checkChange(field, by: check)
        } else if fields[field].isDebounced {
            enter(.debouncing, of: field)
        } else {
            self.check(field, by: check)
        }
        for dependent in dependents[field] { follow(dependent, check: check) }
        settleSubmission()
    }

    /// Handles a value that changed with that of another field, of which it is a part or the whole.
    mutating func editAlong(_ field: Int, isInitial: Bool) {
        guard !fields[field].isVacant else { return }
        change(field, isInitial: isInitial)
        if !fields[field].isTouched { enter(.unchanged, of: field) }
    }

    /// Handles a change of parts of a field's value that its rules do not look at.
    mutating func editParts(_ field: Int, isInitial: Bool) {
        guard !fields[field].isVacant else { return }
        fields[field].edits &+= 1
        if !fields[field].serverErrors.isEmpty { setServerErrors([], of: field) }
        setInitial(isInitial, of: field)
    }

    /// Handles a change of values that the rules of some fields look at.
    mutating func follow(_ chosen: [Int], check: Check) {
        for field in chosen { follow(field, check: check) }
        settleSubmission()
    }

    private mutating func change(_ field: Int, isInitial: Bool) {
        fields[field].edits &+= 1
        outdate(field)
        fields[field].serverErrors = []
        setInitial(isInitial, of: field)
    }

    /// Drops the results of a field, whose value or dependencies have changed.
    private mutating func outdate(_ field: Int) {
        fields[field].answer = nil
        fields[field].findings = .none
    }

    /// Handles a change of a value that the rules of this field look at.
    private mutating func follow(_ field: Int, check: Check) {
        guard !fields[field].isVacant else { return }
        outdate(field)
        if wasTouched(field) { touch(field) }
        if submission != .none, fields[field].isEager { before[field] = nil }
        if submission == .checking {
            self.check(field, by: check)
        } else if fields[field].isTouched || fields[field].isEager,
            fields[field].stage != .debouncing
        {
            checkChange(field, by: check)
        }
    }

    /// Returns `true` if the user touched the field, apart from the running submission.
    private func wasTouched(_ field: Int) -> Bool {
        guard submission != .none, let before = before[field] else {
            return fields[field].isTouched
        }
        return before.isTouched
    }

    /// Checks at once what can be checked at once; asynchronous rules wait for the debounce.
    private mutating func checkChange(_ field: Int, by check: Check) {
        let result = check(field)
        if result.isDeferred, result.findings.violations.isEmpty, fields[field].isDebounced {
            enter(.debouncing, of: field)
        } else {
            settle(field, with: result)
        }
    }

    /// Checks the field now, whatever it waited for.
    mutating func check(_ field: Int, by check: Check) {
        settle(field, with: check(field))
    }

    private mutating func settle(_ field: Int, with result: FieldResult) {
        var findings = result.findings
        if result.isDeferred, findings.violations.isEmpty {
            guard let answer = fields[field].answer, answer.faults.isEmpty else {
                enter(.requesting, of: field)
                fields[field].findings = findings
                return
            }
            findings = answer
        }
        enter(.checked, of: field)
        fields[field].findings = findings
    }

    /// Handles the end of a field's debounce.
    mutating func debounceEnded(_ field: Int, ticket: UInt64, check: Check) {
        guard fields[field].stage == .debouncing, fields[field].ticket == ticket else { return }
        arrive(field)
        self.check(field, by: check)
        settleSubmission()
    }

    /// Handles the end of a field's asynchronous rules; `answer` has the findings of all rules.
    mutating func receive(field: Int, ticket: UInt64, answer: FieldFindings) {
        guard fields[field].stage == .requesting, fields[field].ticket == ticket else { return }
        arrive(field)
        fields[field].answer = answer
        enter(.checked, of: field)
        fields[field].findings = answer
        settleSubmission()
    }

    /// Checks fields on demand; those with a pending request keep waiting for it.
    mutating func validate(_ chosen: some Sequence<Int>, check: Check) {
        for field in chosen where !fields[field].isVacant {
            touch(field)
            demand(field, check: check)
        }
        settleSubmission()
    }

    mutating func demand(_ field: Int, check: Check) {
        if fields[field].stage != .requesting { self.check(field, by: check) }
    }

    /// Replaces the errors of a server about the current value.
    mutating func setServerErrors(_ errors: [Violation], of field: Int) {
        guard !fields[field].isVacant else { return }
        fields[field].serverErrors = errors
        noteChange(of: field)
    }

    /// Removes the errors of a server from every field.
    mutating func clearServerErrors() {
        for field in fields.indices where !fields[field].serverErrors.isEmpty {
            setServerErrors([], of: field)
        }
    }

    /// Gives every field its initial value and no history, and abandons a submission.
    mutating func reset() {
        if submission != .none { effects.append(.abandonSubmission) }
        closeSubmission()
        submitCount = 0
        hasFailed = false
        for field in occupied {
            change(field, isInitial: true)
            enter(.unchanged, of: field)
            fields[field].isTouched = false
        }
    }

    /// Gives one field its initial value and no history.
    mutating func reset(_ field: Int, check: Check) {
        guard !fields[field].isVacant else { return }
        change(field, isInitial: true)
        if submission == .checking {
            self.check(field, by: check)
        } else {
            enter(.unchanged, of: field)
        }
        fields[field].isTouched = false
        if submission != .none { before[field] = nil }
        for dependent in dependents[field] { follow(dependent, check: check) }
        settleSubmission()
    }

    /// Checks the initial values of eager fields.
    mutating func checkEagerFields(by check: Check) {
        guard hasEagerFields else { return }
        for field in fields.indices where fields[field].isEager && !fields[field].isVacant {
            if fields[field].stage == .unchanged { self.check(field, by: check) }
        }
    }

    /// Gives a field that was reset the history that it had.
    mutating func restore(
        _ field: Int, isInitial: Bool, isTouched: Bool, serverErrors: [Violation]
    ) {
        guard !fields[field].isVacant else { return }
        setInitial(isInitial, of: field)
        fields[field].isTouched = isTouched
        setServerErrors(serverErrors, of: field)
        if !isInitial { enter(.editing, of: field) }
    }
}
