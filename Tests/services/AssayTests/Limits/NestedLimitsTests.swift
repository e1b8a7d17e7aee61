// SPDX-License-Identifier: Apache-2.0
import AssayTesting
import Synchronization
import Testing

@testable import Assay

/// Rules within other rules, and a validation that has to end while they are at work on one value.
@Suite struct NestedLimitsTests {
    /// Counts how often it is run, and cancels the validation at its third run.
    private struct CountingRule: Rule {
        static let definition = RuleDefinition(
            CountingRule.self, "counting", "Counts its runs",
            codes: [RuleCode("counting.never", "never fails")],
            examples: [])
        @TaskLocal static var cancellation = CancellationToken()
        @TaskLocal static var runs = Runs()

        init(_ arguments: Arguments) {}

        func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
            if Self.runs.next() == 3 { Self.cancellation.cancel() }
            return .pass
        }
    }

    private final class Runs: Sendable {
        private let count = Atomic(0)
        var total: Int { count.load(ordering: .relaxed) }
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    private func manager(_ rule: String) throws -> ValidatorsManager {
        let registry = RuleRegistry.standard()
        try registry.register([CountingRule.definition], from: .swift)
        return try ValidatorsManager(
            RuleSet([
                Field(
                    "list", Validator(rules: RuleExpressionParser.parse(rule).map { RuleEntry($0) })
                )
            ]),
            registry: registry)
    }

    @Test(arguments: [
        "each(counting)", "each(allOf(counting))", "each(each(counting))", "not(each(counting))",
        "each(anyOf(length(9...9), counting))",
        "each(exactlyOne(counting, length(9...9)))",
    ])
    func cancelledValidationEndsWithinAValue(rule: String) throws {
        let text = Value.string(String(repeating: "x", count: 1000))
        let element = rule.contains("each(each") ? Value.array([text]) : text
        let record: ValidationRecord = ["list": .array(Array(repeating: element, count: 10_000))]
        let manager = try manager(rule)
        try CountingRule.$runs.withValue(Runs()) {
            try CountingRule.$cancellation.withValue(CancellationToken()) {
                let limits = ExecutionLimits(cancellation: CountingRule.cancellation)
                let report = try #require(manager.validate([record], limits: limits).first)
                #expect(report.faults.map(\.code) == ["fault.cancelled"])
                #expect(!report.isValid)
                #expect((3...80).contains(CountingRule.runs.total), "\(CountingRule.runs.total)")
            }
        }
    }

    /// A quarter of an hour, if nothing looked at the clock.
    @Test func deadlineEndsAListOfCostlyTexts() throws {
        let pattern = String(repeating: "(?:a|b)?", count: 8000)
        let record: ValidationRecord = [
            "list": .array(Array(repeating: .string(pattern), count: 1000))
        ]
        let limits = ExecutionLimits(timeout: .milliseconds(1))
        let report = try #require(
            manager("each(regexPattern)").validate([record], limits: limits).first)
        #expect(report.faults.map(\.code) == ["fault.deadline"])
    }
}
