// SPDX-License-Identifier: Apache-2.0

/// The presentation of a field, from which a view is drawn.
public struct FieldPresentation: Sendable, Equatable {
    /// The sign beside a field.
    public enum Mark: Sendable, Hashable, CaseIterable {
        /// No sign: the value is not checked.
        case none
        /// The check is running.
        case progress
        /// Every rule passed.
        case valid
        /// A rule failed.
        case invalid
        /// Rules could not decide.
        case undecided
    }

    /// The sign beside the field.
    public let mark: Mark
    /// The messages, in rule order.
    public let messages: [String]

    /// Makes the presentation of a state, with the messages of the rules.
    public init(_ state: ValidationState) {
        self.init(state, messages: state.messages)
    }

    /// Makes the presentation of a state with other messages.
    ///
    /// - Parameters:
    ///   - state: The state of the value.
    ///   - messages: The messages that users read.
    public init(_ state: ValidationState, messages: [String]) {
        self.messages = messages
        mark =
            switch state {
            case .unchanged, .editing: .none
            case .validating: .progress
            case .valid: .valid
            case .invalid: .invalid
            case .undecided: .undecided
            }
    }

    /// The text below the field: the first message.
    public var message: String? { messages.first }

    /// The text that assistive technologies read with the field: every message.
    public var accessibilityText: String { messages.joined(separator: ". ") }

    /// The message to announce now.
    ///
    /// A message that was there before is not read again: a field that is checked at every keystroke
    /// would repeat it at every keystroke.
    ///
    /// - Parameter previous: The previous presentation.
    /// - Returns: The message; nil if it is the same one or there is none.
    public func announcement(after previous: FieldPresentation) -> String? {
        message == previous.message ? nil : message
    }
}

extension FieldModel {
    /// The presentation of the field.
    public var presentation: FieldPresentation {
        FieldPresentation(validation, messages: messages)
    }
}
