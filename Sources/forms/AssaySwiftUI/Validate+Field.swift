// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Connects an input with a field of a `FormModel`, whose triggers and debounce say when it is
    /// checked.
    ///
    /// The view has a focus of its own, which follows `FormModel.focus` and moves it.
    public func validate(_ field: FieldModel) -> some View {
        modifier(OwnFocusOfField(field: field))
    }

    /// Connects an input with a field of a `FormModel`, for a form that has a focus state.
    ///
    /// ```swift
    /// @FocusState private var focus: ContactField?
    /// TextField("E-mail", text: $email.text).validate(email, focus: $focus, equals: .email)
    /// ```
    ///
    /// The focus state follows `FormModel.focus` and moves it.
    ///
    /// - Parameters:
    ///   - field: The field that the input shows.
    ///   - focus: The focus of the form.
    ///   - value: The value of the focus when it is on this input.
    /// - Returns: The input, which the form's focus reaches.
    public func validate<Value: Hashable>(
        _ field: FieldModel, focus: FocusState<Value?>.Binding, equals value: Value
    ) -> some View {
        focused(focus, equals: value)
            .modifier(
                FocusOfField(
                    field: field, isFocused: focus.wrappedValue == value,
                    moveFocus: { isWanted in
                        if isWanted {
                            focus.wrappedValue = value
                        } else if focus.wrappedValue == value {
                            focus.wrappedValue = nil
                        }
                    }))
    }

    /// Connects an input with a field of a `FormModel`, for a focus state that holds paths.
    public func validate(
        _ field: FieldModel, focus: FocusState<String?>.Binding
    ) -> some View {
        validate(field, focus: focus, equals: field.path)
    }
}

private struct OwnFocusOfField: ViewModifier {
    let field: FieldModel
    @FocusState private var isFocused: Bool

    func body(content: Content) -> some View {
        content.focused($isFocused)
            .modifier(
                FocusOfField(
                    field: field, isFocused: isFocused, moveFocus: { isFocused = $0 }))
    }
}

/// A modifier that passes the focus and the return key to the field, and follows the form's focus.
private struct FocusOfField: ViewModifier {
    let field: FieldModel
    let isFocused: Bool
    /// Moves the focus here or, with `false`, to nowhere if it is here.
    let moveFocus: (Bool) -> Void

    func body(content: Content) -> some View {
        content
            .onChange(of: isFocused) { _, isHere in field.focusMoved(isHere: isHere) }
            .onChange(of: field.isFocused, initial: true) { _, isWanted in
                if isWanted != isFocused { moveFocus(isWanted) }
            }
            .onSubmit { Task { await field.inputEnded() } }
    }
}
#endif
