// SPDX-License-Identifier: Apache-2.0

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
    /// - Parameter operation: Submits the values, which are valid and typed: where `integer` has read a
    ///   text, there is an integer, as in `typedValues`.
    /// - Returns: The result of the operation.
    /// - Throws: `FormInvalid` if the form is not valid, and nothing is submitted;
    ///   `FormError.invalidRules` if rules that the manager got later cannot decide about texts, so that no
    ///   value is valid; `FormError.submissionInProgress`; the error of the operation; `CancellationError`.
    @discardableResult
    public func submit<Output: Sendable>(
        _ operation: @escaping @MainActor (ValidationRecord) async throws -> Output
    ) async throws -> Output {
        try await driver.submit { [source] sent in
            try await operation(source.record.typed(sent.record))
        }
    }

    /// Cancels the submission in progress, if there is one.
    ///
    /// It throws `CancellationError`, unless its operation ends otherwise.
    public func cancelSubmission() {
        driver.cancelSubmission()
    }
}
