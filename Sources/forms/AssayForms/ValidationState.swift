// SPDX-License-Identifier: Apache-2.0

/// The state of the value of a field.
public enum ValidationState: Sendable, Equatable {
    /// The value is untouched, or set back to its initial value; it is not checked.
    ///
    /// Other designs call this idle.
    case unchanged
    /// The value was changed and is not checked yet, or not by rules that need another field, which is
    /// invalid.
    case editing
    /// The check is running: the field waits for its debounce or for asynchronous rules.
    case validating
    /// Every rule that ran passed, or warned at most.
    case valid
    /// Rules failed: their violations in rule order, followed by those of a server.
    case invalid([Violation])
    /// No rule failed, and some could not decide: their faults in rule order.
    case undecided([Fault])

    /// True if every rule passed.
    public var isValid: Bool { self == .valid }

    /// True while a check is running.
    public var isValidating: Bool { self == .validating }

    /// True if a rule failed, or a server rejected the value.
    public var isInvalid: Bool {
        if case .invalid = self { true } else { false }
    }

    /// The violations, in rule order; empty for other states.
    public var violations: [Violation] {
        if case .invalid(let violations) = self { violations } else { [] }
    }

    /// The faults, in rule order; empty for other states.
    public var faults: [Fault] {
        if case .undecided(let faults) = self { faults } else { [] }
    }

    /// The messages of all violations or faults, in rule order, as users read them.
    public var messages: [String] { messages(from: [:]) }

    /// The first of the messages, for a field that shows only one.
    public var firstMessage: String? {
        violations.first?.message ?? faults.first?.userMessage(from: [:])
    }

    /// The messages of all violations or faults, in rule order.
    ///
    /// - Parameter catalogue: Messages by code in place of the rules' own.
    /// - Returns: As many messages as there are violations or faults.
    public func messages(from catalogue: MessageCatalogue) -> [String] {
        violations.map { catalogue.formMessage(of: $0) }
            + faults.map { $0.userMessage(from: catalogue) }
    }
}

extension ValidationState {
    /// Returns the state of a value that fails for a reason of your own, such as in a preview or
    /// where no rule checks the value.
    ///
    /// - Parameter message: The message for users.
    /// - Returns: The state, with one violation of the code `custom`.
    public static func invalid(_ message: String) -> ValidationState {
        .invalid([
            Violation(
                pointer: "", field: "", rule: "custom", code: "custom",
                parameters: [MessageParameter("message", .string(message))],
                template: "{message}", hasOwnMessage: true)
        ])
    }
}

extension Fault {
    /// Returns the message for users about a rule that could not decide.
    ///
    /// It says nothing of rules, plugins and errors, which the fault has for logs.
    ///
    /// - Parameter catalogue: The messages, whose language the message has if none is for the fault's
    ///   code.
    /// - Returns: The message.
    func userMessage(from catalogue: MessageCatalogue) -> String {
        guard catalogue.templates[code] == nil else { return catalogue.message(of: self) }
        return catalogue.text(reason == .deferred ? .unchecked : .undecided)
    }
}
