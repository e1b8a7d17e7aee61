// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a rule says of a case.
enum CaseVerdict: Equatable {
    case valid
    case invalid
    case undecided
    /// The rule cannot be made from the arguments.
    case unusable(RuleError)
    case unknownRule

    /// For reports: true, false, or why it is neither.
    var value: Value {
        switch self {
        case .valid: true
        case .invalid: false
        case .undecided: "undecided"
        case .unusable(let error): .string("\(error)")
        case .unknownRule: "unknown rule"
        }
    }
}

/// Asks rules about cases.
struct CaseJudge {
    private let registry: RuleRegistry

    init(_ registry: RuleRegistry) {
        self.registry = registry
    }

    func verdict(on testCase: RuleCase) -> CaseVerdict {
        guard let definition = registry.definition(for: testCase.rule) else { return .unknownRule }
        let report: ValidationReport
        do throws(RuleError) {
            let rule = try expression(testCase, definition)
            _ = try registry.bind(rule)
            report = try validate(testCase.value, rule)
        } catch {
            return .unusable(error)
        }
        if report.isValid { return .valid }
        return report.violations.isEmpty ? .undecided : .invalid
    }

    private func validate(
        _ value: Value, _ rule: RuleExpression
    ) throws(RuleError) -> ValidationReport {
        do throws(RuleSetError) {
            let manager = try ValidatorsManager(RuleSet(Field("value", rule)), registry: registry)
            return manager.validate(["value": value])
        } catch {
            throw RuleError(error.issues.first?.code ?? "ruleSet.value", "\(error)")
        }
    }

    private func expression(
        _ testCase: RuleCase, _ definition: RuleDefinition
    ) throws(RuleError) -> RuleExpression {
        var arguments: [RuleArgument] = []
        for (name, value) in testCase.arguments.members {
            let kind = definition.parameters.first { $0.name == name }?.kind
            arguments.append(RuleArgument(name: name, try argument(value, kind)))
        }
        return RuleExpression(testCase.rule, arguments)
    }

    /// JSON has no fields and no rules: they stand in strings.
    private func argument(
        _ value: Value, _ kind: RuleParameter.Kind?
    ) throws(RuleError) -> ArgumentValue {
        switch (kind, value) {
        case (.fields, .array(let elements)), (.rules, .array(let elements)):
            var list: [ArgumentValue] = []
            for element in elements { list.append(try argument(element, kind)) }
            return .list(list)
        case (.rule, .string(let text)), (.rules, .string(let text)):
            do throws(ExpressionError) {
                return .rule(try RuleExpressionParser.parseOne(text))
            } catch {
                throw RuleError(error.code, error.message, help: error.help)
            }
        default: return .value(value)
        }
    }
}
