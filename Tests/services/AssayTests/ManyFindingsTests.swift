// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// Inputs with very many findings: all of them are reported, in their order and in their places.
struct ManyFindingsTests {
    private func plan(_ fields: String, most: Int = 100) throws -> ValidationPlan {
        let registry = RuleRegistry.standard()
        var ruleSet = try RuleSetLoader.load("assay: 1\nfields:\n" + fields, registry: registry)
            .ruleSet
        ruleSet.maximumViolations = most
        return try ValidationPlan(ruleSet, registry: registry)
    }

    /// More bad lines than sixteen bits can tell apart.
    @Test(arguments: [1, 2])
    func everyBadLineHasItsNumber(threads: Int) throws {
        let plan = try plan("  a: required\n")
        let count = 70_000
        let run = try StreamRun(
            plan, String(repeating: "x\n", count: count), format: .ndjson, chunkBytes: 1 << 20,
            threadCount: threads)
        #expect(run.findings.map(\.record) == Array(1...count))
        #expect(run.findings.map(\.byteOffset) == (0..<count).map { 2 * $0 })
        #expect(run.findings.allSatisfy { $0.code == "record.malformed" })
        #expect(run.counts.malformed == count)
    }

    /// Rules say what they found one after the other; the report has it element by element.
    @Test func findingsOfALongRecordAreInOrder() throws {
        let plan = try plan("  a[*]: [range(5...), range(6...)]\n", most: 1_000_000)
        let count = 30_000
        let text = "{\"a\":[" + String(repeating: "1,", count: count - 1) + "1]}\n"
        let run = try StreamRun(plan, text, format: .ndjson)
        #expect(run.findings.count == 2 * count)
        let expected = (0..<count).flatMap { [6 + 2 * $0, 6 + 2 * $0] }
        #expect(run.findings.map(\.byteOffset) == expected)
    }

    /// A million bytes without a line break.
    @Test func findingsInOneLineHaveTheirColumns() throws {
        let plan = try plan("  a: range(5...)\n")
        let count = 40_000
        let text = "[" + String(repeating: "{\"é\":0,\"a\":1},", count: count - 1) + "{\"a\":2}]"
        let run = try StreamRun(plan, text, format: .json)
        #expect(run.findings.count == count)
        for (index, finding) in run.findings.dropLast().enumerated() {
            #expect(finding.byteOffset == 13 + 15 * index)
            #expect(finding.text.contains("\"column\":\(13 + 14 * index)}"), "\(finding.text)")
        }
    }

    @Test func mistakeBetweenElementsHasTheNumberOfTheRecordBefore() throws {
        let plan = try plan("  a: required\n")
        let text = "[{\"a\":1} {},,{\"a\":1},,{\"a\":1}"
        for chunkBytes in [1, 5, 1_000] {
            let run = try StreamRun(plan, text, format: .json, chunkBytes: chunkBytes)
            let mistakes = run.findings.filter { $0.code == "record.malformed" }
            #expect(mistakes.map(\.record) == [1, 2, 3, 4])
            #expect(mistakes.map(\.byteOffset) == [9, 12, 21, 29])
            #expect(run.findings.count == 5)
        }
    }

    /// Elements that touch each other, are missing, or are no objects.
    @Test(arguments: ["{}", ",", "1,"])
    func elementsThatAreWrongCostWhatOthersCost(element: String) throws {
        let plan = try plan("  a: string\n")
        let text = "[" + String(repeating: element, count: 200_000) + "]"
        let run = try StreamRun(plan, text, format: .json, threadCount: 2)
        #expect(run.counts.bytes == text.utf8.count)
        #expect(run.counts.records == (element == "," ? 0 : 200_000))
        #expect(run.counts.malformed >= 199_999)
        #expect(run.chunkCounts.count > 12)
    }

    /// More issues in one chunk than sixteen bits can tell apart.
    @Test func everyIssueIsTheOneOfItsRecord() throws {
        var ruleSet = RuleSet([Field(FieldPath(key: "a"))], unknownFields: .warn)
        ruleSet.maximumViolations = 3
        let plan = try ValidationPlan(ruleSet, registry: .standard())
        let repeated = "{" + String(repeating: "\"a\":1,", count: 70_000) + "\"a\":1}\n"
        let text = "{\"x\":1}\n" + repeated + "{\"a\":1,\"a\":2}\n{\"y\":1}\n"
        let run = try StreamRun(plan, text, format: .ndjson, chunkBytes: 1 << 20)
        let duplicate = "record.duplicateKey"
        #expect(
            run.findings.map(\.code) == [
                "record.unknownField", duplicate, duplicate, duplicate, duplicate,
                "record.unknownField",
            ])
        #expect(run.findings.map(\.record) == [1, 2, 2, 2, 3, 4])
        #expect(run.counts.warnings == 2)
        #expect(run.counts.violations == 70_001)
    }
}
