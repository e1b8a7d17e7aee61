// SPDX-License-Identifier: Apache-2.0
import Assay

/// The verdict of a rule on a case.
enum CaseVerdict: Equatable {
    case valid
    case invalid
    case undecided
    /// The rule does not accept the arguments.
    case unusable(RuleError)
    case unknownRule

    /// A word for reports.
    var word: String {
        switch self {
        case .valid: "valid"
        case .invalid: "invalid"
        case .undecided: "undecided"
        case .unusable: "unusable"
        case .unknownRule: "unknown"
        }
    }

    /// The error of a rule that does not accept its arguments, or `nil` for other verdicts.
    var error: RuleError? { if case .unusable(let error) = self { error } else { nil } }
}

/// Checks cases with their rules.
struct CaseChecker {
    private let registry: RuleRegistry

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    func verdict(on testCase: RuleCase) -> CaseVerdict {
        guard let definition = registry.definition(for: testCase.rule) else { return .unknownRule }
        let report: ValidationReport
        do throws(RuleError) {
            let rule = try RuleExpression(
                testCase.rule, named: testCase.arguments, of: definition)
            _ = try registry.bind(rule)
            report = try validate(testCase, rule: rule)
        } catch {
            return .unusable(error)
        }
        if report.isValid { return .valid }
        return report.violations.isEmpty ? .undecided : .invalid
    }

    private func validate(
        _ testCase: RuleCase, rule: RuleExpression
    ) throws(RuleError) -> ValidationReport {
        do throws(RuleSetError) {
            let manager = try ValidatorsManager(RuleSet(Field("value", rule)), registry: registry)
            return manager.validate(testCase.record)
        } catch {
            throw RuleError(error.issues.first?.code ?? "ruleSet.value", "\(error)")
        }
    }
}
