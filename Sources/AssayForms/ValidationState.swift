// SPDX-License-Identifier: Apache-2.0

/// What is known about the value of a field.
public enum ValidationState: Sendable, Equatable {
    /// Nobody has touched the value, or it was set back to what it was: it is not judged.
    ///
    /// Also what other designs call idle.
    case unchanged
    /// The value was changed and is not judged yet.
    case editing
    /// The judgement is on its way: the field waits for a pause in typing or for an answer.
    case validating
    /// Every rule that was asked passed, or warned at most.
    case valid
    /// Rules failed; their errors, in rule order, and behind them those of a server.
    case invalid([Violation])
    /// No rule failed, and some could not decide; why, in rule order.
    case undecided([Fault])

    public var isValid: Bool { self == .valid }

    /// True while a judgement is on its way.
    public var isValidating: Bool { self == .validating }

    public var isInvalid: Bool {
        if case .invalid = self { true } else { false }
    }

    /// The errors, in rule order; empty for other states.
    public var violations: [Violation] {
        if case .invalid(let violations) = self { violations } else { [] }
    }

    /// Why rules could not decide, in rule order; empty for other states.
    public var faults: [Fault] {
        if case .undecided(let faults) = self { faults } else { [] }
    }

    /// The messages of all that is wrong, in rule order.
    public var messages: [String] { messages(from: [:]) }

    /// The first of the messages: for a field that shows one.
    public var firstMessage: String? {
        violations.first?.message ?? faults.first?.message
    }

    /// The messages of all that is wrong, in rule order.
    ///
    /// - Parameter catalogue: Messages by code in place of the rules' own.
    /// - Returns: As many messages as there are violations or faults.
    public func messages(from catalogue: MessageCatalogue) -> [String] {
        violations.map { catalogue.message(of: $0) } + faults.map { catalogue.message(of: $0) }
    }
}
