// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Every rule in Swift has rows of values, as every rule in C has texts in `VerdictListTests`.
@Suite struct RuleRowsTests {
    static let all =
        RuleRows.texts + RuleRows.network + RuleRows.times + RuleRows.comparisons
        + RuleRows.presence + RuleRows.structures

    /// Rules about texts of which there are no twenty, and why.
    static let exceptions = [
        "string": "accepts every text",
        "accepted": "accepts four texts",
        "declined": "accepts four texts",
    ]

    /// 2024-03-31T12:00:00Z.
    private static let registry = RuleRegistry.standard(clock: { .seconds(1_711_886_400) })

    @Test(arguments: all) func valuesGetTheirVerdicts(_ rows: RuleRows) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("value", try RuleExpressionParser.parseOne(rows.expression))),
            registry: Self.registry)
        let fields = try JSONValueParser.parse(rows.fields)
        guard case .object(let others) = fields else { throw RowError.noObject(rows.fields) }
        for (row, isValid) in rows.valid.map({ ($0, true) }) + rows.invalid.map({ ($0, false) }) {
            var record = ValidationRecord(others)
            let value = try rows.value(of: row)
            if value != .absent { record["value"] = value }
            let report = manager.validate(record)
            #expect(report.faults.isEmpty, "\(row.debugDescription)")
            #expect(report.violations.isEmpty == isValid, "\(row.debugDescription)")
        }
    }

    /// Twenty different texts of either sort for rules that check one text on their own, and some values
    /// of either sort for the others.
    @Test(arguments: DefinitionTests.definitions.map(\.id))
    func everyRuleHasRows(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        guard definition.source == .swift else {
            #expect(definition.source == .c)
            return
        }
        let rows = Self.all.filter { $0.rule == id }
        let isText = definition.kinds == .string && Self.exceptions[id] == nil
        let least = isText ? (valid: 20, invalid: 20) : (valid: 2, invalid: 1)
        #expect(
            Set(rows.flatMap { list in list.valid.map { [list.fields, $0] } }).count >= least.valid)
        #expect(
            Set(rows.flatMap { list in list.invalid.map { [list.fields, $0] } }).count
                >= least.invalid)
    }

    @Test(arguments: exceptions.keys.sorted()) func exceptionIsNeeded(_ id: String) throws {
        let rows = Self.all.filter { $0.rule == id && !$0.isJSON }
        #expect(standardRules.definition(for: id)?.kinds.contains(.string) == true)
        #expect(Set(rows.flatMap(\.valid)).count < 20)
    }
}

private enum RowError: Error {
    case noObject(String)
}
