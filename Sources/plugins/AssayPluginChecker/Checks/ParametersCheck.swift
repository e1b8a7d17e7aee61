// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Arguments of the declared types that no author would write: `create` accepts or rejects them.
enum ParametersCheck: PluginCheck {
    static let name = "parameters"
    static let summary = "arguments are accepted, or rejected with a message"

    static func run(in trial: Trial) {
        for rule in trial.rules where !rule.definition.parameters.isEmpty {
            for expression in rule.hostileExpressions { check(expression, of: rule, in: trial) }
        }
        if trial.rules.allSatisfy({ $0.definition.parameters.isEmpty }) {
            trial.skip(because: "no rule has parameters")
        }
    }

    private static func check(
        _ expression: RuleExpression, of rule: TrialRule, in trial: Trial
    ) {
        guard let bound = trial.bind(expression) else { return }
        let creation = trial.create(rule, with: bound)
        let place = CheckPlace(
            rule: rule.id, expression: CheckPlace.cut(bound.expression.description))
        if creation.result > 0 || creation.result < ASSAY_E_CANCELLED {
            trial.report(
                CheckFinding(
                    at: place, found: "\(Evaluation.resultName(creation.result)) from create",
                    expected: "ASSAY_OK or an ASSAY_E_ number", remedy: "return ASSAY_OK"))
        }
        guard let instance = creation.instance else {
            if creation.message?.isEmpty ?? true {
                trial.report(
                    CheckFinding(
                        at: place, found: "arguments rejected without a message",
                        expected: "a message that says what is wrong with them",
                        remedy: "call call->error before create returns"))
            }
            return
        }
        let rows = Rows(rule.rows(of: ValueCorpus.ordinary + ValueCorpus.kinds, for: instance))
        if rows.count > 0 { _ = trial.evaluate(instance, on: rows) }
        trial.destroy(instance)
    }
}

extension TrialRule {
    /// The declared arguments with one of them replaced, one left out, and all but the required.
    var hostileExpressions: [RuleExpression] {
        let base = expressions[0]
        var found = [suggestedExpression]
        for (index, parameter) in definition.parameters.enumerated() {
            for value in parameter.hostileArguments {
                var arguments: [RuleArgument] = []
                for (other, known) in definition.parameters.enumerated() {
                    if other == index {
                        arguments.append(RuleArgument(name: known.name, value))
                    } else if let given = base.argument(named: known.name, at: other) {
                        arguments.append(RuleArgument(name: known.name, given))
                    } else if known.isRequired {
                        arguments.append(RuleArgument(name: known.name, known.suggestion))
                    }
                }
                found.append(RuleExpression(id, arguments))
            }
        }
        return found
    }
}

extension RuleExpression {
    fileprivate func argument(named name: String, at index: Int) -> ArgumentValue? {
        if let named = arguments.first(where: { $0.name == name }) { return named.value }
        guard arguments.indices.contains(index), arguments[index].name == nil else { return nil }
        return arguments[index].value
    }
}

extension RuleParameter {
    /// Arguments at the edges of what the declaration allows, and some beyond, which the host has to
    /// reject.
    fileprivate var hostileArguments: [ArgumentValue] {
        let texts = HostileTexts.short.map { ArgumentValue.value(.string($0)) }
        switch kind {
        case .string, .date: return texts
        case .integer: return integers.map { .value(.integer($0)) }
        case .number:
            return [
                0, -1, 0.5, .integer(.max), .integer(.min), .unsignedInteger(.max),
                .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude),
                .decimal("1e400"),
            ].map { .value($0) }
        case .boolean: return [.value(true), .value(false)]
        case .list: return lists(texts)
        case .value: return texts + ValueCorpus.kinds.map { .value($0) }
        case .choice(let names): return names.map { .word($0) }
        case .pattern:
            return ["", "(", "[", "(a+)+$", ".*", "\\", "(?<a>b)\\k<a>", "\u{10FFFF}"].map {
                .pattern(source: $0, flags: "")
            }
        default: return []
        }
    }

    private var integers: [Int64] {
        let lower = limits?.lowerBound ?? .min
        let upper = limits?.upperBound ?? .max
        return [lower, lower &+ 1, 0, 1, -1, 1 << 31, upper &- 1, upper]
    }

    private func lists(_ texts: [ArgumentValue]) -> [ArgumentValue] {
        [
            .list([]), .list(texts), .list(Array(repeating: .value("a"), count: 1000)),
            .list([.value(1), .value(nil), .value(true), .value("a"), .value(0.5)]),
            .list([.list([.list([])])]),
        ]
    }
}
