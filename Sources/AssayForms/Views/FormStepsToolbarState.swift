// SPDX-License-Identifier: Apache-2.0

/// The state of the toolbar of a form with steps.
public struct FormStepsToolbarState: Sendable, Hashable {
    /// The button that goes on.
    public enum Action: Sendable, Hashable, CaseIterable {
        /// Checks the step and shows the next one.
        case next
        /// Submits the form.
        case submit
    }

    /// What the button does.
    public var action: Action
    /// Whether the button can be pressed: not while something is checked or submitted, and at the last step
    /// only if the form may be submitted.
    public var canGoOn: Bool
    /// Whether there is a step before; it cannot be shown while the form is submitted.
    public var canGoBack: Bool
    /// Whether progress is shown in place of the button.
    public var isLoading: Bool
    /// How much of the steps is complete, from 0 to 1.
    public var progress: Double
    /// What closing the form does.
    public var dismissal: DismissalDecision
    /// Why the last submission failed, if no field says it.
    public var message: String?

    init(
        form: FormToolbarState, isFirst: Bool, isLast: Bool, isLeaving: Bool, progress: Double
    ) {
        action = isLast ? .submit : .next
        isLoading = form.isLoading || isLeaving
        canGoOn = !isLoading && (!isLast || form.canSubmit)
        canGoBack = !isFirst && !form.isLoading
        self.progress = progress
        dismissal = form.dismissal
        message = form.message
    }
}
