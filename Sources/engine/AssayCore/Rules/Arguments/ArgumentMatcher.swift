// SPDX-License-Identifier: Apache-2.0

/// The argument for one parameter, or several positional arguments for a list.
struct MatchedArgument {
    var values: [(value: ArgumentValue, extent: Range<Int>?)]

    /// The given values, the elements of a single list included.
    var flattened: [(value: ArgumentValue, extent: Range<Int>?)] {
        if values.count == 1, case .list(let elements) = values[0].value {
            return elements.map { ($0, values[0].extent) }
        }
        if values.count == 1, case .value(.array(let elements)) = values[0].value {
            return elements.map { (.value($0), values[0].extent) }
        }
        return values
    }
}

/// Assigns positional and named arguments to parameters.
struct ArgumentMatcher {
    let definition: RuleDefinition
    let expression: RuleExpression
    private var matched: [MatchedArgument?]
    private var position = 0

    init(definition: RuleDefinition, expression: RuleExpression) {
        self.definition = definition
        self.expression = expression
        matched = Array(repeating: nil, count: definition.parameters.count)
    }

    mutating func match() throws(RuleError) -> [MatchedArgument?] {
        for argument in expression.arguments {
            if let name = argument.name {
                try place(argument, at: try index(of: name, argument))
            } else if case .range(let lower, let upper) = argument.value {
                try placeRange(lower, upper: upper, argument: argument)
            } else {
                try placePositional(argument)
            }
        }
        return matched
    }

    private func index(of name: String, _ argument: RuleArgument) throws(RuleError) -> Int {
        if let index = definition.parameters.firstIndex(where: { $0.name == name }) { return index }
        let names = definition.parameters.map(\.name)
        let help: String
        if let near = nearestName(to: name, in: names) {
            help = "did you mean '\(near)'?"
        } else if names.isEmpty {
            help = "it takes no arguments"
        } else {
            help = "it takes \(names.map(DisruptiveScalar.escaped).joined(separator: ", "))"
        }
        throw RuleError(
            "argument.unknown", "\(definition.id) has no parameter '\(name)'", help: help,
            extent: argument.extent)
    }

    private mutating func placePositional(_ argument: RuleArgument) throws(RuleError) {
        if gathersMore {
            matched[position - 1]?.values.append((argument.value, argument.valueExtent))
            return
        }
        guard position < definition.parameters.count else { throw tooMany(argument) }
        try place(argument, at: fieldParameter(for: argument) ?? position)
        position += 1
    }

    /// The parameter for a field that a rule takes in place of a date, if the argument is a word.
    private func fieldParameter(for argument: RuleArgument) -> Int? {
        guard case .word = argument.value, definition.parameters[position].kind == .date else {
            return nil
        }
        return definition.parameters.firstIndex { $0.kind == .field }
    }

    /// True when the parameter that was filled last takes any number of positional arguments.
    ///
    /// Parameters after it are then given by name. A list literal is complete.
    private var gathersMore: Bool {
        guard position > 0, let given = matched[position - 1]?.values.first else { return false }
        if case .list = given.value { return false }
        switch definition.parameters[position - 1].kind {
        case .list, .fields, .rules: return true
        default: return false
        }
    }

    private mutating func place(_ argument: RuleArgument, at index: Int) throws(RuleError) {
        guard matched[index] == nil else {
            throw RuleError(
                "argument.duplicate",
                "\(definition.id) is given '\(definition.parameters[index].name)' twice",
                extent: argument.extent)
        }
        matched[index] = MatchedArgument(values: [(argument.value, argument.valueExtent)])
    }

    /// `a...b` stands for the parameters `min` and `max`.
    private mutating func placeRange(
        _ lower: Value?, upper: Value?, argument: RuleArgument
    ) throws(RuleError) {
        let names = definition.parameters.map(\.name)
        guard let low = names.firstIndex(of: "min"), let high = names.firstIndex(of: "max") else {
            throw RuleError(
                "argument.type", "\(definition.id) takes no range", extent: argument.extent)
        }
        if let lower {
            try place(RuleArgument(.value(lower), extent: argument.extent), at: low)
        }
        if let upper {
            try place(RuleArgument(.value(upper), extent: argument.extent), at: high)
        }
        position = max(position, max(low, high) + 1)
    }

    private func tooMany(_ argument: RuleArgument) -> RuleError {
        let count = definition.parameters.count
        let most = count == 0 ? "no arguments" : count == 1 ? "one argument" : "\(count) arguments"
        return RuleError(
            "argument.extra", "\(definition.id) takes \(most)", extent: argument.extent)
    }
}
