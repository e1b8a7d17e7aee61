// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import TestRandomness
import Testing

/// Elements whose columns are made for one validator at a time have the findings of all others.
@Suite struct WideSpaceTests {
    private static let rules = #"""
        assay: 1
        maximumViolations: 100000
        fields:
          limit: required, integer
          items: maxItems(40)
          items[*]: object
          items[*].a: required, integer
          items[*].b: {rules: [integer, "sameAs(items[*].a)"], policy: first}
          items[*].c.d: string
          items[*].c.e[0]: required
          items[*].c.e[*]: integer, range(0...5)
          items[*].c.e[*].f: required
          items[*].g:
            - rule: required
              when: {limit: range(3...), 'items[*].a': range(2...)}
        """#

    private func findings(
        of lines: String, _ plan: ValidationPlan, maximumSpaceBytes: Int?
    ) throws -> [String] {
        var validator = StreamValidator(plan)
        validator.options.format = .ndjson
        validator.prepareSession = { session in
            if let maximumSpaceBytes { session.maximumSpaceBytes = maximumSpaceBytes }
        }
        let found = Found()
        try validator.run(ByteSource.of(lines)) { chunk in
            (0..<chunk.findings.count).map { "\(chunk.findings.finding(at: $0))" }
        } emit: { findings, _ in
            found.all += findings
            return true
        }
        return found.all
    }

    /// Takes one chunk at a time.
    private final class Found: @unchecked Sendable {
        var all: [String] = []
    }

    @Test(arguments: 0..<8) func findingsAreThoseOfColumnsThatStay(seed: UInt64) throws {
        let (_, plan) = try RuleSetLoader.load(
            Self.rules, registry: .standard())
        var numbers = SeededNumbers(seed: seed)
        let lines = (0..<60).map { _ in Self.record(&numbers) + "\n" }.joined()
        let expected = try findings(of: lines, plan, maximumSpaceBytes: nil)
        #expect(expected.count > 60)
        #expect(try findings(of: lines, plan, maximumSpaceBytes: 0) == expected)
        #expect(try findings(of: lines, plan, maximumSpaceBytes: 30_000) == expected)
    }

    private static func record(_ numbers: inout SeededNumbers) -> String {
        let items = (0..<Int.random(in: 0...45, using: &numbers)).map { _ in item(&numbers) }
        let limit = Int.random(in: 1...5, using: &numbers)
        return "{\"limit\":\(limit),\"items\":[\(items.joined(separator: ","))]}"
    }

    private static func item(_ numbers: inout SeededNumbers) -> String {
        let members = [
            "\"a\":\(Int.random(in: 0...3, using: &numbers))", "\"a\":\"x\"",
            "\"b\":\(Int.random(in: 0...3, using: &numbers))", "\"c\":{\"d\":1}",
            "\"c\":{\"e\":[1,\"y\",9,{\"f\":null}]}", "\"c\":{\"e\":[]}", "\"g\":null", "\"g\":0",
        ]
        let chosen = members.filter { _ in Bool.random(using: &numbers) }
        return chosen.count == 7 ? "7" : "{\(chosen.joined(separator: ","))}"
    }

    /// All columns together would be 2 GB; `Benchmarks/run-hostile` shows what is taken.
    @Test func theOneFieldAmongManyElementsIsFound() throws {
        let fields = (0..<400).map { "  items[*].f\($0): integer\n" }.joined()
        let (_, plan) = try RuleSetLoader.load(
            "assay: 1\nfields:\n" + fields, registry: .standard())
        let elements = Array(repeating: "{}", count: 200_000) + ["{\"f399\":\"x\"}"]
        let line = "{\"items\":[\(elements.joined(separator: ","))]}\n"
        let found = try findings(of: line, plan, maximumSpaceBytes: nil)
        #expect(found.count == 1)
        #expect(found.first?.contains("/items/200000/f399") == true)
    }
}
