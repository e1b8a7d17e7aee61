// SPDX-License-Identifier: Apache-2.0

/// The names that a parameter takes, as an enumeration: the parameter, the rule and Swift code that
/// uses the rule share it.
///
/// ```swift
/// enum LengthUnit: String, RuleChoice {
///     case characters, codePoints, utf16, bytes
/// }
/// ```
public protocol RuleChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension RuleParameter {
    /// A parameter that takes one of the names of an enumeration.
    ///
    /// - Parameters:
    ///   - name: lowerCamelCase.
    ///   - defaultValue: The choice when no argument is given.
    ///   - summary: What is chosen.
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
    /// The choice of a parameter that is required or has a default.
    ///
    /// - Throws: `RuleError` where the rule has no such parameter.
    public func choice<Choice: RuleChoice>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(RuleError) -> Choice {
        try given(choice(name).flatMap(Choice.init(rawValue:)), name: name)
    }

    /// The integer of a parameter that is required or has a default.
    ///
    /// - Throws: `RuleError` where the rule has no such parameter.
    public func int(required name: String) throws(RuleError) -> Int {
        try given(int(name), name: name)
    }

    /// The string of a parameter that is required or has a default.
    ///
    /// - Throws: `RuleError` where the rule has no such parameter.
    public func string(required name: String) throws(RuleError) -> String {
        try given(string(name), name: name)
    }

    /// The list of a parameter that is required or has a default.
    ///
    /// - Throws: `RuleError` where the rule has no such parameter.
    public func list(required name: String) throws(RuleError) -> [Value] {
        try given(list(name), name: name)
    }

    /// The value of a parameter that is required or has a default.
    ///
    /// - Throws: `RuleError` where the rule has no such parameter.
    public func value(required name: String) throws(RuleError) -> Value {
        try given(value(name), name: name)
    }

    private func given<Argument>(
        _ argument: Argument?, name: String
    ) throws(RuleError) -> Argument {
        guard let argument else {
            throw RuleError("argument.missing", "\(ruleID) needs the argument '\(name)'")
        }
        return argument
    }
}
