// SPDX-License-Identifier: Apache-2.0

/// What the toolbar of a form shows.
public struct FormToolbarState: Sendable, Hashable {
    /// Whether the button that submits can be pressed: not while the form is pristine or loading.
    public var canSubmit: Bool
    /// Whether progress is shown in place of the button.
    public var showsProgress: Bool
    /// Whether closing the form asks first, and cannot be done by a gesture.
    public var asksBeforeDismissal: Bool

    /// - Parameters:
    ///   - isDirty: The form was changed.
    ///   - isLoading: A submission is on its way.
    public init(isDirty: Bool, isLoading: Bool) {
        canSubmit = isDirty && !isLoading
        showsProgress = isLoading
        asksBeforeDismissal = isDirty || isLoading
    }
}

extension FormModel {
    /// What the form's toolbar shows.
    public var toolbar: FormToolbarState {
        FormToolbarState(isDirty: isDirty, isLoading: submission.isLoading)
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
        FormToolbarState(isDirty: isDirty, isLoading: isLoading)
    }
}
