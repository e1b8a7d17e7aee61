// SPDX-License-Identifier: Apache-2.0

/// Turns a given argument into what its parameter declares, or says why it cannot.
struct ArgumentConverter {
    let ruleID: String
    let parameter: RuleParameter

    func convert(_ argument: MatchedArgument) throws(RuleError) -> Arguments.Bound {
        if parameter.kind == .list { return .value(.array(try literals(argument.flattened))) }
        guard argument.values.count == 1, let (value, extent) = argument.values.first else {
            throw mismatch(.list(argument.values.map(\.value)), argument.values.first?.extent)
        }
        switch (parameter.kind, value) {
        case (.choice(let names), .word(let name)), (.choice(let names), .value(.string(let name))):
            return try choice(name, names, extent)
        case (.pattern, .pattern(let source, let flags)):
            return .pattern(source: source, flags: flags)
        case (.pattern, .value(.string(let source))):
            return .pattern(source: source, flags: "")
        default:
            let literal = try literal(value, extent)
            guard accepts(literal) else { throw mismatch(value, extent) }
            try checkLimits(literal, extent: extent)
            return .value(normalized(literal))
        }
    }

    func mismatch(_ value: ArgumentValue, _ extent: Range<Int>?) -> RuleError {
        RuleError(
            "argument.type",
            "\(ruleID): argument '\(parameter.name)' takes \(parameter.expectation), not \(value)",
            extent: extent)
    }

    private func choice(
        _ name: String, _ names: [String], _ extent: Range<Int>?
    ) throws(RuleError) -> Arguments.Bound {
        if let index = names.firstIndex(of: name) { return .choice(index: index, name: name) }
        let near = nearestName(to: name, in: names)
        throw RuleError(
            "argument.choice",
            "\(ruleID): argument '\(parameter.name)' takes \(parameter.expectation), not '\(name)'",
            help: near.map { "did you mean '\($0)'?" }, extent: extent)
    }

    private func literals(
        _ values: [(value: ArgumentValue, extent: Range<Int>?)]
    ) throws(RuleError) -> [Value] {
        var literals: [Value] = []
        for (value, extent) in values { literals.append(try literal(value, extent)) }
        return literals
    }

    private func literal(_ value: ArgumentValue, _ extent: Range<Int>?) throws(RuleError) -> Value {
        switch value {
        case .value(let literal): return literal
        case .list(let elements):
            return .array(try literals(elements.map { ($0, extent) }))
        case .word(let word) where parameter.isKey: return try key(word, extent)
        case .word(let word):
            throw RuleError(
                "argument.type",
                "\(ruleID): argument '\(parameter.name)' takes \(parameter.expectation), not \(word)",
                help: "write a string in quotes: \"\(word)\"", extent: extent)
        case .range, .pattern, .rule: throw mismatch(value, extent)
        }
    }

    /// The key that a bare word is; one with dots or brackets is a path, which leads further than to a member.
    private func key(_ word: String, _ extent: Range<Int>?) throws(RuleError) -> Value {
        if let path = try? FieldPath(word), path.segments.count == 1 {
            return .string(path.topLevelKey)
        }
        throw RuleError(
            "argument.type",
            "\(ruleID): argument '\(parameter.name)' takes \(parameter.expectation), not the path \(word)",
            help:
                "write one rule inside the other, such as member(a, member(b, …)), or the key in quotes: "
                + Value.string(word).json,
            extent: extent)
    }

    private func accepts(_ literal: Value) -> Bool {
        switch (parameter.kind, literal) {
        case (.string, .string), (.date, .string), (.boolean, .bool), (.value, _): true
        case (.integer, .integer): true
        case (.integer, .number(let number)): Int64(exactly: number) != nil
        case (.number, _): ExactNumber(literal) != nil
        default: false
        }
    }

    private func normalized(_ literal: Value) -> Value {
        if parameter.kind == .integer, case .number(let number) = literal,
            let integer = Int64(exactly: number)
        {
            return .integer(integer)
        }
        return literal
    }

    private func checkLimits(_ literal: Value, extent: Range<Int>?) throws(RuleError) {
        guard let limits = parameter.limits, case .integer(let integer) = normalized(literal),
            !limits.contains(integer)
        else { return }
        throw RuleError(
            "argument.range",
            "\(ruleID): argument '\(parameter.name)' takes \(parameter.expectation), not \(integer)",
            extent: extent)
    }
}
