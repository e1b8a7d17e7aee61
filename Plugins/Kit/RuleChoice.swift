// SPDX-License-Identifier: Apache-2.0

/// The names that a parameter takes, as an enumeration that the parameter and the rule share.
///
/// ```swift
/// enum Unit: String, RuleChoice {
///     case units, dozens
/// }
/// ```
public protocol RuleChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension RuleParameter {
    /// A parameter that takes one of the names of an enumeration.
    ///
    /// - Parameters:
    ///   - name: lowerCamelCase.
    ///   - defaultValue: The value that the rule receives when no argument is given.
    ///   - summary: A phrase about the choice.
    /// - Returns: The parameter.
    public static func choice<Choice: RuleChoice>(
        _ name: String, default defaultValue: Choice, _ summary: String = ""
    ) -> RuleParameter {
        RuleParameter(
            name, .choice(Choice.allCases.map(\.rawValue)),
            default: .string(defaultValue.rawValue), summary)
    }
}

extension Arguments {
    /// The choice of a parameter, or `nil` if there is no such parameter.
    public func choice<Choice: RuleChoice>(
        _ name: String, of type: Choice.Type = Choice.self
    ) -> Choice? {
        guard let number = integer(name), number >= 0, number < Choice.allCases.count else {
            return nil
        }
        return Array(Choice.allCases)[Int(number)]
    }
}
