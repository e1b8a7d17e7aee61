// SPDX-License-Identifier: Apache-2.0

/// What a view shows of a field: views ask here and decide nothing themselves.
public struct FieldPresentation: Sendable, Equatable {
    /// The sign beside a field.
    public enum Mark: Sendable, Hashable, CaseIterable {
        /// Nothing is known: the value was not judged.
        case none
        /// The judgement is on its way.
        case progress
        case valid
        case invalid
        /// Rules could not decide.
        case undecided
    }

    public let mark: Mark
    /// All that is wrong, in rule order.
    public let messages: [String]

    /// - Parameter state: What is known about the value; its messages are in the rules' words.
    public init(_ state: ValidationState) {
        self.init(state, messages: state.messages)
    }

    /// - Parameters:
    ///   - state: What is known about the value.
    ///   - messages: The messages of the state in the words that users read.
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

    /// What stands below the field: the first message.
    public var message: String? { messages.first }

    /// What assistive technologies read with the field: every message, since nobody sees them there.
    public var accessibilityText: String { messages.joined(separator: ". ") }

    /// What is read aloud now, without being asked for.
    ///
    /// A message that was there before is not read again: a field that is judged at every keystroke
    /// would repeat it at every keystroke.
    ///
    /// - Parameter previous: What was shown before.
    /// - Returns: The message; nil if it is the same one or there is none.
    public func announcement(after previous: FieldPresentation) -> String? {
        message == previous.message ? nil : message
    }
}

extension FieldModel {
    /// What a view shows of the field.
    public var presentation: FieldPresentation {
        FieldPresentation(validation, messages: messages)
    }
}
