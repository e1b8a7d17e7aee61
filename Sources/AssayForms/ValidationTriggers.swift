// SPDX-License-Identifier: Apache-2.0

/// When a field is judged, in any combination.
public struct ValidationTriggers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// When the form is submitted.
    ///
    /// A form never submits what it has not judged: this trigger says that a field wants no other.
    public static let onSubmit = ValidationTriggers(rawValue: 1)
    /// As the value changes, behind the field's debounce.
    public static let onChange = ValidationTriggers(rawValue: 2)
    /// When the focus leaves the field.
    public static let onEditingChanged = ValidationTriggers(rawValue: 4)
    public static let all: ValidationTriggers = [.onSubmit, .onChange, .onEditingChanged]
}
