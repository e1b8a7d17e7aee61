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
        /// Every rule passed whose failure is an error, and one failed whose failure is a warning.
        case warning
        /// A rule failed.
        case invalid
        /// Rules could not decide.
        case undecided
    }

    /// The sign beside the field.
    public let mark: Mark
    /// The messages, in rule order.
    public let messages: [String]
    /// The messages of rules that only warn, in rule order.
    public let warnings: [String]

    /// Makes the presentation of a state, with the messages of the rules.
    public init(_ state: ValidationState) {
        self.init(state, messages: state.messages)
    }

    /// Makes the presentation of a state with other messages.
    ///
    /// - Parameters:
    ///   - state: The state of the value.
    ///   - messages: The messages that users read.
    ///   - warnings: The messages of rules that only warn.
    public init(_ state: ValidationState, messages: [String], warnings: [String] = []) {
        self.messages = messages
        self.warnings = warnings
        mark =
            switch state {
            case .unchanged, .editing: .none
            case .validating: .progress
            case .valid: warnings.isEmpty ? .valid : .warning
            case .invalid: .invalid
            case .undecided: .undecided
            }
    }

    /// The text below the field: the first message, or else the first warning.
    public var message: String? { messages.first ?? warnings.first }

    /// Returns the texts below the field.
    ///
    /// - Parameter showsAll: `true` for every message and every warning, `false` for the first one.
    /// - Returns: The texts, each with `true` if it is a warning.
    public func lines(showsAll: Bool) -> [(text: String, isWarning: Bool)] {
        let lines =
            messages.map { (text: $0, isWarning: false) }
            + warnings.map { (text: $0, isWarning: true) }
        return showsAll ? lines : Array(lines.prefix(1))
    }

    /// `true` if the text below the field is a warning.
    public var isWarning: Bool { messages.isEmpty && !warnings.isEmpty }

    /// The text that assistive technologies read with the field: every message, then every warning.
    public var accessibilityText: String { (messages + warnings).joined(separator: ". ") }

    /// The message to announce now.
    ///
    /// A message that was there before is not read again: a field that is checked at every keystroke
    /// would repeat it at every keystroke.
    ///
    /// - Parameter previous: The previous presentation.
    /// - Returns: The message, or `nil` if it is the same one or there is none.
    public func announcement(after previous: FieldPresentation) -> String? {
        message == previous.message ? nil : message
    }
}

extension FieldModel {
    /// The presentation of the field.
    public var presentation: FieldPresentation {
        FieldPresentation(validation, messages: messages, warnings: warningMessages)
    }
}

extension ValidatedValue {
    /// The presentation of the value.
    public var presentation: FieldPresentation {
        FieldPresentation(
            state, messages: messages,
            warnings: ValidationState.invalid(warnings).messages(from: catalogue))
    }
}
