// SPDX-License-Identifier: Apache-2.0

extension FormController {
    /// Validates the form and submits it.
    ///
    /// The errors of a server (`ServerErrorsProviding`) are shown at the fields that still have the
    /// submitted value. Every error is rethrown. A submission that is cancelled leaves the form
    /// and the state as they were.
    ///
    /// - Throws: `FormInvalid` if the form is not valid, and nothing is submitted;
    ///   `FormError.submissionInProgress`; what the form's `submit()` throws.
    @discardableResult
    public func submit() async throws -> Form.Output {
        if let submission {
            guard concurrentSubmission == .joined else { throw FormError.submissionInProgress }
            return try await submission.value
        }
        let before = (form: edited, formState: formState, state: state)
        guard validate() || waitsForAnswers else { throw invalid }
        let sent = edited
        let task = Task {
            try await complete(sent)
            return try await sent.submit()
        }
        submission = task
        state = .loading
        do {
            let output = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            end(task) { succeed(sent) }
            return output
        } catch {
            end(task) {
                if task.isCancelled || error is CancellationError {
                    if edited == sent { edited = before.form }
                    (formState, state) = (before.formState, before.state)
                } else if error is FormInvalid {
                    state = before.state
                } else {
                    fail(error, sent: sent)
                }
            }
            throw error
        }
    }

    /// Cancels the submission in progress, if there is one.
    public func cancelSubmission() {
        submission?.cancel()
    }

    /// Runs every rule of every field, asynchronous ones on values that pass the others.
    ///
    /// - Returns: True if the form is valid.
    @discardableResult
    public func validateCompletely() async -> Bool {
        guard !validate() else { return true }
        guard waitsForAnswers else { return false }
        do {
            try await complete(edited)
            return true
        } catch {
            return false
        }
    }

    /// Ends a submission, unless the form began again meanwhile.
    private func end(_ task: Task<Form.Output, any Error>, change: () -> Void) {
        guard submission == task else { return }
        submission = nil
        change()
    }

    private func succeed(_ sent: Form) {
        initialForm = sent
        initialForm.begin()
        edited.accept(sent)
        state = .success
    }

    private func fail(_ error: any Error, sent: Form) {
        if let errors = (error as? any ServerErrorsProviding)?.serverErrors {
            take(edited.apply(errors, foundIn: sent))
        }
        state = .failure(error)
    }

    private var invalid: FormInvalid { FormInvalid([formState] + edited.errors.map(\.state)) }
}

// MARK: - Asynchronous rules

extension FormController {
    /// True if nothing fails and asynchronous rules have not run.
    private var waitsForAnswers: Bool {
        let states = [formState] + edited.namedFields.map(\.value.state)
        return states.allSatisfy { $0 == .unchanged || $0 == .valid || $0.waitsForAnswers }
    }

    /// Runs the asynchronous rules on a form that is valid apart from them.
    ///
    /// Fields that are edited meanwhile keep their state: the result is about another value.
    ///
    /// - Throws: `FormInvalid` with their findings; `CancellationError`.
    private func complete(_ asked: Form) async throws {
        guard let relations, asked.errors.contains(where: \.state.waitsForAnswers) else { return }
        edited.update { _, value in value.wait() }
        let (record, resets) = (relations.record(of: asked.namedFields), resets)
        let report = await relations.validate(record, within: limits)
        guard resets == self.resets else { throw CancellationError() }
        var checked = asked
        let rest = checked.check(nil, with: relations, report: report)
        for field in Form.validatedFields where field.read(edited).hasValue(of: field.read(asked)) {
            field.update(&edited) { $0 = field.read(checked) }
        }
        formState = rest.state.isValid ? .unchanged : rest.state
        try Task.checkCancellation()
        let states = [formState] + checked.errors.map(\.state)
        if states != [.unchanged] { throw FormInvalid(states) }
    }
}

extension FormInvalid {
    fileprivate init(_ states: [ValidationState]) {
        self.init(violations: states.flatMap(\.violations), faults: states.flatMap(\.faults))
    }
}
