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

    /// Returns the message for users if the last submission failed without an error of a server,
    /// such as without a connection, or `nil` otherwise.
    ///
    /// - Parameter catalogue: The messages; if none has the code `submission.failed`, the message
    ///   is in English.
    /// - Returns: The message.
    func failureMessage(from catalogue: MessageCatalogue) -> String? {
        guard let error else { return nil }
        let errors = (error as? any ServerErrorsProviding)?.serverErrors.errors ?? []
        guard errors.isEmpty else { return nil }
        return catalogue.templates["submission.failed"]
            ?? "The form could not be submitted right now; try again."
    }
}

/// The treatment of a submission while another one of the same form is in progress.
public enum ConcurrentSubmission: Sendable, Hashable, CaseIterable {
    /// It throws `FormError.submissionInProgress` and submits nothing.
    case rejected
    /// It submits nothing, waits for the one in progress and ends as that does.
    case joined
}
