// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Testing

@_spi(Engine) @testable import AssayCore

/// A condition that cannot be decided makes the rule undecided that it guards.
@Suite struct UndecidedConditionTests {
    private static let unsure = Condition("plan", .unsure)
    private static let met = Condition("country", .size(2, 2))
    private static let notMet = Condition("country", .size(3))

    private static func manager(
        _ conditions: [Condition], onFault: FaultPolicy = .fault, severity: Severity = .error
    ) throws -> ValidatorsManager {
        let entry = RuleEntry(.required, when: conditions, severity: severity, onFault: onFault)
        return try .testing(Field("iban", Validator(rules: [entry])))
    }

    private static let record: ValidationRecord = ["plan": "p", "country": "DE"]

    @Test(
        arguments: [
            ([unsure], ["/iban fault.matchLimit"]),
            ([met, unsure], ["/iban fault.matchLimit"]),
            ([unsure, met], ["/iban fault.matchLimit"]),
            ([met], ["/iban required.missing"]),
            // The rule does not apply, whatever the undecided condition would say.
            ([notMet, unsure], []), ([unsure, notMet], []),
            ([Condition("country", .unsure, .size(3))], []),
            ([Condition("country", .size(3), .unsure)], []),
            ([Condition("country", .unsure, .size(2))], ["/iban fault.matchLimit"]),
            // There is nothing to be undecided about.
            ([Condition("missing", .unsure)], []),
        ] as [([Condition], [String])])
    func undecidedIsNeitherMetNorNotMet(conditions: [Condition], summary: [String]) throws {
        let manager = try Self.manager(conditions)
        let report = manager.validate(Self.record)
        #expect(report.summary == summary)
        #expect(report.isValid == summary.isEmpty)

        let session = ValidationSession(manager.plan)
        let columns = TestColumns(manager.plan.fields, [Self.record, [:], Self.record])
        let together = session.validate(columns.batch).reports().map(\.summary)
        #expect(together == [summary, [], summary])
        #expect(session.validate(columns.batch, row: 2).report(row: 2).summary == summary)
        #expect(session.trace(Self.record).report.summary == summary)
    }

    @Test(arguments: [
        (FaultPolicy.fault, Severity.error, ["/iban fault.matchLimit"], false),
        (.fault, .warning, ["/iban fault.matchLimit"], false),
        (.fail, .error, ["/iban required.undecided"], false),
        (.fail, .warning, ["/iban required.undecided"], true),
        (.pass, .error, [], true),
    ])
    func onFaultOfTheGuardedRuleDecidesHowItCounts(
        policy: FaultPolicy, severity: Severity, summary: [String], isValid: Bool
    ) throws {
        let manager = try Self.manager([Self.unsure], onFault: policy, severity: severity)
        #expect(manager.validate(Self.record).summary == summary)
        #expect(manager.validate(Self.record).isValid == isValid)
        let trace = ValidationSession(manager.plan).trace(Self.record)
        #expect(trace.report.summary == summary)
    }

    @Test func faultNamesTheGuardedRuleAndTheCondition() throws {
        let fault = try Self.manager([Self.met, Self.unsure]).validate(Self.record).faults.first
        #expect(
            fault?.message == """
                could not be checked by required: the pattern's match limit was reached: \
                in the condition on 'plan'
                """)
        #expect(fault?.rule == "required")
        #expect(fault?.field == "iban")
    }

    @Test func traceShowsTheConditionThatWasUndecided() throws {
        let plan = try Self.manager([Self.unsure]).plan
        let rule = ValidationSession(plan).trace(Self.record).rules.first
        #expect(rule?.outcome == .undecided(.matchLimit))
        #expect(rule?.checks.map(\.outcome) == [.undecided(.matchLimit)])
    }

    @Test func undecidedRuleStopsWhatItsFailureWouldStop() throws {
        let entry = RuleEntry(.size(3), when: [Self.unsure])
        let manager = try ValidatorsManager.testing(
            Field("iban", Validator(rules: [entry, RuleEntry(.size(9))], policy: .first)),
            Field("again", .same("iban")))
        #expect(
            manager.validate(["plan": "p", "iban": "x", "again": "y"]).summary
                == ["/iban fault.matchLimit"])
    }

    @Test func textThatWasNotReadIsNoViolation() throws {
        let rules = [RuleEntry(.integer, when: [Self.unsure]), RuleEntry(.atLeast(3))]
        let manager = try ValidatorsManager.testing(Field("n", Validator(rules: rules)))
        let record = ValidationRecord(text: [("plan", "p"), ("n", "17")])
        #expect(manager.validate(record).summary == ["/n fault.matchLimit"])
    }

    @Test func textThatWasNotReadIsAFaultEvenAsAWarning() throws {
        let rules = [
            RuleEntry(.integer, when: [Self.unsure], severity: .warning, onFault: .fail),
            RuleEntry(.atLeast(3)),
        ]
        let manager = try ValidatorsManager.testing(Field("n", Validator(rules: rules)))
        let record = ValidationRecord(text: [("plan", "p"), ("n", "1")])
        #expect(manager.validate(record).summary == ["/n fault.matchLimit"])
        let session = ValidationSession(manager.plan)
        session.codeFilter = CodeFilter(selected: ["atLeast"])
        let trace = session.trace(record)
        #expect(trace.report.summary == ["/n fault.matchLimit"])
        #expect(trace.rules.first?.outcome == .undecided(.matchLimit))
        session.codeFilter = CodeFilter(ignored: ["fault"])
        #expect(session.trace(record).report.summary == ["/n fault.matchLimit"])
    }

    @Test func elementsHaveConditionsToo() throws {
        let entry = RuleEntry(.size(2), when: [Condition("items[*].kind", .unsure)])
        let manager = try ValidatorsManager.testing(
            Field("items[*].name", Validator(rules: [entry])))
        let items: Value = [["name": "x"], ["name": "y", "kind": "k"], ["kind": "k"]]
        #expect(
            manager.validate(["items": items]).summary == ["/items/1/name fault.matchLimit"])
    }

    @Test func conditionSaysNothingForTheRuleThatItGuards() throws {
        // The first size fails and explains itself; the second one passes.
        let any = RuleExpression(
            "any", [RuleArgument(.rule(.size(0, 1))), RuleArgument(.rule(.size(2)))])
        let manager = try Self.manager([Condition("country", any)])
        let report = manager.validate(Self.record)
        #expect(report.summary == ["/iban required.missing"])
        #expect(report.violations.first?.parameters.map(\.name) == [])
    }

    @Test func rowsWithUndecidedConditionsAreCountedAsUndecided() throws {
        let plan = try Self.manager([Self.unsure]).plan
        let session = ValidationSession(plan)
        session.statistics = RuleStatistics(plan)
        let columns = TestColumns(plan.fields, [Self.record, [:], ["plan": "x", "iban": "y"]])
        session.validate(columns.batch)
        let counts = session.statistics?.rules.first
        #expect(counts?.undecided == 2)
        #expect(counts?.skipped == 1)
        #expect(counts?.passed == 0)
    }

    // MARK: - Limits and plugins

    private static func registry(
        _ evaluate:
            @escaping @convention(c) (
                UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
                UnsafeMutablePointer<assay_verdict>?
            ) -> assay_rc
    ) throws -> RuleRegistry {
        let registry = try RuleRegistry.testing()
        try registry.register(
            TableRuleTests.plugin([TableRuleTests.rule(evaluate: evaluate)]), from: .c)
        return registry
    }

    private static func ruleSet(_ condition: RuleExpression) -> RuleSet {
        let entry = RuleEntry(.required, when: [Condition("plan", condition)])
        return RuleSet(Field("iban", Validator(rules: [entry])))
    }

    @Test func limitBeforeAConditionLeavesItUndecided() throws {
        let manager = try ValidatorsManager(
            Self.ruleSet(.size(9)), registry: .testing())
        #expect(manager.validate(Self.record).isValid)
        let cancellation = CancellationToken()
        cancellation.cancel()
        let limits: [(ExecutionLimits, String)] = [
            (ExecutionLimits(timeout: .zero), "/iban fault.deadline"),
            (ExecutionLimits(cancellation: cancellation), "/iban fault.cancelled"),
        ]
        for (limit, summary) in limits {
            let report = manager.validate([Self.record], limits: limit)[0]
            #expect(report.summary == [summary])
            #expect(!report.isValid)
        }
    }

    @Test func failureOfAPluginInAConditionIsAFault() throws {
        let registry = try Self.registry { _, call, _, _ in
            call?.pointee.error(call, ASSAY_E_INTERNAL, TableRuleTests.text("out of cheese"))
            return ASSAY_E_INTERNAL
        }
        let manager = try ValidatorsManager(
            Self.ruleSet(RuleExpression("test")), registry: registry)
        let fault = manager.validate(Self.record).faults.first
        #expect(
            fault?.message == """
                could not be checked by required: the plugin reported an error: \
                in the condition on 'plan': out of cheese
                """)
    }

    private static let cancelledInside = CancellationToken()

    @Test func pluginThatStopsItselfInAConditionIsCancelled() throws {
        let registry = try Self.registry { _, _, _, _ in
            UndecidedConditionTests.cancelledInside.cancel()
            return ASSAY_E_CANCELLED
        }
        let manager = try ValidatorsManager(
            Self.ruleSet(RuleExpression("test")), registry: registry)
        let limits = ExecutionLimits(cancellation: Self.cancelledInside)
        let reports = manager.validate([Self.record, Self.record], limits: limits)
        #expect(reports.map(\.summary) == Array(repeating: ["/iban fault.cancelled"], count: 2))
    }
}
