// SPDX-License-Identifier: Apache-2.0
public import Observation

/// One field of a form: its value and its state.
///
/// It works as long as it is retained, with or without the `FormModel` that it is a field of.
@MainActor
@Observable
public final class FieldModel: Identifiable {
    /// The path of the field in the rule set, such as `address.zip`.
    nonisolated public let path: String
    /// True if the rule set calls the value sensitive: do not show, log or keep it.
    nonisolated public let isSensitive: Bool
    @ObservationIgnored let driver: FormDriver<RecordSource>
    @ObservationIgnored private let state: FieldState

    init(_ state: FieldState, in driver: FormDriver<RecordSource>) {
        self.state = state
        self.driver = driver
        path = state.path
        isSensitive = state.isSensitive
    }

    var index: Int { state.index }

    /// The value with which `isDirty` compares.
    public var initialValue: Value { state.initialValue }
    /// The state of the value; observers see only changes.
    public var validation: ValidationState { state.validation }
    /// Whether the value is not the initial one.
    public var isDirty: Bool { state.isDirty }
    /// Whether the value was set, the focus has left the field, or it was checked on demand.
    public var isTouched: Bool { state.isTouched }
    /// The violations of severity warning, in rule order; they do not make the value invalid.
    public var warnings: [Violation] { state.warnings }

    /// The events at which the field is checked.
    public var triggers: ValidationTriggers {
        get { state.triggers }
        set { driver.setTriggers(newValue, of: index) }
    }

    /// The debounce of changes; zero: a change is checked at once.
    ///
    /// Asynchronous rules always wait for it when the value changes.
    public var debounce: Duration {
        get { state.debounce }
        set { driver.setDebounce(newValue, of: index) }
    }

    /// The path of the field.
    nonisolated public var id: String { path }

    /// The value; setting one that is equal changes nothing.
    ///
    /// Texts are equal if their bytes are. In a form of text an empty text is `absent`.
    public var value: Value {
        get { state.current }
        set { driver.set(newValue, of: index) }
    }

    /// The value as a text field shows it: a text as it is, nothing for absent and null, JSON for
    /// other values; what is set is a text.
    ///
    /// In a form of typed values, a text for a field whose rules are about numbers or whose value is one
    /// becomes that number, exactly, if it is one in JSON.
    public var text: String {
        get {
            if let typed = state.typed, typed.value == state.current { return typed.text }
            return switch state.current {
            case .string(let text): text
            case .absent, .null: ""
            default: state.current.json
            }
        }
        set {
            let value = driver.source.value(ofText: newValue, typedInto: index)
            state.typed = (newValue, value)
            self.value = value
        }
    }

    /// Whether the focus is on this field.
    public var isFocused: Bool { driver.source.focused == path }

    /// The messages of all violations or faults, in rule order, in the form's words.
    public var messages: [String] { validation.messages(from: driver.source.messages) }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }

    /// What people call the field, in the language of the form's messages; its path if it has no label.
    public var label: String { driver.source.label(of: path) ?? path }
}
