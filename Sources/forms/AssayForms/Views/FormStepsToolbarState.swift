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

    /// The action of the button.
    public var action: Action
    /// `true` if the button can be pressed.
    ///
    /// It cannot be pressed while something is checked or submitted, and at the last step only if
    /// the form may be submitted.
    public var canGoOn: Bool
    /// `true` if there is a step before and the form is not being submitted.
    public var canGoBack: Bool
    /// `true` if progress is shown in place of the button.
    public var isLoading: Bool
    /// The share of complete steps, from 0 to 1.
    public var progress: Double
    /// The action to take when the user closes the form.
    public var dismissal: DismissalDecision
    /// The reason why the last submission failed, or else the first error that no step shows: of the form
    /// as a whole, or of a field that no step lists.
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
