// SPDX-License-Identifier: Apache-2.0

/// What the toolbar of a form shows.
public struct FormToolbarState: Sendable, Hashable {
    /// Whether the button that submits can be pressed: not while the form is pristine or loading.
    public var canSubmit: Bool
    /// Whether progress is shown in place of the button.
    public var isLoading: Bool
    /// What closing the form does; no gesture closes one that asks first.
    public var dismissal: DismissalDecision

    public init(canSubmit: Bool, isLoading: Bool, dismissal: DismissalDecision) {
        self.canSubmit = canSubmit
        self.isLoading = isLoading
        self.dismissal = dismissal
    }
}

extension FormModel {
    /// What the form's toolbar shows.
    public var toolbar: FormToolbarState {
        FormToolbarState(
            canSubmit: canSubmit, isLoading: submission.isLoading, dismissal: dismissal)
    }
}

extension FormModel {
    /// Submits the form for a view: what is thrown is shown, by `submission` and at the fields, and
    /// the focus moves to the first field with an error.
    ///
    /// - Parameter operation: Submits the values, which are valid.
    public func submitShowingErrors(
        _ operation: @escaping @MainActor (Record) async throws -> Void
    ) async {
        do {
            try await submit(operation)
        } catch {
            focus = firstInvalidField ?? focus
        }
    }
}

extension FormController {
    /// What the form's toolbar shows.
    public var toolbar: FormToolbarState {
        FormToolbarState(canSubmit: canSubmit, isLoading: isLoading, dismissal: dismissal)
    }
}
