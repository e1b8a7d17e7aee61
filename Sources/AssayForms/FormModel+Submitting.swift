// SPDX-License-Identifier: Apache-2.0

/// Whether a submission is sent.
enum SubmissionDecision {
    case send(Record, values: [Value])
    case refuse
    /// The form was reset.
    case abandon
}

extension FormModel {
    /// Judges the form and submits it if it is valid.
    ///
    /// Every field is judged, and the last answer is waited for; a field that is changed meanwhile
    /// is judged again. Then `submission` is `loading` until the operation ends. Its success makes
    /// the values that were sent the initial ones. Errors of a server (`ServerErrorsProviding`) are
    /// shown at those fields that still have the value that was sent. Every error is thrown on. A
    /// submission that is cancelled, or whose operation throws `CancellationError`, leaves the form
    /// as it was.
    ///
    /// - Parameter operation: Submits the values, which are valid.
    /// - Returns: What the operation returns.
    /// - Throws: `FormInvalid`, and nothing is submitted; `FormError.submissionInProgress`; what the
    ///   operation throws; `CancellationError`.
    @discardableResult
    public func submit<Output: Sendable>(
        _ operation: @escaping @MainActor (Record) async throws -> Output
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
            result = .success(try await perform(operation, running))
        } catch {
            result = .failure(error)
        }
        if tasks.submission === running { tasks.submission = nil }
        running.end(with: result.map { $0 })
        return try result.get()
    }

    /// Cancels the submission on its way, if there is one; it throws `CancellationError`, unless its
    /// operation has another end.
    public func cancelSubmission() {
        tasks.submission?.cancel()
        resumeWaiters()
    }

    private func perform<Output: Sendable>(
        _ operation: @escaping @MainActor (Record) async throws -> Output,
        _ running: RunningSubmission
    ) async throws -> Output {
        let before = submission
        useCurrentRules()
        tasks.decision = nil
        machine.submit { judge($0) }
        let ticket = machine.submissionTicket
        commit()
        if tasks.decision == nil { submission = .loading }
        await wait(for: nil)
        if Task.isCancelled || running.isCancelled {
            cancel(ticket, before)
            throw CancellationError()
        }
        switch tasks.decision {
        case .send(let record, let values):
            submission = .loading
            do {
                let output = try await running.run { try await operation(record) }
                succeed(ticket, record, values)
                return output
            } catch {
                if Task.isCancelled || running.isCancelled || error is CancellationError {
                    cancel(ticket, before)
                } else {
                    fail(ticket, error)
                }
                throw error
            }
        case .refuse:
            if submission.isLoading { submission = before }
            throw invalid
        case .abandon, nil: throw CancellationError()
        }
    }

    /// Whether a submission is still on its way: the form was not reset since.
    private func isCurrent(_ ticket: UInt64) -> Bool {
        machine.submission != .none && machine.submissionTicket == ticket
    }

    private func succeed(_ ticket: UInt64, _ record: Record, _ values: [Value]) {
        guard isCurrent(ticket) else { return }
        initialContent = FormContent(record, layout)
        for (field, value) in zip(fields, values) where field.initialValue != value {
            field.initialValue = value
        }
        machine.endSubmission(
            ticket: ticket,
            .succeeded(isInitial: fields.map { $0.current == $0.initialValue } + [true]))
        submission = .success
        commit()
    }

    private func fail(_ ticket: UInt64, _ error: any Error) {
        guard isCurrent(ticket) else { return }
        let errors = (error as? any ServerErrorsProviding)?.serverErrors
        let placed = errors.flatMap { $0.errors.isEmpty ? nil : layout.place($0) }
        machine.endSubmission(ticket: ticket, .failed(placed))
        submission = .failure(error)
        commit()
    }

    private func cancel(_ ticket: UInt64, _ before: SubmissionState) {
        guard isCurrent(ticket) else {
            // It was refused, and cancelled before it could say so.
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

    /// Waits for a submission that somebody else began; a task that is cancelled waits no longer.
    private func join(_ running: RunningSubmission) async throws -> any Sendable {
        let id = running.nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(throwing: CancellationError())
                }
                running.join(id, continuation)
            }
        } onCancel: {
            Task { @MainActor in running.leave(id) }
        }
    }
}
