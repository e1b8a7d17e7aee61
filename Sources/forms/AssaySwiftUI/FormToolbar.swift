// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI

/// The words of a form's toolbar.
public struct FormToolbarLabels {
    public var submit: LocalizedStringKey = "Submit"
    public var cancel: LocalizedStringKey = "Cancel"
    public var question: LocalizedStringKey = "Discard your changes?"
    public var discard: LocalizedStringKey = "Discard"
    public var keepEditing: LocalizedStringKey = "Keep Editing"
    public var next: LocalizedStringKey = "Next"
    public var back: LocalizedStringKey = "Back"

    /// English words; those of the program's string catalogue where it has them.
    public init() {}
}

extension View {
    /// Gives a form buttons to submit and to cancel it; cancelling a form with changes asks first,
    /// and no gesture dismisses it.
    ///
    /// - Parameters:
    ///   - form: The form, whose state says which buttons can be pressed.
    ///   - preventsAccidentalDismiss: `true` if a form with changes asks before it closes.
    ///   - labels: The words.
    ///   - submit: Submits the values, which are valid. Its error is in the form's `submission`;
    ///     errors of a server are shown at their fields.
    /// - Returns: The form with its toolbar.
    public func formToolbar(
        _ form: FormModel, preventsAccidentalDismiss: Bool = true,
        labels: FormToolbarLabels = FormToolbarLabels(),
        submit: @escaping @MainActor (ValidationRecord) async throws -> Void
    ) -> some View {
        formToolbar(
            form.toolbar.preventingDismissal(preventsAccidentalDismiss), labels: labels
        ) { await form.submitShowingErrors(submit) }
    }

    /// Gives a form that is a struct buttons to submit and to cancel it, in the same way.
    ///
    /// The error of a submission is in the controller's `state`.
    ///
    /// - Parameters:
    ///   - controller: The controller, which submits the form.
    ///   - preventsAccidentalDismiss: `true` if a form with changes asks before it closes.
    ///   - labels: The words.
    ///   - onSubmit: Runs after the form was submitted, such as to close it.
    /// - Returns: The form with its toolbar.
    public func formToolbar<Form>(
        _ controller: FormController<Form>, preventsAccidentalDismiss: Bool = true,
        labels: FormToolbarLabels = FormToolbarLabels(),
        onSubmit: @escaping @MainActor () -> Void = {}
    ) -> some View {
        formToolbar(
            controller.toolbar.preventingDismissal(preventsAccidentalDismiss), labels: labels
        ) {
            if await controller.submitShowingErrors() { onSubmit() }
        }
        .formFocus(controller)
    }

    /// Gives a form that knows its fields by keys buttons to submit and to cancel it, in the same way.
    ///
    /// - Parameters:
    ///   - context: The form.
    ///   - preventsAccidentalDismiss: `true` if a form with changes asks before it closes.
    ///   - labels: The words.
    ///   - onSubmit: Runs after the form was submitted, such as to close it.
    /// - Returns: The form with its toolbar.
    public func formToolbar(
        _ context: FormContext, preventsAccidentalDismiss: Bool = true,
        labels: FormToolbarLabels = FormToolbarLabels(),
        onSubmit: @escaping @MainActor () -> Void = {}
    ) -> some View {
        formToolbar(
            context.form.toolbar.preventingDismissal(preventsAccidentalDismiss), labels: labels
        ) {
            if await context.submitShowingErrors() { onSubmit() }
        }
    }

    /// Gives any form buttons to submit and to cancel it, in the same way.
    ///
    /// - Parameters:
    ///   - state: The state of the toolbar, which says what can be done now.
    ///   - labels: The words.
    ///   - submit: Submits the form.
    /// - Returns: The form with its toolbar.
    public func formToolbar(
        _ state: FormToolbarState, labels: FormToolbarLabels = FormToolbarLabels(),
        submit: @escaping @MainActor () async -> Void
    ) -> some View {
        modifier(FormToolbarModifier(state: state, labels: labels, submit: submit))
    }
}

private struct FormToolbarModifier: ViewModifier {
    let state: FormToolbarState
    let labels: FormToolbarLabels
    let submit: @MainActor () async -> Void
    @State private var isAsking = false
    @Environment(\.dismiss) private var dismiss

    func body(content: Content) -> some View {
        content
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(labels.cancel, action: cancel)
                }
                ToolbarItem(placement: .confirmationAction) { submitButton }
                ToolbarItem(placement: .formMessage) { message }
            }
            .interactiveDismissDisabled(state.dismissal == .askFirst)
            .confirmationDialog(
                labels.question, isPresented: $isAsking, titleVisibility: .visible
            ) {
                Button(labels.discard, role: .destructive) { dismiss() }
                Button(labels.keepEditing, role: .cancel) {}
            }
    }

    @ViewBuilder private var message: some View {
        if let message = state.message {
            Text(verbatim: message).font(.caption).foregroundStyle(.red)
        }
    }

    @ViewBuilder private var submitButton: some View {
        if state.isLoading {
            ProgressView()
        } else {
            Button(labels.submit) { Task { await submit() } }.disabled(!state.canSubmit)
        }
    }

    private func cancel() {
        if state.dismissal == .askFirst {
            isAsking = true
        } else {
            dismiss()
        }
    }
}

extension ToolbarItemPlacement {
    #if os(watchOS)
    /// The place of a form's message in a toolbar: watchOS has no status.
    static var formMessage: ToolbarItemPlacement { .bottomBar }
    #else
    /// The place of a form's message in a toolbar.
    static var formMessage: ToolbarItemPlacement { .status }
    #endif
}
#endif
