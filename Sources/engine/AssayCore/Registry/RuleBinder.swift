// SPDX-License-Identifier: Apache-2.0

/// Resolves one rule expression: finds the definition, checks and converts the arguments, collects
/// the fields that they name, makes the instance.
struct RuleBinder {
    let rules: Rulebook
    let budget: RuleSetBudget?
    let suggests: Bool
    private var dependencies: [FieldPath] = []
    private var indexOfDependency: [FieldPath: Int] = [:]

    init(_ rules: Rulebook, budget: RuleSetBudget?, suggests: Bool) {
        self.rules = rules
        self.budget = budget
        self.suggests = suggests
    }

    mutating func bind(
        _ expression: RuleExpression, _ readings: FieldReadings
    ) throws(RuleError) -> BoundRule {
        try bind(expression, isNested: false, readings)
    }

    private mutating func bind(
        _ expression: RuleExpression, isNested: Bool, _ readings: FieldReadings
    ) throws(RuleError) -> BoundRule {
        do throws(RuleError) {
            try budget?.countRule()
        } catch {
            throw error.located(at: expression.extent)
        }
        return try make(expression, isNested: isNested, readings)
    }

    private mutating func make(
        _ expression: RuleExpression, isNested: Bool, _ readings: FieldReadings
    ) throws(RuleError) -> BoundRule {
        guard let definition = rules.definition(for: expression.id) else {
            throw unknownRule(expression)
        }
        var matcher = ArgumentMatcher(definition: definition, expression: expression)
        let given = try matcher.match()
        var bound: [Arguments.Bound] = []
        for (parameter, argument) in zip(definition.parameters, given) {
            bound.append(
                try bindArgument(
                    argument, to: parameter, of: expression,
                    RuleReadings(definition.facets.nested, readings, after: bound)))
        }
        var arguments = Arguments(
            parameters: definition.parameters, bound: bound, ruleID: definition.id,
            budget: budget)
        arguments.readings = readings
        let instance: RuleInstance
        do throws(RuleError) {
            instance = try definition.make(arguments)
        } catch {
            throw error.located(at: expression.extent)
        }
        let isReporting = definition.traits.contains(.reportsOpenFailures)
        return BoundRule(
            expression: expression,
            definition: isReporting
                ? definition.reportingOpenFailures(of: arguments) : definition,
            arguments: arguments, instance: instance, dependencies: isNested ? [] : dependencies)
    }

    private func unknownRule(_ expression: RuleExpression) -> RuleError {
        let near = suggests ? nearestName(to: expression.id, in: rules.ids) : nil
        let extent = expression.extent.map { start in
            start.lowerBound..<min(start.upperBound, start.lowerBound + expression.id.utf8.count)
        }
        return RuleError(
            "rule.unknown", "there is no rule '\(abbreviated(expression.id))'",
            help: near.map { "did you mean '\($0)'?" }, extent: extent)
    }

    /// The readings that the rules among the arguments of a rule see.
    private struct RuleReadings {
        let value: RuleFacets.NestedValue
        var readings: FieldReadings

        /// - Parameters:
        ///   - value: The relation of these rules to the value of the rule.
        ///   - readings: The readings that the rule sees.
        ///   - bound: The arguments before these rules.
        init(
            _ value: RuleFacets.NestedValue, _ readings: FieldReadings,
            after bound: [Arguments.Bound]
        ) {
            self.value = value
            switch value {
            case .same, .alternatives: self.readings = readings
            case .other: self.readings = readings.elsewhere
            case .member:
                self.readings =
                    if case .value(.string(let key))? = bound.first { readings.ofMember(key) } else
                    {
                        readings.elsewhere
                    }
            }
        }
    }

    private mutating func bindArgument(
        _ argument: MatchedArgument?, to parameter: RuleParameter, of expression: RuleExpression,
        _ readings: RuleReadings
    ) throws(RuleError) -> Arguments.Bound {
        guard let argument else { return try bindDefault(of: parameter, of: expression) }
        switch parameter.kind {
        case .field, .fields:
            return .fields(try bindFields(argument, parameter: parameter, expression: expression))
        case .rule, .rules:
            return .rules(try bindRules(argument, parameter, of: expression, readings))
        default:
            return try ArgumentConverter(ruleID: expression.id, parameter: parameter)
                .convert(argument)
        }
    }

    private func bindDefault(
        of parameter: RuleParameter, of expression: RuleExpression
    ) throws(RuleError) -> Arguments.Bound {
        if parameter.isRequired {
            throw RuleError(
                "argument.missing",
                "\(expression.id) needs the argument '\(parameter.name)', \(parameter.expectation)",
                extent: expression.extent)
        }
        return Arguments.Bound(defaultOf: parameter)
    }

    private mutating func bindFields(
        _ argument: MatchedArgument, parameter: RuleParameter, expression: RuleExpression
    ) throws(RuleError) -> [FieldReference] {
        var references: [FieldReference] = []
        for (value, extent) in argument.flattened {
            guard references.count < RuleSetLimits.places else {
                throw RuleError(
                    "ruleSet.tooManyPlaces",
                    "\(expression.id) names more than \(RuleSetLimits.places) fields",
                    extent: extent)
            }
            let text: String
            switch value {
            case .word(let word): text = word
            case .value(.string(let string)): text = string
            default:
                throw ArgumentConverter(ruleID: expression.id, parameter: parameter)
                    .mismatch(value, extent)
            }
            do throws(FieldPathError) {
                references.append(reference(to: try FieldPath(text)))
            } catch {
                throw RuleError(error.code, error.description, extent: extent)
            }
        }
        return references
    }

    private mutating func reference(to path: FieldPath) -> FieldReference {
        if let index = indexOfDependency[path] { return FieldReference(index: index, path: path) }
        let index = dependencies.count
        indexOfDependency[path] = index
        dependencies.append(path)
        return FieldReference(index: index, path: path)
    }

    private mutating func bindRules(
        _ argument: MatchedArgument, _ parameter: RuleParameter, of expression: RuleExpression,
        _ readings: RuleReadings
    ) throws(RuleError) -> [BoundRule] {
        var rules: [BoundRule] = []
        var readings = readings
        for (value, extent) in argument.flattened {
            let nested: RuleExpression
            switch value {
            case .rule(let rule): nested = rule
            case .word(let id): nested = RuleExpression(id, extent: extent)
            default:
                throw ArgumentConverter(ruleID: expression.id, parameter: parameter)
                    .mismatch(value, extent)
            }
            rules.append(try bind(nested, in: expression, readings.readings))
        }
        // Rules that check one value together see it as one of them reads it.
        guard readings.value.areTogether, readings.readings.own == nil,
            let reading = rules.lazy.compactMap(\.reading).first
        else { return rules }
        readings.readings = readings.readings.with(reading)
        for (index, rule) in rules.enumerated() where rule.definition.facets.needsReading {
            rules[index] = try bind(rule.expression, in: expression, readings.readings)
        }
        return rules
    }

    /// Resolves a rule that another rule runs within its own call.
    private mutating func bind(
        _ nested: RuleExpression, in outer: RuleExpression, _ readings: FieldReadings
    ) throws(RuleError) -> BoundRule {
        let rule = try bind(nested, isNested: true, readings)
        guard !rule.definition.isAsynchronous else {
            throw RuleError(
                "rule.asynchronous",
                "\(outer.id) cannot wait for '\(nested.id)', which is asynchronous",
                help: "write it as a rule of its own beside \(outer.id)", extent: nested.extent)
        }
        return rule
    }
}

extension RuleError {
    /// The same error with a place, unless it has one.
    func located(at extent: Range<Int>?) -> RuleError {
        var copy = self
        copy.extent = self.extent ?? extent
        return copy
    }
}

extension Arguments.Bound {
    /// The argument of a parameter that a rule leaves out.
    init(defaultOf parameter: RuleParameter) {
        if case .choice(let names) = parameter.kind,
            case .string(let name) = parameter.defaultValue,
            let index = names.firstIndex(of: name)
        {
            self = .choice(index: index, name: name)
            return
        }
        self =
            switch (parameter.kind, parameter.defaultValue) {
            case (_, .absent): .absent
            case (.list, .array(let elements)): .value(.array(elements))
            case (.list, let single): .value(.array([single]))
            case (_, let value): .value(value)
            }
    }
}

extension RuleDefinition {
    /// The reading of texts by the rule without any arguments, or `nil` if it reads nothing
    /// then.
    package var defaultReading: TextReading? {
        reading(
            Arguments(
                parameters: parameters, bound: parameters.map(Arguments.Bound.init(defaultOf:)),
                ruleID: id))
    }
}
