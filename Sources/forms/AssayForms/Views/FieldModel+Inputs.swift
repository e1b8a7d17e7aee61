// SPDX-License-Identifier: Apache-2.0

// The value of a field for inputs other than text fields.
extension FieldModel {
    /// The value for a toggle: `true` if it is true, or the text "true".
    ///
    /// A field that has no value yet is off; setting it gives the field a value.
    public var bool: Bool {
        get {
            switch value {
            case .bool(let isOn): isOn
            case .string(let text): text == "true"
            default: false
            }
        }
        set { value = .bool(newValue) }
    }

    /// The value for a stepper: the whole number that it is, also as a text.
    ///
    /// A field without one is at 0; setting it gives the field a value.
    public var integer: Int {
        get {
            switch value {
            case .integer(let number): Int(exactly: number) ?? 0
            case .unsignedInteger(let number): Int(exactly: number) ?? 0
            case .number(let number): Int(exactly: number) ?? 0
            case .string(let text): Int(text) ?? 0
            default: 0
            }
        }
        set { value = .integer(Int64(newValue)) }
    }
}

extension ValidationViewModel {
    /// The presentation of the field.
    public var presentation: FieldPresentation {
        FieldPresentation(state, messages: state.messages(from: messages))
    }

    /// Checks the value at the return key, if that is one of the triggers.
    public func inputEnded() async {
        guard driver.machine.fields[0].triggers.contains(.onSubmit) else { return }
        await validate()
    }
}
