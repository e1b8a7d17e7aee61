// SPDX-License-Identifier: Apache-2.0

/// The state of a form's toolbar.
public struct FormToolbarState: Sendable, Hashable {
    /// `true` if the button that submits can be pressed: the form is neither pristine nor loading.
    public var canSubmit: Bool
    /// `true` if progress is shown in place of the button.
    public var isLoading: Bool
    /// The action to take when the user closes the form; no gesture closes one that asks first.
    public var dismissal: DismissalDecision
    /// The reason why the last submission failed, or else the first error of the form as a whole; `nil` if
    /// fields say everything.
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

    /// Returns the same state for a form that, with `false`, closes at once, whatever would be
    /// lost.
    ///
    /// - Parameter prevents: `true` if a form with changes asks before it closes.
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
            message: driver.failureMessage(from: messages) ?? formMessages.first)
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
            message: driver.failureMessage(from: messages) ?? formMessages.first)
    }
}
