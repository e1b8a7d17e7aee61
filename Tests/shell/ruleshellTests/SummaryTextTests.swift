// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

@testable import ruleshell

/// The tables of a summary.
@Suite struct SummaryTextTests {
    private func tables(leavingOut: Bool) throws -> String {
        let rules = try RuleExpressionParser.parse("range(5...)").map { RuleEntry($0) }
        let field = Field(FieldPath(key: "a"), Validator(rules: rules))
        let layout = FindingLayout(plan: try ValidationPlan(RuleSet(field), registry: .standard()))
        var tally = FindingTally(count: layout.slots.count)
        let slot = try #require(layout.slots.firstIndex { $0.code == "range.tooSmall" })
        tally.counts[slot] = 3
        var values = ValueCounts()
        [UInt8(ascii: "4")].withUnsafeBufferPointer {
            values.add(1, CountedValue(bytes: $0, isJSON: true))
        }
        let summary = FindingSummary(
            tally: tally, layout: layout, totals: RunTotals(ruleCount: 1),
            values: RejectedValues(counts: [0: values], leftOut: leavingOut))
        return SummaryText(summary: summary).tables
    }

    @Test func signIsExplainedWhereItIs() throws {
        let head = """
            by rule
              3  a  range(5...)  range.tooSmall 3

            by field
              3  a

            most frequent values

            """
        #expect(
            try tables(leavingOut: true) == head + """
                  ≥ 1  a  range(5...)  4
                  ≥ marks counts that may be higher: not all rejected values are counted

                """)
        #expect(try tables(leavingOut: false) == head + "  1  a  range(5...)  4\n")
    }
}
