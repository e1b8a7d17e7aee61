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

    /// The same state for a form that closes at once, with false, whatever would be lost.
    ///
    /// - Parameter prevents: Whether a form with changes asks before it closes.
    /// - Returns: The state.
    public func preventingDismissal(_ prevents: Bool) -> FormToolbarState {
        var state = self
        if !prevents { state.dismissal = .dismiss }
        return state
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
    /// - Returns: True if they were submitted.
    @discardableResult
    public func submitShowingErrors(
        _ operation: @escaping @MainActor (ValidationRecord) async throws -> Void
    ) async -> Bool {
        do {
            try await submit(operation)
            return true
        } catch {
            focus = firstInvalidField ?? focus
            return false
        }
    }
}

extension FormController {
    /// Submits the form for a view: shows errors by `state` and at the fields, and moves the focus to the
    /// first field with an error.
    ///
    /// - Returns: True if it was submitted.
    @discardableResult
    public func submitShowingErrors() async -> Bool {
        do {
            let _: Void = try await submit()
            return true
        } catch {
            focus = form.firstInvalidField ?? focus
            return false
        }
    }
}

extension FormContext {
    /// Submits the form for a view: shows errors at the fields, and moves the focus to the first one with
    /// an error.
    ///
    /// - Returns: True if it was submitted.
    @discardableResult
    public func submitShowingErrors() async -> Bool {
        let isSubmitted = await submit()
        if !isSubmitted { form.focus = form.firstInvalidField ?? form.focus }
        return isSubmitted
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
