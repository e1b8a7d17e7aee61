// SPDX-License-Identifier: Apache-2.0

extension RuleParameter {
    /// Converts a value to the form that a rule or plugin receives for the parameter.
    ///
    /// A choice becomes the index of its name; a single value for a list becomes a list of one.
    ///
    /// - Returns: `nil` for a value that the parameter does not take, and for `absent`.
    package func taken(_ value: Value) -> Value? {
        guard value != .absent else { return nil }
        let argument = MatchedArgument(values: [(.value(value), nil)])
        let converter = ArgumentConverter(ruleID: "", parameter: self)
        guard let bound = try? converter.convert(argument) else { return nil }
        switch bound {
        case .value(let value): return value
        case .choice(let index, _): return .integer(Int64(index))
        case .absent, .pattern, .fields, .rules: return nil
        }
    }
}
