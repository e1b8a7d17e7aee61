// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// How a report differs from what a case expects.
struct FixtureDisagreement {
    let testCase: FixtureCase
    /// Expected and not found.
    var missing: [String] = []
    /// Found and not expected.
    var unexpected: [String] = []
    /// Why the case could not be checked.
    var error: String?

    /// In one line.
    var text: String {
        if let error { return error }
        var parts: [String] = []
        if !missing.isEmpty { parts.append("missing " + missing.joined(separator: ", ")) }
        if !unexpected.isEmpty { parts.append("found " + unexpected.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }
}

/// Checks fixtures; each rule set is read once.
struct FixtureChecker {
    private let registry: RuleRegistry
    private var managers: [String: Result<ValidatorsManager, RuleSetError>] = [:]
    /// The rules that cases broke, by their rule set.
    private(set) var broken: [String: Set<String>] = [:]

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    /// The rule sets that validated records, and why others could not be used.
    var ruleSets: [(path: String, manager: Result<ValidatorsManager, RuleSetError>)] {
        managers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Checks a case.
    ///
    /// - Returns: Nil if it is as the case expects.
    mutating func disagreement(
        of testCase: FixtureCase, in file: FixtureFile
    ) -> FixtureDisagreement? {
        guard testCase.settings == .absent else {
            return FixtureDisagreement(
                testCase: testCase,
                error: "settings: cases with 'settings' are for 'ruleshell plugin test'")
        }
        do throws(Diagnostic) {
            let outcome = try outcome(of: testCase, in: file)
            let found = Self.disagreement(of: testCase, with: outcome.report)
            return found.text.isEmpty ? nil : found
        } catch {
            return FixtureDisagreement(
                testCase: testCase, error: "\(error.code): \(error.message)")
        }
    }

    /// What the rules say of a case.
    typealias Outcome = (report: ValidationReport, rules: ValidatorsManager)

    /// Runs the rules of a case.
    mutating func outcome(
        of testCase: FixtureCase, in file: FixtureFile
    ) throws(Diagnostic) -> Outcome {
        switch testCase.subject {
        case .record(of: let record):
            let own = testCase.rules.map { FixtureFile.path($0, beside: file.path) }
            guard let path = own ?? file.rules else {
                throw Diagnostic("fixture.rules", "there is no rule set for the record")
            }
            let manager = try manager(path)
            let report = manager.validate(record)
            for violation in report.violations {
                broken[path, default: []].insert("\(violation.field): \(violation.rule)")
            }
            return (report, manager)
        case .value(let value, let isText, let rules, let fields):
            let manager = try manager(for: rules)
            let members = [(key: "value", value: value)] + fields.members
            let record = ValidationRecord(
                Value.Object(members.filter { $0.value != .absent }), isText: isText)
            return (manager.validate(record), manager)
        }
    }

    private mutating func manager(_ path: String) throws(Diagnostic) -> ValidatorsManager {
        let result = managers[path] ?? load(path)
        managers[path] = result
        switch result {
        case .success(let manager): return manager
        case .failure(let error):
            let first = error.issues.first
            throw Diagnostic(
                first?.code ?? "ruleSet.file",
                "'\(path)' cannot be used: \(first?.message ?? "it has issues")")
        }
    }

    private func load(_ path: String) -> Result<ValidatorsManager, RuleSetError> {
        do throws(RuleSetError) {
            let (ruleSet, _) = try RuleSetLoader.load(file: path, registry: registry)
            return .success(try ValidatorsManager(ruleSet, registry: registry))
        } catch {
            return .failure(error)
        }
    }

    private func manager(
        for rules: FixtureCase.Rules
    ) throws(Diagnostic) -> ValidatorsManager {
        let expressions: [RuleExpression]
        switch rules {
        case .expression(let text):
            expressions = try ExpressionArgument.bind(text, registry: registry)
        case .rule(let id, let arguments):
            expressions = [try expression(of: id, with: arguments)]
        }
        let field = Field(
            FieldPath(key: "value"), Validator(rules: expressions.map { RuleEntry($0) }))
        do throws(RuleSetError) {
            return try ValidatorsManager(RuleSet(field), registry: registry)
        } catch {
            throw Diagnostic(error.issues.first)
        }
    }

    private func expression(
        of rule: String, with arguments: Value.Object
    ) throws(Diagnostic) -> RuleExpression {
        do throws(RuleError) {
            let definition = registry.definition(for: rule)
            let expression = try RuleExpression(rule, named: arguments, of: definition)
            _ = try registry.bind(expression)
            return expression
        } catch {
            throw Diagnostic(error.code, error.message, help: error.help)
        }
    }

    /// Pairs expected findings that name a place first, so that those for any place take the rest.
    static func disagreement(
        of testCase: FixtureCase, with report: ValidationReport
    ) -> FixtureDisagreement {
        var disagreement = FixtureDisagreement(testCase: testCase)
        var found =
            report.violations.map { ExpectedFinding(code: $0.code, pointer: $0.pointer) }
            + report.faults.map { ExpectedFinding(code: $0.code, pointer: $0.pointer) }
        switch testCase.expectation {
        case .valid(true) where report.isValid, .valid(false) where !report.isValid: break
        case .valid(true): disagreement.unexpected = found.map(\.text)
        case .valid(false): disagreement.missing = ["a violation"]
        case .findings(let expected):
            let ordered =
                expected.filter { $0.pointer != nil } + expected.filter { $0.pointer == nil }
            for finding in ordered {
                if let index = found.firstIndex(where: { finding.accepts($0) }) {
                    found.remove(at: index)
                } else {
                    disagreement.missing.append(finding.text)
                }
            }
            disagreement.unexpected = found.map(\.text)
        }
        return disagreement
    }
}
