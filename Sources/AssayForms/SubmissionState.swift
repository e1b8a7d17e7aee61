// SPDX-License-Identifier: Apache-2.0

/// How far the submission of a form is.
public enum SubmissionState: Sendable {
    /// Nothing was submitted, or the form was reset since, or the submission was cancelled.
    case initial
    /// A submission is on its way.
    case loading
    case success
    /// What the last submission threw.
    case failure(any Error)

    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    public var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    /// What the last submission threw, if it failed.
    public var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// What becomes of a submission while another one of the same form is on its way.
public enum ConcurrentSubmission: Sendable, Hashable, CaseIterable {
    /// It throws `FormError.submissionInProgress` and submits nothing.
    case refused
    /// It submits nothing, waits for the one on its way and ends as that does.
    case joined
}
