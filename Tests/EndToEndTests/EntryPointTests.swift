// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// `validate`, `test`, `try` and the prompt find in a record what the library finds in it.
@Suite struct EntryPointTests {
    private static let seed: UInt64 = 16
    private static let count = 400

    private static let rules = """
        {"assay": 1, "unknownFields": "reject", "fields": {
          "\\"\\"": "integer",
          "\(RandomRecords.composed)": "string, length(2...)",
          "\(RandomRecords.decomposed)": "number, range(0...100)",
          "a": "required, not(equals(1))",
          "n": "multipleOf(0.1), precision(20, 2)",
          "o": ["maxProperties(2)", "allowedKeys(\\"a\\", \\"n\\", \\"\(RandomRecords.composed)\\")"],
          "o.\(RandomRecords.composed)": "equals(1)",
          "o.o.\(RandomRecords.decomposed)": "sameAs(o.\(RandomRecords.composed))",
          "l": ["uniqueItems", "maxItems(2)"],
          "l[*]": "oneOf(1, 0.1, 100, \\"\(RandomRecords.composed)\\")"
        }}
        """

    private static func manager(_ workshop: Workshop) throws -> ValidatorsManager {
        let registry = RuleRegistry.standard()
        let file = try workshop.write(rules, to: "rules.json")
        let (ruleSet, _) = try RuleSetLoader.load(file: file, registry: registry)
        return try ValidatorsManager(ruleSet, registry: registry)
    }

    /// Code and pointer of every finding.
    private static func findings(_ report: ValidationReport) -> [String] {
        (report.violations.map { "\($0.code) \($0.pointer)" }
            + report.faults.map { "\($0.code) \($0.pointer)" }).sorted()
    }

    /// Those of an object of JSON that has them.
    private static func finding(_ object: Value) -> String? {
        guard case .string(let code) = object["code"], case .string(let pointer) = object["pointer"]
        else { return nil }
        return "\(code) \(pointer)"
    }

    private static func lines(_ result: ProcessResult) -> [String] {
        result.output.split(separator: "\n").map(String.init)
    }

    /// The lines of the input, and what the library finds in each.
    private static func records(
        _ workshop: Workshop
    ) throws -> (lines: [String], findings: [[String]]) {
        var records = RandomRecords(seed: seed)
        let lines = (0..<count).map { _ in records.record() }
        let manager = try Self.manager(workshop)
        let findings = try lines.map { line in
            let record = try #require(ValidationRecord(try JSONValueParser.parse(line)))
            return Self.findings(manager.validate(record))
        }
        // Without these the tests below would say little.
        for code in [
            "record.duplicateKey", "record.unknownField", "allowedKeys.unknown", "integer.notWhole",
            "range.tooLarge", "equals.different", "oneOf.other", "maxProperties.tooMany",
        ] {
            #expect(findings.joined().contains { $0.hasPrefix(code + " ") }, "\(code)")
        }
        return (lines, findings)
    }

    @Test func filesAreValidatedAsTheLibraryValidates() throws {
        let workshop = try Workshop()
        let (lines, expected) = try Self.records(workshop)
        try workshop.write(lines.map { $0 + "\n" }.joined(), to: "records.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "rules.json", "-f", "ndjson", "records.ndjson"], in: workshop)
        #expect(result.status == 1)
        var found: [[String]] = Array(repeating: [], count: lines.count)
        for line in Self.lines(result) {
            let object = try JSONValueParser.parse(line)
            guard case .integer(let record) = object["record"] else { continue }
            found[Int(record) - 1].append(try #require(Self.finding(object)))
        }
        for index in lines.indices {
            #expect(
                Self.bytes(found[index]) == Self.bytes(expected[index]),
                "seed \(Self.seed): \(lines[index]): \(found[index]), \(expected[index])")
        }
    }

    /// In the order of their bytes: two texts that are canonically equal are different.
    private static func bytes(_ findings: [String]) -> [[UInt8]] {
        findings.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test func casesAgreeWithTheLibrary() throws {
        let workshop = try Workshop()
        let (lines, expected) = try Self.records(workshop)
        let cases = zip(lines, expected).map { line, findings in
            let expect = Value.array(findings.map { .string($0) })
            return "{\"rules\":\"rules.json\",\"record\":\(line),\"expect\":\(expect.json)}\n"
        }
        try workshop.write(cases.joined(), to: "records.test.jsonl")
        let result = try RuleShellTool.run(["test", "records.test.jsonl"], in: workshop)
        #expect(result.output == "records.test.jsonl \(Self.count)/\(Self.count)\n")
        #expect(result.status == 0)
    }

    @Test func promptFindsWhatTheLibraryFinds() throws {
        let workshop = try Workshop()
        let (lines, expected) = try Self.records(workshop)
        let result = try RuleShellTool.run(
            ["repl", "--rules", "rules.json"], in: workshop,
            input: ":mode json\n" + lines.map { $0 + "\n" }.joined())
        let answers = Self.lines(result)
        try #require(answers.count == lines.count)
        for index in lines.indices {
            let answer = try JSONValueParser.parse(answers[index])
            guard case .array(let findings) = answer["findings"] else {
                Issue.record("\(answers[index])")
                continue
            }
            #expect(
                findings.compactMap(Self.finding).sorted().map { Array($0.utf8) }
                    == expected[index].map { Array($0.utf8) },
                "seed \(Self.seed): \(lines[index])")
        }
    }

    @Test(arguments: [
        "integer, range(0...100)", "allowedKeys(\"a\"), maxProperties(1)",
        "oneOf(1, \"a\", \"é\")",
    ])
    func valuesAreTriedAsTheyAreValidated(expression: String) throws {
        let workshop = try Workshop()
        var records = RandomRecords(seed: Self.seed)
        let values = (0..<Self.count).map { _ in records.value() }
        let rules: Value = ["assay": 1, "fields": ["value": .string(expression)]]
        try workshop.write(rules.json, to: "rules.json")
        try workshop.write(values.map { "{\"value\":\($0)}\n" }.joined(), to: "values.ndjson")
        let validated = try RuleShellTool.run(
            ["validate", "-r", "rules.json", "-f", "ndjson", "values.ndjson"], in: workshop)
        var expected: [[String]] = Array(repeating: [], count: values.count)
        for line in Self.lines(validated) {
            let object = try JSONValueParser.parse(line)
            guard case .integer(let record) = object["record"],
                case .string(let code) = object["code"]
            else { continue }
            expected[Int(record) - 1].append(code)
        }

        let tried = try RuleShellTool.run(["try", expression] + values, in: workshop)
        var found: [[String]] = []
        for line in Self.lines(tried) {
            if !line.hasPrefix("  ") {
                found.append([])
            } else if let code = line.split(separator: "[")[1].split(separator: "]").first {
                found[found.count - 1].append(String(code))
            }
        }
        try #require(found.count == values.count)
        for index in values.indices {
            #expect(
                found[index].sorted() == expected[index].sorted(),
                "seed \(Self.seed): \(values[index])")
        }
    }
}
