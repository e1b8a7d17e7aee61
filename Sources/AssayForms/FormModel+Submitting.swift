// SPDX-License-Identifier: Apache-2.0

/// Whether a submission is sent.
enum SubmissionDecision {
    case send(ValidationRecord, values: [Value])
    case reject
    /// The form was reset.
    case abandon
}

extension FormModel {
    /// Validates the form and submits it if it is valid.
    ///
    /// Every field is checked, asynchronous rules included; a field that is changed meanwhile is
    /// checked again. Then `submission` is `loading` until the operation ends. On success the
    /// submitted values become the initial ones. Errors of a server (`ServerErrorsProviding`) are shown
    /// at the fields that still have the submitted value. Every error is rethrown. A
    /// submission that is cancelled, or whose operation throws `CancellationError`, leaves the form
    /// as it was.
    ///
    /// - Parameter operation: Submits the values, which are valid.
    /// - Returns: What the operation returns.
    /// - Throws: `FormInvalid`, and nothing is submitted; `FormError.submissionInProgress`; what the
    ///   operation throws; `CancellationError`.
    @discardableResult
    public func submit<Output: Sendable>(
        _ operation: @escaping @MainActor (ValidationRecord) async throws -> Output
    ) async throws -> Output {
        if let running = tasks.submission {
            guard concurrentSubmission == .joined, let output = try await join(running) as? Output
            else { throw FormError.submissionInProgress }
            return output
        }
        let running = RunningSubmission()
        tasks.submission = running
        let result: Result<Output, any Error>
        do {
            result = .success(try await perform(operation, as: running))
        } catch {
            result = .failure(error)
        }
        if tasks.submission === running { tasks.submission = nil }
        running.end(with: result.map { $0 })
        return try result.get()
    }

    /// Cancels the submission in progress, if there is one.
    ///
    /// It throws `CancellationError`, unless its operation ends otherwise.
    public func cancelSubmission() {
        tasks.submission?.cancel()
        resumeWaiters()
    }

    private func perform<Output: Sendable>(
        _ operation: @escaping @MainActor (ValidationRecord) async throws -> Output,
        as running: RunningSubmission
    ) async throws -> Output {
        let before = submission
        useCurrentRules()
        tasks.decision = nil
        machine.submit { check($0) }
        let ticket = machine.submissionTicket
        commit()
        if tasks.decision == nil { submission = .loading }
        await wait(for: nil)
        if Task.isCancelled || running.isCancelled {
            cancel(ticket: ticket, restoring: before)
            throw CancellationError()
        }
        switch tasks.decision {
        case .send(let record, let values):
            submission = .loading
            do {
                let output = try await running.run { try await operation(record) }
                succeed(ticket: ticket, record: record, values: values)
                return output
            } catch {
                if Task.isCancelled || running.isCancelled || error is CancellationError {
                    cancel(ticket: ticket, restoring: before)
                } else {
                    fail(ticket: ticket, error: error)
                }
                throw error
            }
        case .reject:
            if submission.isLoading { submission = before }
            throw invalid
        case .abandon, nil: throw CancellationError()
        }
    }

    /// Whether a submission is still in progress: the form was not reset since.
    private func isCurrent(ticket: UInt64) -> Bool {
        machine.submission != .none && machine.submissionTicket == ticket
    }

    private func succeed(ticket: UInt64, record: ValidationRecord, values: [Value]) {
        guard isCurrent(ticket: ticket) else { return }
        initialContent = FormContent(record, layout: layout)
        for (field, value) in zip(fields, values) where field.initialValue != value {
            field.initialValue = value
        }
        machine.endSubmission(
            ticket: ticket,
            outcome: .succeeded(isInitial: fields.map { $0.current == $0.initialValue } + [true]))
        submission = .success
        commit()
    }

    private func fail(ticket: UInt64, error: any Error) {
        guard isCurrent(ticket: ticket) else { return }
        let errors = (error as? any ServerErrorsProviding)?.serverErrors
        let placed = errors.flatMap { $0.errors.isEmpty ? nil : layout.place($0) }
        machine.endSubmission(ticket: ticket, outcome: .failed(placed))
        submission = .failure(error)
        commit()
    }

    private func cancel(ticket: UInt64, restoring before: SubmissionState) {
        guard isCurrent(ticket: ticket) else {
            // It was rejected, and cancelled before it could throw.
            if submission.isLoading, machine.submissionTicket == ticket { submission = before }
            return
        }
        machine.cancelSubmission(ticket: ticket)
        submission = before
        commit()
    }

    func abandonSubmission() {
        tasks.decision = .abandon
        tasks.submission?.cancel()
        tasks.submission = nil
    }

    private var invalid: FormInvalid {
        FormInvalid(
            violations: machine.fields.flatMap(\.findings.violations),
            faults: machine.fields.flatMap(\.findings.faults))
    }

    /// Waits for a submission that another caller began, until this task is cancelled.
    private func join(_ running: RunningSubmission) async throws -> any Sendable {
        let id = running.nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(throwing: CancellationError())
                }
                running.join(id: id, continuation)
            }
        } onCancel: {
            Task { @MainActor in running.leave(id: id) }
        }
    }
}
