// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A case that is not as it expects.
struct FixtureDisagreement {
    let testCase: FixtureCase
    let difference: CaseDifference
}

/// Checks fixtures; each rule set is read once.
struct FixtureChecker {
    /// A rule set that is used by cases.
    private struct Loaded {
        let ruleSet: RuleSet
        let manager: ValidatorsManager
        let plan: ValidationPlan

        /// Rejects what `with` adds under a mistyped name, which would change nothing.
        ///
        /// If the rule set does not allow unknown fields, a case may be about one.
        func checkNames(of additions: [FixtureCase.Addition], name: String) throws(Diagnostic) {
            guard ruleSet.unknownFields == .allow else { return }
            for added in additions {
                guard let (field, nearest) = plan.unknownField(in: added.path, from: added.firstNew)
                else { continue }
                throw Diagnostic(
                    "field.unknown",
                    "'with': '\(name)' has no field '\(field)'"
                        + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
            }
        }
    }

    private let registry: RuleRegistry
    private let codes: KnownCodes
    private var loaded: [String: Result<Loaded, RuleSetError>] = [:]
    /// The validators of single fields, by the rule set and the field.
    private var fields: [String: ValidatorsManager] = [:]
    /// The rules that cases broke, by their rule set.
    private(set) var broken: [String: Set<String>] = [:]

    init(registry: RuleRegistry) {
        self.registry = registry
        codes = KnownCodes(registry: registry)
    }

    /// The rule sets that validated records, and why others could not be used.
    var ruleSets: [(name: String, manager: Result<ValidatorsManager, RuleSetError>)] {
        loaded.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(\.manager)) }
    }

    /// Warnings about the rules about the data set, which no case checks, a warning for each rule set.
    var unchecked: [Diagnostic] {
        loaded.sorted { $0.key < $1.key }.compactMap { name, result in
            guard case .success(let rules) = result, !rules.plan.recordsRules.isEmpty else {
                return nil
            }
            let list = rules.plan.recordsRules.map(\.expression).joined(separator: ", ")
            return Diagnostic(
                "records.unchecked",
                "no case checks the rules under 'records' of '\(name)': \(list)",
                help: "validate files of records with 'ruleshell validate'")
        }
    }

    /// Checks a case.
    ///
    /// - Returns: `nil` if the result is as the case expects.
    mutating func disagreement(
        of testCase: FixtureCase, in file: FixtureFile
    ) -> FixtureDisagreement? {
        let difference = difference(of: testCase, in: file)
        return difference.isEmpty
            ? nil : FixtureDisagreement(testCase: testCase, difference: difference)
    }

    private mutating func difference(
        of testCase: FixtureCase, in file: FixtureFile
    ) -> CaseDifference {
        guard testCase.settings == .absent else {
            return CaseDifference(
                error: "settings: cases with 'settings' are for 'ruleshell plugin test'")
        }
        for finding in testCase.expectation.findings where !codes.contains(finding.code) {
            let near = codes.nearestCode(to: finding.code).map { "; did you mean '\($0)'?" } ?? ""
            return CaseDifference(error: "there is no code '\(finding.code)'\(near)")
        }
        do throws(Diagnostic) {
            let outcome = try outcome(of: testCase, in: file)
            return testCase.expectation.difference(from: outcome.report)
        } catch {
            return CaseDifference(error: "\(error.code): \(error.message)")
        }
    }

    /// The report on a case, and the rules that made it.
    typealias Outcome = (report: ValidationReport, rules: ValidatorsManager)

    /// Runs the rules of a case.
    mutating func outcome(
        of testCase: FixtureCase, in file: FixtureFile
    ) throws(Diagnostic) -> Outcome {
        switch testCase.subject {
        case .record(of: let record):
            let (name, loaded) = try ruleSet(of: testCase, in: file)
            try loaded.checkNames(of: testCase.additions, name: name)
            return validate(record, of: testCase, by: loaded.manager, of: name)
        case .field(let field, of: let record):
            let (name, loaded) = try ruleSet(of: testCase, in: file)
            try loaded.checkNames(of: testCase.additions, name: name)
            let manager = try manager(for: field, in: loaded.ruleSet, name: name)
            return validate(record, of: testCase, by: manager, of: name)
        case .value(let value, let isText, let rules, let fields):
            let manager = try manager(for: rules)
            let members = [(key: "value", value: value)] + fields.members
            let record = ValidationRecord(
                of: Value.Object(members.filter { $0.value != .absent }), isText: isText)
            return (manager.validate(record, partial: testCase.isPartial), manager)
        }
    }

    private mutating func validate(
        _ record: ValidationRecord, of testCase: FixtureCase, by manager: ValidatorsManager,
        of name: String
    ) -> Outcome {
        let report = manager.validate(record, partial: testCase.isPartial)
        for violation in report.violations {
            broken[name, default: []].insert("\(violation.field): \(violation.rule)")
        }
        return (report, manager)
    }

    private mutating func ruleSet(
        of testCase: FixtureCase, in file: FixtureFile
    ) throws(Diagnostic) -> (name: String, rules: Loaded) {
        let (paths, combines) = file.rules(of: testCase)
        guard !paths.isEmpty else {
            throw Diagnostic("fixture.rules", "there is no rule set for the record")
        }
        let name = RuleSetFiles.name(of: paths) + (combines ? " (combined)" : "")
        let result = loaded[name] ?? load(paths, combines: combines)
        loaded[name] = result
        switch result {
        case .success(let rules): return (name, rules)
        case .failure(let error):
            let first = error.issues.first
            throw Diagnostic(
                first?.code ?? "ruleSet.file",
                "'\(name)' cannot be used: \(first?.message ?? "it has issues")"
                    + (first?.code == "field.duplicate" ? "; \(first?.help ?? "")" : ""))
        }
    }

    private func load(_ paths: [String], combines: Bool) -> Result<Loaded, RuleSetError> {
        do throws(RuleSetError) {
            let (ruleSet, plan) = try RuleSetFiles.load(
                paths, registry: registry, combines: combines, remedy: "write 'combine: true'")
            return .success(
                Loaded(
                    ruleSet: ruleSet,
                    manager: try ValidatorsManager(ruleSet, registry: registry),
                    plan: plan))
        } catch {
            return .failure(error)
        }
    }

    /// The rules of one field of a rule set.
    private mutating func manager(
        for field: FieldPath, in ruleSet: RuleSet, name: String
    ) throws(Diagnostic) -> ValidatorsManager {
        let key = "\(field) \(name)"
        if let known = fields[key] { return known }
        let own = try ruleSet.only("\(field)", of: name, in: registry).ruleSet
        do throws(RuleSetError) {
            let manager = try ValidatorsManager(own, registry: registry)
            fields[key] = manager
            return manager
        } catch {
            throw Diagnostic(error.issues.first)
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
}
