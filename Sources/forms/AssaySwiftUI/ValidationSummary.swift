// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI

/// A list of the errors of a form, one on each line; it is empty if there are none.
public struct ValidationSummary: View {
    private let messages: [FormMessage]
    private let choose: ((String) -> Void)?

    /// The errors of a form; choosing one moves the focus to its field.
    public init(_ form: FormModel) {
        self.init(form.summary) { form.focus = $0 }
    }

    /// The errors of a form that is a struct; choosing one moves the focus to its field.
    public init<Form>(_ controller: FormController<Form>) {
        self.init(controller.summary) { controller.focus = $0 }
    }

    /// The errors of the step that is shown; choosing one moves the focus to its field.
    public init(_ steps: FormSteps) {
        self.init(steps.summary) { steps.moveFocus(to: $0) }
    }

    /// - Parameters:
    ///   - messages: The messages, in the order in which they are shown.
    ///   - choose: The action when a message is chosen that belongs to a field, which is passed, or
    ///     `nil` for no action.
    public init(_ messages: [FormMessage], choose: ((_ field: String) -> Void)? = nil) {
        self.messages = messages
        self.choose = choose
    }

    public var body: some View {
        if !messages.isEmpty {
            VStack(alignment: .leading) {
                ForEach(messages.indices, id: \.self) { line(messages[$0]) }
            }
            .foregroundStyle(.red)
            .accessibilityElement(children: .contain)
            .accessibilityLabel("Errors")
        }
    }

    @ViewBuilder
    private func line(_ message: FormMessage) -> some View {
        if let choose, let field = message.field {
            // In a row of a form, another style makes the whole row press every button.
            Button(action: { choose(field) }) { Text(verbatim: message.labelledText) }
                .buttonStyle(.borderless)
        } else {
            Text(verbatim: message.labelledText)
        }
    }
}
#endif
