// SPDX-License-Identifier: Apache-2.0
public import Observation

/// One field of a form: its value, and what is known about it.
@MainActor
@Observable
public final class FieldModel: Identifiable {
    /// The path of the field in the rule set, such as `address.zip`.
    nonisolated public let path: String
    /// The value must not be shown, logged or kept: the rule set calls it sensitive.
    nonisolated public let isSensitive: Bool
    /// The value that the field is compared with: `isDirty` says whether it has another one.
    public internal(set) var initialValue: Value
    /// What is known about the value; changes only when something else is known.
    public internal(set) var validation = ValidationState.unchanged
    /// Whether the value is not the initial one.
    public internal(set) var isDirty = false
    /// Whether the value was set, or the focus has left the field, or it was judged on demand.
    public internal(set) var isTouched = false
    /// What rules object to without making the value invalid, in rule order.
    public internal(set) var warnings: [Violation] = []
    /// When the field is judged.
    @ObservationIgnored public var triggers: ValidationTriggers {
        didSet { form?.setTriggers(triggers, of: index) }
    }
    /// How long no change has to come before a change is judged; zero: at once.
    ///
    /// Asynchronous rules always wait for it when the value changes.
    @ObservationIgnored public var debounce: Duration {
        didSet { form?.setDebounce(debounce, of: index) }
    }
    var current: Value
    @ObservationIgnored let index: Int
    @ObservationIgnored weak var form: FormModel?

    init(
        _ path: String, index: Int, isSensitive: Bool, _ triggers: ValidationTriggers,
        _ debounce: Duration
    ) {
        self.path = path
        self.index = index
        self.isSensitive = isSensitive
        self.triggers = triggers
        self.debounce = debounce
        initialValue = .absent
        current = .absent
    }

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

    /// The messages of all that is wrong, in rule order, in the form's words.
    public var messages: [String] { validation.messages(from: form?.messages ?? [:]) }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }
}
