// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SwiftUI

/// A text field, plain or secure, with its mark and its first message.
public struct ValidationInputField: View {
    private enum Source {
        case field(FieldModel)
        case value(Binding<ValidatedValue<String>>, ValidationTriggers, Duration?)
        case text(Binding<String>, ValidationState)
        case key(TextFieldModel)
        case other(@MainActor (_ input: @MainActor (Binding<String>) -> AnyView) -> AnyView)
    }

    private let label: Text
    private let prompt: LocalizedStringKey?
    private let isSecure: Bool
    private let source: Source

    /// An input for a field of a `FormModel`, which checks it; the focus is the form's.
    ///
    /// - Parameters:
    ///   - label: The label of the field.
    ///   - field: The field, with its value and its state.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecure: `true` to hide the text, or `nil` to hide it if the rule set calls the field
    ///     sensitive.
    public init(
        _ label: LocalizedStringKey, field: FieldModel, prompt: LocalizedStringKey? = nil,
        isSecure: Bool? = nil
    ) {
        self.init(Text(label), .field(field), prompt, isSecure ?? field.isSensitive)
    }

    /// Makes an input for a field of a `FormModel`, with the label that the rule set has for it.
    ///
    /// The label is in the language of the form's messages: `FieldModel.label`.
    ///
    /// - Parameters:
    ///   - field: The field, with its value and its state.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecure: `true` to hide the text, or `nil` to hide it if the rule set calls the field
    ///     sensitive.
    public init(
        field: FieldModel, prompt: LocalizedStringKey? = nil, isSecure: Bool? = nil
    ) {
        self.init(
            Text(verbatim: field.label), .field(field), prompt, isSecure ?? field.isSensitive)
    }

    /// An input for a property with rules, such as `$controller.form.$email`.
    ///
    /// - Parameters:
    ///   - label: The label of the field.
    ///   - value: The projected value of the property.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - triggers: The events at which the value is checked.
    ///   - debounce: The time without another change before a change is checked, or `nil` for that of
    ///     the controller; zero checks it at once.
    ///   - isSecure: `true` to hide the text.
    public init(
        _ label: LocalizedStringKey, value: Binding<ValidatedValue<String>>,
        prompt: LocalizedStringKey? = nil, on triggers: ValidationTriggers = .all,
        debounce: Duration? = nil, isSecure: Bool = false
    ) {
        self.init(Text(label), .value(value, triggers, debounce), prompt, isSecure)
    }

    /// An input for a model of one text, which checks it, and has the focus.
    ///
    /// - Parameters:
    ///   - label: The label of the field.
    ///   - model: The model, with its value and its state.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecure: `true` to hide the text.
    public init<Validator>(
        _ label: LocalizedStringKey, model: ValidationViewModel<Validator>,
        prompt: LocalizedStringKey? = nil, isSecure: Bool = false
    ) where Validator.Value == String {
        let source = Source.other { input in
            AnyView(
                input(Bindable(model).value).validate(model).validator(model.presentation))
        }
        self.init(Text(label), source, prompt, isSecure)
    }

    /// An input for a text that something else checks.
    ///
    /// - Parameters:
    ///   - label: The label of the field.
    ///   - text: The text that is entered.
    ///   - state: The state of the text.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecure: `true` to hide the text.
    public init(
        _ label: LocalizedStringKey, text: Binding<String>, state: ValidationState,
        prompt: LocalizedStringKey? = nil, isSecure: Bool = false
    ) {
        self.init(Text(label), .text(text, state), prompt, isSecure)
    }

    /// An input for the text of a key in a `FormContext`, whose triggers say when it is checked.
    ///
    /// - Parameters:
    ///   - label: The label of the field.
    ///   - model: The text of the key.
    ///   - prompt: The text that the field shows while it is empty.
    ///   - isSecure: `true` to hide the text.
    public init(
        _ label: LocalizedStringKey, text model: TextFieldModel,
        prompt: LocalizedStringKey? = nil, isSecure: Bool = false
    ) {
        self.init(Text(label), .key(model), prompt, isSecure)
    }

    private init(
        _ label: Text, _ source: Source, _ prompt: LocalizedStringKey?,
        _ isSecure: Bool
    ) {
        self.label = label
        self.source = source
        self.prompt = prompt
        self.isSecure = isSecure
    }

    public var body: some View {
        switch source {
        case .field(let field):
            input(Bindable(field).text).validate(field).validator(field.presentation)
        case .value(let value, let triggers, let debounce):
            input(value.value).validate(value, on: triggers, debounce: debounce)
                .validator(value.wrappedValue.presentation)
        case .text(let text, let state):
            input(text).validator(state: state)
        case .other(let view): view { AnyView(input($0)) }
        case .key(let model):
            if let field = model.field {
                input(Bindable(model).text).validate(field).validator(field.presentation)
            } else {
                input(Bindable(model).text)
            }
        }
    }

    /// The input; beside a prompt, which takes the place of its label, the label is shown too.
    @ViewBuilder
    private func input(_ text: Binding<String>) -> some View {
        if prompt == nil {
            plainInput(text)
        } else {
            LabeledContent {
                plainInput(text)
            } label: {
                label.accessibilityHidden(true)
            }
        }
    }

    @ViewBuilder
    private func plainInput(_ text: Binding<String>) -> some View {
        if isSecure {
            SecureField(text: text, prompt: prompt.map { Text($0) }) { label }
        } else {
            TextField(text: text, prompt: prompt.map { Text($0) }) { label }
        }
    }
}
#endif
