// SPDX-License-Identifier: Apache-2.0

/// The events at which a field is checked, in any combination.
public struct ValidationTriggers: OptionSet, Sendable, Hashable {
    /// The bits of the triggers.
    public let rawValue: UInt8

    /// Makes triggers of their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The trigger that checks a field when the form is submitted.
    ///
    /// A form never submits values that it has not checked: with this trigger alone a field is checked
    /// only then.
    public static let onSubmit = ValidationTriggers(rawValue: 1)
    /// The trigger that checks a field when its value changes, after the field's debounce.
    public static let onChange = ValidationTriggers(rawValue: 2)
    /// The trigger that checks a field when the focus leaves it.
    public static let onEditingChanged = ValidationTriggers(rawValue: 4)
    /// All triggers.
    public static let all: ValidationTriggers = [.onSubmit, .onChange, .onEditingChanged]
}
