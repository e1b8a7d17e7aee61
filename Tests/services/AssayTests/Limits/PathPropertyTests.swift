// SPDX-License-Identifier: Apache-2.0
import Testing

@_spi(Engine) @testable import Assay
@_spi(Engine) @testable import AssayCore

/// Whichever way a record is validated, the findings are the same: a batch, a single record, a trace,
/// a stream, a form, and rules within another rule.
@Suite struct PathPropertyTests {
    private static let seeds: [UInt64] = Array(0..<60)

    private static func run(
        seed: UInt64, _ kind: Kind
    ) throws -> LimitedRun {
        var generator = RandomRuleSets(
            seed: seed, isText: kind == .text, isFlat: kind == .flat,
            faultPolicies: FaultPolicy.allCases)
        let ruleSet = generator.ruleSet()
        let records = (0..<12).map { _ in generator.record() }
        let run = try LimitedRun(ruleSet, records)
        // What has no path of its own is validated as a batch of one, which would prove nothing.
        if kind == .flat { #expect(run.certain.plan.single != nil, "seed \(seed): \(ruleSet)") }
        return run
    }

    enum Kind: CaseIterable {
        /// Records of text.
        case text
        /// Everything that a rule set can have.
        case deep
        /// Rule sets whose single records have a path of their own.
        case flat
    }

    @Test(arguments: seeds, Kind.allCases)
    func allPathsFindTheSame(seed: UInt64, kind: Kind) throws {
        let run = try Self.run(seed: seed &+ 5_000, kind)
        for limit in [nil, Limit.unsureRules] {
            let expected = run.batch(limit, nil)
            for (path, reports) in try run.reports(limit) {
                Self.expect(reports, toBe: expected, "seed \(seed), \(path)", run)
            }
        }
    }

    @Test(arguments: seeds, Kind.allCases)
    func allPathsFindTheSameUnderAFilter(seed: UInt64, kind: Kind) throws {
        let run = try Self.run(seed: seed &+ 9_000, kind)
        let filters = [
            CodeFilter(selected: ["luck.none", "length", "sameAs"]),
            CodeFilter(ignored: ["luck", "length.tooLong", "integer", "required"]),
        ]
        for filter in filters {
            for limit in [nil, Limit.unsureRules] {
                let expected = run.batch(limit, filter)
                Self.expect(
                    run.single(limit, filter), toBe: expected, "seed \(seed), single", run)
                Self.expect(
                    run.trace(limit, filter), toBe: expected, "seed \(seed), trace", run)
            }
        }
    }

    private static func expect(
        _ reports: [ValidationReport], toBe expected: [ValidationReport], _ comment: String,
        _ run: LimitedRun
    ) {
        #expect(reports.count == expected.count, "\(comment)")
        for (row, (report, other)) in zip(reports, expected).enumerated() {
            // Made only where it is shown: it takes longer than the comparison.
            var description: String {
                "\(comment): \(Value.object(run.records[row].fields).json) \(run.ruleSet)"
            }
            // A batch runs rule by rule, other paths element by element: which findings are beyond
            // the limit of a record depends on it, how many are not.
            if other.droppedCount > 0 {
                #expect(report.numbers == other.numbers, "\(description)")
            } else {
                #expect(report.fullFindings == other.fullFindings, "\(description)")
            }
        }
    }

    /// `allOf` finds what the same rules find one after the other under `first`.
    @Test(arguments: seeds, [false, true])
    func allOfFindsWhatItsRulesFind(seed: UInt64, isText: Bool) throws {
        var generator = RandomRuleSets(seed: seed &+ 20_000, isText: isText)
        let registry = try LuckRule.registry()
        // Other fields see what rules of a field read from texts, not what nested rules do.
        let rules = try RandomRuleSets.fields.map { _ in
            try [RuleExpression("luck", [RuleArgument(.value(9))])]
                + generator.rules().filter { rule in
                    try !isText || registry.bind(rule).dependencies.isEmpty
                }
        }
        let combined = rules.map { rules in
            [RuleExpression("allOf", rules.map { RuleArgument(.rule($0)) })]
        }
        let flat = try LimitedRun(Self.ruleSet(rules), [])
        let nested = try LimitedRun(Self.ruleSet(combined), [])
        for _ in 0..<12 {
            let record = generator.record()
            for limit in [nil, Limit.unsureRules] {
                let expected = Self.firstFindings(flat.manager(limit), record)
                let found = Self.nestedFindings(nested.manager(limit), record)
                #expect(
                    found == expected,
                    "seed \(seed): \(Value.object(record.fields).json) \(rules)")
            }
        }
    }

    private static func ruleSet(_ rules: [[RuleExpression]]) -> RuleSet {
        RuleSet(
            zip(RandomRuleSets.fields, rules).map { path, rules in
                let entries = rules.map { RuleEntry($0, dependencies: .any) }
                return Field(path, Validator(rules: entries, policy: .first))
            })
    }

    /// For each field with a value, the rule that failed or could not decide.
    private static func firstFindings(
        _ manager: ValidatorsManager, _ record: ValidationRecord
    ) -> [String: String] {
        let session = ValidationSession(manager.plan)
        let columns = RecordColumns(fields: manager.plan.fields)
        return withExtendedLifetime(columns) {
            let report = session.validate(
                columns.batch(of: [record], reporting: .init(manager.plan)))
            var found: [String: String] = [:]
            for index in 0..<report.count {
                guard let (validator, step) = report.validatorAndStep(at: index) else { continue }
                let compiled = manager.plan.validators[validator]
                let rule = compiled.steps[step].rule.expression
                found[compiled.key] = report.isFault(at: index) ? "undecided" : "\(rule)"
            }
            return found.filter { hasValue($0.key, record) }
        }
    }

    private static func nestedFindings(
        _ manager: ValidatorsManager, _ record: ValidationRecord
    ) -> [String: String] {
        let report = manager.validate(record)
        var found = Dictionary(uniqueKeysWithValues: report.faults.map { ($0.field, "undecided") })
        for violation in report.violations {
            if case .string(let rule)? = violation.placeholder("broken") {
                found[violation.field] = rule
            }
        }
        return found
    }

    private static func hasValue(_ field: String, _ record: ValidationRecord) -> Bool {
        let value = field == "o.x" ? record["o"]["x"] : record[field]
        return value != .absent && value != .null
    }
}
