// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI
#if canImport(Accessibility)
import Accessibility
#endif

extension View {
    /// Marks a field by the state of its value.
    ///
    /// Assistive technologies read all messages with the field, and announce a new one.
    public func validationState(_ state: ValidationState) -> some View {
        validationState(FieldPresentation(state))
    }

    /// Marks a field by the state of its value, in the words of the presentation.
    public func validationState(_ presentation: FieldPresentation) -> some View {
        modifier(ValidationStateModifier(presentation: presentation))
    }

    /// Marks a field by the state of its value, and shows the first message below it.
    public func validator(state: ValidationState) -> some View {
        validator(FieldPresentation(state))
    }

    /// Marks a field and shows the first message below it, in the words of the presentation.
    public func validator(_ presentation: FieldPresentation) -> some View {
        modifier(ValidatorModifier(presentation: presentation))
    }
}

extension EnvironmentValues {
    /// The presentation of the field that a view is part of, for views of your own.
    ///
    /// `validationState` and `validator` set it.
    public internal(set) var fieldPresentation: FieldPresentation {
        get { self[FieldPresentationKey.self] }
        set { self[FieldPresentationKey.self] = newValue }
    }
}

private struct FieldPresentationKey: EnvironmentKey {
    static let defaultValue = FieldPresentation(.unchanged)
}

struct ValidationStateModifier: ViewModifier {
    let presentation: FieldPresentation

    func body(content: Content) -> some View {
        HStack {
            content.environment(\.fieldPresentation, presentation)
                .accessibilityHint(Text(verbatim: presentation.accessibilityText))
            ValidationMark(mark: presentation.mark)
        }
        .onChange(of: presentation) { previous, current in
            guard let message = current.announcement(after: previous) else { return }
            AccessibilityNotification.Announcement(message).post()
        }
    }
}

struct ValidatorModifier: ViewModifier {
    let presentation: FieldPresentation

    func body(content: Content) -> some View {
        VStack(alignment: .leading) {
            content.validationState(presentation)
            if let message = presentation.message {
                // It is read with the field.
                Text(verbatim: message).font(.caption)
                    .foregroundStyle(presentation.isWarning ? .orange : .red)
                    .accessibilityHidden(true)
            }
        }
    }
}
#endif
