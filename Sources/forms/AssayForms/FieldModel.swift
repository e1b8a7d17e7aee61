// SPDX-License-Identifier: Apache-2.0
public import Observation

/// One field of a form: its value and its state.
///
/// It works as long as it is retained, with or without the `FormModel` that it is a field of. A field of
/// a row goes with its row; setting its value when the row was removed changes nothing.
@MainActor
@Observable
public final class FieldModel: Identifiable {
    /// Identifies the field: its path, or in a row a text that is the same wherever the row is.
    nonisolated public let id: String
    /// True if the rule set calls the value sensitive: do not show, log or keep it.
    nonisolated public let isSensitive: Bool
    @ObservationIgnored let driver: FormDriver<RecordSource>
    @ObservationIgnored private let state: FieldState
    /// The row of the field, retained because it knows where the field is.
    @ObservationIgnored private let row: RowState?

    init(_ state: FieldState, in driver: FormDriver<RecordSource>) {
        self.state = state
        self.driver = driver
        row = state.place?.row
        id = row.map { "\(state.path)#\($0.id)" } ?? state.path
        isSensitive = state.isSensitive
    }

    var index: Int { state.index }
    /// `true` if the form has the field: its row was not removed, and it is registered.
    private var isPresent: Bool { driver.source.fields[index] === state && state.isRegistered }

    /// The path of the field, such as `address.zip`, or `items[2].price` in a row that is the third now;
    /// `items[-].price` in one that was removed.
    public var path: String { state.path }

    /// The value with which `isDirty` compares.
    public var initialValue: Value { state.initialValue }
    /// The state of the value; observers see only changes.
    public var validation: ValidationState { state.validation }
    /// `true` if the value is not the initial one.
    public var isDirty: Bool { state.isDirty }
    /// `true` if the value was set, the focus has left the field, or it was checked on demand.
    public var isTouched: Bool { state.isTouched }
    /// `true` if the field is one of the form's now; see `FormModel.unregister(_:value:)`.
    ///
    /// Setting the value of an unregistered field changes nothing.
    public var isRegistered: Bool { state.isRegistered }
    /// The violations of severity warning, in rule order; they do not make the value invalid.
    public var warnings: [Violation] { state.warnings }

    /// The events at which the field is checked.
    public var triggers: ValidationTriggers {
        get { state.triggers }
        set { if isPresent { driver.setTriggers(newValue, of: index) } }
    }

    /// The debounce of changes; if it is zero, a change is checked at once.
    ///
    /// Asynchronous rules always wait for it when the value changes.
    public var debounce: Duration {
        get { state.debounce }
        set { if isPresent { driver.setDebounce(newValue, of: index) } }
    }

    /// The value; setting one that is equal changes nothing.
    ///
    /// Texts are equal if their bytes are. In a form of text an empty text is `absent`.
    public var value: Value {
        get {
            _ = state.partChanges
            driver.source.flush(field: index)
            return state.current
        }
        set { if isPresent { driver.set(newValue, of: index) } }
    }

    /// The value as a text field shows it.
    ///
    /// A string is shown as it is, absent and null as an empty text, and other values as JSON.
    /// Setting the text sets a string.
    ///
    /// In a form of typed values, a text for a field whose rules are about numbers or whose value is one
    /// becomes that number, exactly, if it is one in JSON.
    public var text: String {
        get {
            let value = value
            if let typed = state.typed, typed.value == value { return typed.text }
            return switch value {
            case .string(let text): text
            case .absent, .null: ""
            default: value.json
            }
        }
        set {
            guard isPresent else { return }
            let value = driver.source.value(ofText: newValue, typedInto: index)
            state.typed = (newValue, value)
            self.value = value
        }
    }

    /// `true` if the focus is on this field.
    public var isFocused: Bool { driver.source.isFocused(state) }

    /// The messages of all violations or faults, in rule order, in the form's words.
    public var messages: [String] { validation.messages(from: driver.source.messages) }

    /// The messages of a state of the field that is shown in other words, in the form's.
    package func messages(of state: ValidationState) -> [String] {
        state.messages(from: driver.source.messages)
    }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }

    /// The messages of the warnings, in rule order, in the form's words.
    public var warningMessages: [String] {
        warnings.isEmpty
            ? [] : ValidationState.invalid(warnings).messages(from: driver.source.messages)
    }

    /// The label of the field, in the language of the form's messages, or its path if it has no
    /// label.
    public var label: String { driver.source.label(of: path) ?? path }
}
