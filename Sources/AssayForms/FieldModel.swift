// SPDX-License-Identifier: Apache-2.0
public import Observation

/// One field of a form: its value and its state.
@MainActor
@Observable
public final class FieldModel: Identifiable {
    /// The path of the field in the rule set, such as `address.zip`.
    nonisolated public let path: String
    /// True if the rule set calls the value sensitive: do not show, log or keep it.
    nonisolated public let isSensitive: Bool
    /// The value with which `isDirty` compares.
    public internal(set) var initialValue: Value
    /// The state of the value; observers see only changes.
    public internal(set) var validation = ValidationState.unchanged
    /// Whether the value is not the initial one.
    public internal(set) var isDirty = false
    /// Whether the value was set, the focus has left the field, or it was checked on demand.
    public internal(set) var isTouched = false
    /// The violations of severity warning, in rule order; they do not make the value invalid.
    public internal(set) var warnings: [Violation] = []
    /// The events at which the field is checked.
    @ObservationIgnored public var triggers: ValidationTriggers {
        didSet { form?.setTriggers(triggers, of: index) }
    }
    /// The debounce of changes; zero: a change is checked at once.
    ///
    /// Asynchronous rules always wait for it when the value changes.
    @ObservationIgnored public var debounce: Duration {
        didSet { form?.setDebounce(debounce, of: index) }
    }
    var current: Value
    @ObservationIgnored let index: Int
    @ObservationIgnored weak var form: FormModel?

    init(
        _ path: String, index: Int, isSensitive: Bool, triggers: ValidationTriggers,
        debounce: Duration
    ) {
        self.path = path
        self.index = index
        self.isSensitive = isSensitive
        self.triggers = triggers
        self.debounce = debounce
        initialValue = .absent
        current = .absent
    }

    /// The path of the field.
    nonisolated public var id: String { path }

    /// The value; setting one that is equal changes nothing.
    ///
    /// Texts are equal if their bytes are. In a form of text an empty text is `absent`.
    public var value: Value {
        get { current }
        set { form?.set(newValue, of: index) }
    }

    /// The value as a text field shows it: a text as it is, nothing for absent and null, JSON for
    /// other values; what is set is a text.
    public var text: String {
        get {
            switch current {
            case .string(let text): text
            case .absent, .null: ""
            default: current.json
            }
        }
        set { value = .string(newValue) }
    }

    /// Whether the focus is on this field.
    public var isFocused: Bool { form?.focus == path }

    /// The messages of all violations or faults, in rule order, in the form's words.
    public var messages: [String] { validation.messages(from: form?.messages ?? [:]) }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }
}
