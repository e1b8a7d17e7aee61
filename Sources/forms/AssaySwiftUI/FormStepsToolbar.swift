// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Gives a form with steps buttons to go on, to go back and, at the last step, to submit it.
    ///
    /// At the first step the button that goes back cancels the form, which asks first if there are changes.
    ///
    /// - Parameters:
    ///   - steps: The steps of the form.
    ///   - preventsAccidentalDismiss: `true` if a form with changes asks before it closes.
    ///   - labels: The words.
    ///   - submit: Submits the form, such as by `submitShowingErrors`, and returns `true` if it was
    ///     submitted; if not, the first step with an error is shown.
    /// - Returns: The form with its toolbar.
    public func formToolbar(
        _ steps: FormSteps, preventsAccidentalDismiss: Bool = true,
        labels: FormToolbarLabels = FormToolbarLabels(),
        submit: @escaping @MainActor () async -> Bool
    ) -> some View {
        modifier(
            FormStepsToolbarModifier(
                steps: steps, preventsDismissal: preventsAccidentalDismiss, labels: labels,
                submit: submit))
    }
}

private struct FormStepsToolbarModifier: ViewModifier {
    let steps: FormSteps
    let preventsDismissal: Bool
    let labels: FormToolbarLabels
    let submit: @MainActor () async -> Bool
    @State private var isAsking = false
    @Environment(\.dismiss) private var dismiss

    private var state: FormStepsToolbarState { steps.toolbar }
    private var asksFirst: Bool { preventsDismissal && state.dismissal == .askFirst }

    func body(content: Content) -> some View {
        content
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { backButton }
                ToolbarItem(placement: .confirmationAction) { goOnButton }
                ToolbarItem(placement: .formMessage) { message }
            }
            .interactiveDismissDisabled(asksFirst)
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

    @ViewBuilder private var backButton: some View {
        if state.canGoBack {
            Button(labels.back) { steps.back() }
        } else {
            Button(labels.cancel, action: cancel)
        }
    }

    @ViewBuilder private var goOnButton: some View {
        if state.isLoading {
            ProgressView()
        } else {
            Button(state.action == .submit ? labels.submit : labels.next) {
                Task { await goOn() }
            }
            .disabled(!state.canGoOn)
        }
    }

    private func goOn() async {
        if state.action == .next {
            await steps.next()
        } else {
            await steps.submit(submit)
        }
    }

    private func cancel() {
        if asksFirst {
            isAsking = true
        } else {
            dismiss()
        }
    }
}
#endif
