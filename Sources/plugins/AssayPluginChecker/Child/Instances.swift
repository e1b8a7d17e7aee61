// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets

extension Trial {
    /// Calls a piece of work for each expression that the examples of the rules show, or for one that
    /// the parameters suggest.
    func withExpressions(_ work: (TrialRule, BoundRule) -> Void) {
        for rule in rules {
            for expression in rule.expressions {
                if let bound = bind(expression) { work(rule, bound) }
            }
        }
    }

    /// Calls a piece of work for each expression, as `withExpressions` does, with an instance of
    /// it.
    ///
    /// - Parameters:
    ///   - protection: The protection of the memory that `create` reads, or `nil` for none.
    ///   - work: What is done with the instance.
    func withInstances(
        argumentsIn protection: GuardedMemory.Protection? = nil, _ work: (TrialInstance) -> Void
    ) {
        withExpressions { rule, bound in
            let memory = protection.flatMap { GuardedMemory($0) }
            guard let instance = create(rule, with: bound, in: memory).instance else { return }
            work(instance)
            destroy(instance)
        }
    }

    /// Calls a piece of work for each expression, as `withInstances` does, with two instances of
    /// it.
    func withTwins(_ work: (TrialInstance, TrialInstance) -> Void) {
        withInstances { first in
            guard let expression = try? RuleExpressionParser.parseOne(first.expression),
                let bound = bind(expression),
                let second = create(first.rule, with: bound).instance
            else { return }
            work(first, second)
            destroy(second)
        }
    }

    /// Values to run this rule on: every kind, its examples, and some made from them.
    func values(for rule: TrialRule) -> [Value] {
        rule.values(variations: isQuick ? 50 : 500, random: &random)
    }

    /// Rows of these values, and of some edits of the examples.
    func rows(for instance: TrialInstance) -> Rows {
        rows(for: instance, editsOfEach: isQuick ? 50 : 200)
    }

    /// Rows of the values, and before those that are made at random, of single edits of the examples.
    ///
    /// - Parameters:
    ///   - instance: The rule with its arguments.
    ///   - limit: The largest number of edits of each value of an example.
    /// - Returns: The rows that the host would run the rule on.
    func rows(for instance: TrialInstance, editsOfEach limit: Int) -> Rows {
        let rows = instance.rule.rows(of: values(for: instance.rule), for: instance)
        let known = instance.rule.definition.examples.count
        return Rows(rows.prefix(known) + edits(for: instance, limit: limit) + rows.dropFirst(known))
    }

    /// The examples with the fields that they have, each with every single edit of the value or of
    /// one field.
    private func edits(for instance: TrialInstance, limit: Int) -> [TrialRow] {
        let rule = instance.rule
        var rows: [TrialRow] = []
        for example in rule.definition.examples {
            guard let expression = try? RuleExpressionParser.parseOne(example.expression),
                let bound = bind(expression),
                1 + bound.dependencies.count == instance.columnCount
            else { continue }
            let others = bound.dependencies.map { $0.value(in: example.fields) }
            rows += SingleEdits.of(example.value, limit: limit).filter(rule.runs(on:))
                .map { TrialRow(value: $0, others: others) }
            guard rule.runs(on: example.value) else { continue }
            for index in others.indices {
                rows += SingleEdits.of(others[index], limit: limit).map { edit in
                    var edited = others
                    edited[index] = edit
                    return TrialRow(value: example.value, others: edited)
                }
            }
        }
        return rows
    }
}

extension TrialRule {
    /// The examples, every kind, and so many values made from them.
    func values(variations: Int, random: inout SeededRandom) -> [Value] {
        let seeds = definition.examples.map(\.value) + ValueCorpus.kinds + ValueCorpus.ordinary
        return seeds
            + (0..<variations).map { _ in
                random.variation(of: seeds[random.index(below: seeds.count)])
            }
    }

    /// The different expressions of the examples, or one from the parameters.
    var expressions: [RuleExpression] {
        var found: [RuleExpression] = []
        for example in definition.examples {
            guard let expression = try? RuleExpressionParser.parseOne(example.expression),
                !found.contains(expression)
            else { continue }
            found.append(expression)
        }
        return found.isEmpty ? [suggestedExpression] : found
    }

    /// The rule with the arguments that it must have.
    var suggestedExpression: RuleExpression {
        RuleExpression(
            id,
            definition.parameters.filter(\.isRequired).map {
                RuleArgument(name: $0.name, $0.suggestion)
            })
    }
}

extension RuleParameter {
    /// An argument that the host accepts.
    var suggestion: ArgumentValue {
        switch kind {
        case .integer: .value(.integer(limits?.lowerBound ?? 1))
        case .number: .value(.integer(1))
        case .boolean: .value(.bool(true))
        case .list: .list([.value(.string("a"))])
        case .choice(let names): .word(names.first ?? "")
        case .field: .word("other")
        case .pattern: .pattern(source: "a", flags: "")
        default: .value(.string("a"))
        }
    }
}
