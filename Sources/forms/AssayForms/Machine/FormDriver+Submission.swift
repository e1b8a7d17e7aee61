// SPDX-License-Identifier: Apache-2.0

// Submissions, from the call to the outcome.
extension FormDriver {
    /// Validates the form and submits it if it is valid; see `FormModel.submit`.
    ///
    /// - Parameter operation: Submits the values, which are valid.
    /// - Returns: The result of the operation.
    /// - Throws: `FormInvalid` if the form is not valid, and nothing is submitted;
    ///   `FormError.invalidRules` if it cannot be; `FormError.submissionInProgress`; the error of the
    ///   operation; `CancellationError`.
    func submit<Output: Sendable>(
        _ operation: @escaping @MainActor (Source.Content) async throws -> Output
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
    func cancelSubmission() {
        tasks.submission?.cancel()
        resumeWaiters()
    }

    func abandonSubmission() {
        decision = .abandon
        tasks.submission?.cancel()
        tasks.submission = nil
    }

    private func perform<Output: Sendable>(
        _ operation: @escaping @MainActor (Source.Content) async throws -> Output,
        as running: RunningSubmission
    ) async throws -> Output {
        let before = submission
        useCurrentRules()
        decision = nil
        machine.submit { source.check($0) }
        let ticket = machine.submissionTicket
        commit()
        if decision == nil { submission = .loading }
        await wait(for: nil)
        if Task.isCancelled || running.isCancelled {
            cancel(ticket: ticket, restoring: before)
            throw CancellationError()
        }
        switch decision {
        case .send(let content):
            submission = .loading
            do {
                let output = try await running.run { try await operation(content) }
                succeed(ticket: ticket, content: content)
                return output
            } catch {
                if Task.isCancelled || running.isCancelled || error is CancellationError {
                    cancel(ticket: ticket, restoring: before)
                } else {
                    fail(ticket: ticket, content: content, error: error)
                }
                throw error
            }
        case .reject:
            if submission.isLoading { submission = before }
            // Users read what is wrong now, not why an earlier submission failed.
            if submission.error != nil { submission = .initial }
            guard let error = source.error else { throw invalid }
            // No correction of a value helps.
            submission = .failure(error)
            throw error
        case .abandon, nil: throw CancellationError()
        }
    }

    /// Returns `true` if a submission is still in progress: the form was not reset since.
    private func isCurrent(ticket: UInt64) -> Bool {
        machine.submission != .none && machine.submissionTicket == ticket
    }

    private func succeed(ticket: UInt64, content: Source.Content) {
        guard isCurrent(ticket: ticket) else { return }
        machine.endSubmission(
            ticket: ticket, outcome: .succeeded(isInitial: source.accept(content)))
        machine.checkEagerFields { source.check($0) }
        submission = .success
        commit()
    }

    private func fail(ticket: UInt64, content: Source.Content, error: any Error) {
        guard isCurrent(ticket: ticket) else { return }
        let errors = (error as? any ServerErrorsProviding)?.serverErrors
        let placed = errors.flatMap {
            $0.errors.isEmpty ? nil : source.place($0, sentWith: content)
        }
        machine.endSubmission(ticket: ticket, outcome: .failed(placed))
        progress.hasOutdatedErrors =
            placed != nil && machine.fields.allSatisfy(\.serverErrors.isEmpty)
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

    /// Returns the message for users if the last submission failed and no field says why, or `nil`
    /// otherwise.
    func failureMessage(from catalogue: MessageCatalogue) -> String? {
        submission.failureMessage(from: catalogue, isOutdated: progress.hasOutdatedErrors)
    }

    private var invalid: FormInvalid {
        let findings = source.findings(of: machine)
        return FormInvalid(
            violations: findings.flatMap(\.violations), faults: findings.flatMap(\.faults))
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
