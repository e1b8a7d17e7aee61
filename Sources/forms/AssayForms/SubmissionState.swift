// SPDX-License-Identifier: Apache-2.0

/// The state of the submission of a form.
public enum SubmissionState: Sendable {
    /// Nothing was submitted since the form was made or reset, or the submission was cancelled.
    case initial
    /// A submission is in progress.
    case loading
    /// The last submission succeeded.
    case success
    /// The last submission threw this error.
    case failure(any Error)

    /// True while a submission is in progress.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// True if the last submission succeeded.
    public var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    /// The error of the last submission; nil if it did not fail.
    public var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Returns the message for users if the last submission failed and no field says why, or `nil`
    /// otherwise.
    ///
    /// The submission failed without an error of a server, such as without a connection
    /// (`submission.failed`), or with errors about values that have changed meanwhile
    /// (`submission.outdated`).
    ///
    /// - Parameters:
    ///   - catalogue: The messages.
    ///   - isOutdated: `true` if no error of the server is shown.
    /// - Returns: The message.
    func failureMessage(from catalogue: MessageCatalogue, isOutdated: Bool) -> String? {
        guard let error else { return nil }
        let errors = (error as? any ServerErrorsProviding)?.serverErrors.errors ?? []
        guard !errors.isEmpty else {
            return catalogue.text(.failed)
        }
        return isOutdated ? catalogue.text(.outdated) : nil
    }
}

/// The treatment of a submission while another one of the same form is in progress.
public enum ConcurrentSubmission: Sendable, Hashable, CaseIterable {
    /// It throws `FormError.submissionInProgress` and submits nothing.
    case rejected
    /// It submits nothing, waits for the one in progress and ends as that does.
    case joined
}
