// SPDX-License-Identifier: Apache-2.0

extension RuleParameter {
    /// A value as what declares the parameter receives it: of a choice the index of the name, for a
    /// list a single value as a list of one.
    ///
    /// - Returns: Nil for a value that the parameter does not take, and for `absent`.
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
