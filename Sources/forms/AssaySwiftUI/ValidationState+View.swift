// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
@_spi(Views) import AssayForms
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

    /// Marks a field by the state of its value, and shows the first message below it, or all of them.
    public func validator(state: ValidationState, showsAll: Bool = false) -> some View {
        validator(FieldPresentation(state), showsAll: showsAll)
    }

    /// Marks a field and shows the first message below it, or all of them, in the words of the presentation.
    public func validator(
        _ presentation: FieldPresentation, showsAll: Bool = false
    ) -> some View {
        modifier(ValidatorModifier(presentation: presentation, showsAll: showsAll))
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

extension EnvironmentValues {
    /// The focus of the form that is a struct, for the inputs of its properties.
    var formFocus: FormFocus? {
        get { self[FormFocusKey.self] }
        set { self[FormFocusKey.self] = newValue }
    }
}

private struct FormFocusKey: EnvironmentKey {
    static let defaultValue: FormFocus? = nil
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
    let showsAll: Bool

    func body(content: Content) -> some View {
        let lines = presentation.lines(showsAll: showsAll)
        VStack(alignment: .leading) {
            content.validationState(presentation)
            ForEach(lines.indices, id: \.self) { index in
                // It is read with the field.
                Text(verbatim: lines[index].text).font(.caption)
                    .foregroundStyle(lines[index].isWarning ? .orange : .red)
                    .accessibilityHidden(true)
            }
        }
    }
}
#endif
