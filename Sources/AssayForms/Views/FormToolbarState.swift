// SPDX-License-Identifier: Apache-2.0

/// The state of a form's toolbar.
public struct FormToolbarState: Sendable, Hashable {
    /// Whether the button that submits can be pressed: not while the form is pristine or loading.
    public var canSubmit: Bool
    /// Whether progress is shown in place of the button.
    public var isLoading: Bool
    /// What closing the form does; no gesture closes one that asks first.
    public var dismissal: DismissalDecision

    /// Makes a state.
    public init(canSubmit: Bool, isLoading: Bool, dismissal: DismissalDecision) {
        self.canSubmit = canSubmit
        self.isLoading = isLoading
        self.dismissal = dismissal
    }
}

extension FormModel {
    /// The state of the form's toolbar.
    public var toolbar: FormToolbarState {
        FormToolbarState(
            canSubmit: canSubmit, isLoading: submission.isLoading, dismissal: dismissal)
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
        FormToolbarState(canSubmit: canSubmit, isLoading: isLoading, dismissal: dismissal)
    }
}
