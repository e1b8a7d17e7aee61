// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
@_spi(Views) import AssayForms
public import SwiftUI

extension View {
    /// Checks a property with rules, such as `$controller.form.$email`, when its triggers say so.
    ///
    /// A change that leaves the property `unchanged`, such as a reset, is not checked. In a form with
    /// `formToolbar(controller)` or `formFocus(controller)` the input has the focus of the controller.
    ///
    /// - Parameters:
    ///   - value: The projected value of the property.
    ///   - triggers: The events at which it is checked.
    ///   - debounce: The time without another change before a change is checked, or `nil` for that of
    ///     the controller; zero checks it at once.
    /// - Returns: The input, which is watched.
    public func validate<Value: Equatable>(
        _ value: Binding<ValidatedValue<Value>>, on triggers: ValidationTriggers = .all,
        debounce: Duration? = nil
    ) -> some View {
        modifier(OwnFocusOfProperty(value: value, triggers: triggers, debounce: debounce))
    }

    /// Lets the inputs of the properties of a form that is a struct have the focus and the debounce of its
    /// controller, as `formToolbar(_:)` does.
    public func formFocus<Form>(_ controller: FormController<Form>) -> some View {
        environment(\.formFocus, controller.formFocus)
    }

    /// Connects an input with a model of one value, whose triggers say when it is checked.
    ///
    /// The view has a focus of its own, which follows `isFocused` of the model and moves it.
    public func validate<Validator>(
        _ model: ValidationViewModel<Validator>
    ) -> some View {
        modifier(OwnFocusOfModel(model: model))
    }

    /// Checks a value by rules when its triggers say so, and keeps the result.
    ///
    /// - Parameters:
    ///   - value: The value that the input shows.
    ///   - rules: The rules, all of which run.
    ///   - triggers: The events at which they run.
    ///   - debounce: The time without another change before a change is checked; zero checks it at
    ///     once.
    ///   - state: The result, set when it changes.
    /// - Returns: The input, which is watched.
    public func validate<Value: Equatable & Sendable>(
        _ value: Binding<Value>, by rules: ValidationRule<Value>...,
        on triggers: ValidationTriggers = .all, debounce: Duration = .zero,
        state: Binding<ValidationState>
    ) -> some View {
        validate(value.wrappedValue, on: triggers, debounce: debounce) {
            let known = ValidatedValue(value.wrappedValue, rules: rules, isEager: true).state
            if state.wrappedValue != known { state.wrappedValue = known }
        }
    }

    /// Checks a value in any way when its triggers say so.
    ///
    /// - Parameters:
    ///   - value: The value that the input shows.
    ///   - triggers: The events at which it is checked.
    ///   - debounce: The time without another change before a change is checked; zero checks it at
    ///     once.
    ///   - check: Checks the value that there is then.
    /// - Returns: The input, which is watched.
    public func validate<Value: Equatable>(
        _ value: Value, on triggers: ValidationTriggers = .all, debounce: Duration = .zero,
        by check: @escaping @MainActor () -> Void
    ) -> some View {
        modifier(
            OwnFocusOfValue(value: value, triggers: triggers, debounce: debounce, check: check))
    }

    /// Checks a value in any way when its triggers say so, for a form that has a focus state.
    ///
    /// - Parameters:
    ///   - value: The value that the input shows.
    ///   - triggers: The events at which it is checked.
    ///   - debounce: The time without another change before a change is checked; zero checks it at
    ///     once.
    ///   - focus: The focus of the form.
    ///   - place: The value of the focus when it is on this input.
    ///   - check: Checks the value that there is then.
    /// - Returns: The input, which is watched.
    public func validate<Value: Equatable, Place: Hashable>(
        _ value: Value, on triggers: ValidationTriggers = .all, debounce: Duration = .zero,
        focus: FocusState<Place?>.Binding, equals place: Place,
        by check: @escaping @MainActor () -> Void
    ) -> some View {
        focused(focus, equals: place)
            .modifier(
                TriggersOfValue(
                    value: value, triggers: triggers, debounce: debounce,
                    isFocused: focus.wrappedValue == place, check: check))
    }
}

private struct OwnFocusOfProperty<Value: Equatable>: ViewModifier {
    let value: Binding<ValidatedValue<Value>>
    let triggers: ValidationTriggers
    let debounce: Duration?
    @FocusState private var isFocused: Bool
    @Environment(\.formFocus) private var formFocus

    private var isWanted: Bool { formFocus?.isOn(value.wrappedValue) ?? false }

    func body(content: Content) -> some View {
        content.focused($isFocused)
            .modifier(
                TriggersOfValue(
                    value: value.wrappedValue.value, triggers: triggers,
                    debounce: debounce ?? formFocus?.debounce ?? .zero, isFocused: isFocused,
                    check: { value.wrappedValue.validate() },
                    isUnchanged: { value.wrappedValue.state == .unchanged })
            )
            .onChange(of: isFocused) { _, isHere in
                if isHere != isWanted {
                    formFocus?.moved(isHere: isHere, at: value.wrappedValue)
                }
            }
            .onChange(of: isWanted, initial: true) { _, isWanted in
                if formFocus != nil, isWanted != isFocused { isFocused = isWanted }
            }
    }
}

private struct OwnFocusOfModel<Validator: AsyncValueValidator>: ViewModifier {
    let model: ValidationViewModel<Validator>
    @FocusState private var isFocused: Bool

    func body(content: Content) -> some View {
        content.focused($isFocused)
            .onChange(of: isFocused) { _, isHere in model.isFocused = isHere }
            .onChange(of: model.isFocused, initial: true) { _, isWanted in
                if isWanted != isFocused { isFocused = isWanted }
            }
            .onSubmit { Task { await model.inputEnded() } }
    }
}

private struct OwnFocusOfValue<Value: Equatable>: ViewModifier {
    let value: Value
    let triggers: ValidationTriggers
    let debounce: Duration
    let check: @MainActor () -> Void
    @FocusState private var isFocused: Bool

    func body(content: Content) -> some View {
        content.focused($isFocused)
            .modifier(
                TriggersOfValue(
                    value: value, triggers: triggers, debounce: debounce, isFocused: isFocused,
                    check: check))
    }
}

private struct TriggersOfValue<Value: Equatable>: ViewModifier {
    let value: Value
    let triggers: ValidationTriggers
    let debounce: Duration
    let isFocused: Bool
    let check: @MainActor () -> Void
    /// Returns `true` if the value is the initial one without a history: a change to it is not
    /// checked.
    var isUnchanged: @MainActor () -> Bool = { false }
    @State private var trigger = FieldTrigger()

    func body(content: Content) -> some View {
        content
            .onChange(of: value) { _, _ in changed() }
            .onChange(of: isFocused) { wasHere, isHere in
                if let event = FieldEvent.focus(wasHere: wasHere, isHere: isHere) { handle(event) }
            }
            .onSubmit { handle(.submitted) }
    }

    private func changed() {
        guard isUnchanged() else { return handle(.changed) }
        // A check of nothing takes the place of one that waits.
        trigger.handle(.changed, on: .onChange, interval: .zero) {}
    }

    private func handle(_ event: FieldEvent) {
        trigger.handle(event, on: triggers, interval: debounce, check: check)
    }
}
#endif
