// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import Testing
import TestRandomness

/// A single record gets the verdicts that it gets in a batch.
@Suite struct SingleRecordTests {
    static let ruleSets: [RuleSet] = [
        RuleSet(
            Field("a", .required, .size(2, 4)), Field("b", .integer, .atLeast(3)),
            Field("c", .same("a")), Field("tags", .fewItems(3)), Field("tags[*]", .size(2))),
        RuleSet(
            Field("a", .size(2), .same("c"), .size(3), policy: .first),
            Field("c", .size(1, 3), policy: .first),
            Field(
                "b", Validator(rules: [RuleEntry(.unsure, onFault: .pass), RuleEntry(.required)]))),
        RuleSet(
            Field("o.x", .required), Field("tags[*]", .same("a")),
            Field("b", Validator(rules: [RuleEntry(.required, when: [Condition("a", .required)])]))),
        RuleSet(
            Field("a", .far, .size(2), .far("c"), .size(0, 4)),
            Field("b", .far, .atLeast(2), policy: .first),
            Field("c", .far("b"), .size(1, 3), .far, policy: .first), Field("tags[*]", .size(2))),
        RuleSet(Field("tags", .fewItems(3)), Field("tags[*]", .far, .size(2))),
    ]

    @Test(arguments: 0..<5)
    func oneByOneAndTogetherAgree(index: Int) throws {
        let plan = try ValidationPlan(Self.ruleSets[index], registry: .testing())
        var random = SeededNumbers(seed: UInt64(index) + 7)
        let records = (0..<400).map { _ in Self.record(&random) }
        let columns = TestColumns(plan.fields, records)
        let session = ValidationSession(plan)
        let together = session.validate(columns.batch).reports().map(\.summary)
        #expect(together.contains { !$0.isEmpty })
        for row in records.indices {
            let alone = session.validate(columns.batch, row: row).report(row: row)
            #expect(alone.summary == together[row], "\(records[row])")
            let values = session.validate(columns.batch).report(row: row).violations.map(\.value)
            #expect(alone.violations.map(\.value) == values)
        }
    }

    static func record(_ random: inout SeededNumbers) -> ValidationRecord {
        let texts: [Value] = ["", "x", "xx", "abc", "abcde", .null, .absent, 7]
        let numbers: [Value] = [1, 3, 2.5, "3", .absent]
        let count = Int.random(in: 0...5, using: &random)
        let tags = (0..<count).map { _ in texts.randomElement(using: &random) ?? .null }
        return ValidationRecord(
            Value.Object([
                ("a", texts.randomElement(using: &random) ?? .null),
                ("b", numbers.randomElement(using: &random) ?? .null),
                ("c", texts.randomElement(using: &random) ?? .null),
                ("tags", Bool.random(using: &random) ? .array(tags) : "none"),
                ("o", .object(Value.Object([("x", texts.randomElement(using: &random) ?? .null)]))),
            ]))
    }
}
