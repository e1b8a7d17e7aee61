// SPDX-License-Identifier: Apache-2.0

/// The state of a form's toolbar.
public struct FormToolbarState: Sendable, Hashable {
    /// Whether the button that submits can be pressed: not while the form is pristine or loading.
    public var canSubmit: Bool
    /// Whether progress is shown in place of the button.
    public var isLoading: Bool
    /// What closing the form does; no gesture closes one that asks first.
    public var dismissal: DismissalDecision
    /// Why the last submission failed, if no field says it; nil: it did not.
    public var message: String?

    /// Makes a state.
    public init(
        canSubmit: Bool, isLoading: Bool, dismissal: DismissalDecision, message: String? = nil
    ) {
        self.canSubmit = canSubmit
        self.isLoading = isLoading
        self.dismissal = dismissal
        self.message = message
    }
}

extension FormModel {
    /// The state of the form's toolbar.
    public var toolbar: FormToolbarState {
        FormToolbarState(
            canSubmit: canSubmit, isLoading: submission.isLoading, dismissal: dismissal,
            message: submission.failureMessage(from: messages))
    }
}

extension FormModel {
    /// Submits the form for a view: shows errors by `submission` and at the fields, and moves the focus
    /// to the first field with an error.
    ///
    /// - Parameter operation: Submits the values, which are valid.
    public func submitShowingErrors(
        _ operation: @escaping @MainActor (ValidationRecord) async throws -> Void
    ) async {
        do {
            try await submit(operation)
        } catch {
            focus = firstInvalidField ?? focus
        }
    }
}

extension FormController {
    /// The state of the form's toolbar.
    public var toolbar: FormToolbarState {
        FormToolbarState(
            canSubmit: canSubmit, isLoading: isLoading, dismissal: dismissal,
            message: state.failureMessage(from: [:]))
    }
}
