// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayDataSets
import TestRandomness
import Testing

/// Random data sets against what a search in memory finds, with keys whose equality is known.
@Suite struct RandomDataSetTests {
    /// A value, and the class of the values that are equal to it; 0 for a value that is missing.
    private typealias Known = (json: String, kind: Int)

    private static let values: [Known] = [
        ("null", 0), ("", 0), ("1", 1), ("1.0", 1), ("1e0", 1), ("10e-1", 1), ("\"1\"", 2),
        ("\"\\u00e9\"", 3), ("\"e\\u0301\"", 4), ("100", 5), ("1e2", 5), ("\"\"", 6), ("0", 7),
        ("-0.0", 7), ("true", 8), ("false", 9), (#"{"a": 1, "b": [2, {}]}"#, 10),
        (#"{"b": [2.0, {}], "a": 1e0}"#, 10), (#"{"a": 1, "b": [{}, 2]}"#, 11), ("[1]", 12),
        ("[1.00]", 12), ("[[1]]", 13), (#"{"c": {"d": null}}"#, 14), (#"{"c": {}}"#, 15),
        ("\"a longer text, which is more than one word\"", 16),
        ("\"a longer text, which is more than one word.\"", 17), ("18446744073709551615", 18),
        ("1.8446744073709551615e19", 18), ("18446744073709551616", 19),
    ]

    private struct Record {
        var a: Known
        var b: Known
        var number: Int?
        var isOn: Bool
        var items: [Known]

        init(_ numbers: inout SeededNumbers, few: Bool) {
            let values =
                few ? Array(RandomDataSetTests.values.prefix(7)) : RandomDataSetTests.values
            func value() -> Known { values.randomElement(using: &numbers) ?? ("", 0) }
            a = value()
            b = value()
            number = Bool.random(using: &numbers) ? nil : Int.random(in: -9...9, using: &numbers)
            isOn = Bool.random(using: &numbers)
            items = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in value() }
        }

        var value: Value {
            get throws {
                var members: [String] = []
                if !a.json.isEmpty { members.append("\"a\": \(a.json)") }
                if !b.json.isEmpty { members.append("\"b\": \(b.json)") }
                if let number { members.append("\"n\": \(number)") }
                members.append("\"on\": \(isOn)")
                let items = items.map { $0.json.isEmpty ? "{}" : "{\"x\": \($0.json)}" }
                members.append("\"items\": [\(items.joined(separator: ", "))]")
                return try Value(json: "{\(members.joined(separator: ", "))}")
            }
        }
    }

    /// A search in memory for what the rules find.
    private struct Search {
        let records: [Record]
        var lines: [(record: Int, rule: Int, element: Int, text: String)] = []
        var invalid: Set<Int> = []

        init(_ records: [Record]) {
            self.records = records
            let a = records.map { [$0.a.kind] }
            let ab = records.map { [$0.a.kind, $0.b.kind] }
            findRepeated(rule: 0, a.map { $0.contains(0) ? nil : $0 })
            findRepeated(rule: 1, ab.map { $0.contains(0) ? nil : $0 })
            findRepeated(rule: 2, ab)
            findRepeated(rule: 3, zip(records, a).map { $0.isOn && $1 != [0] ? $1 : nil })
            findRepeatedElements(rule: 4)
            for (index, record) in records.enumerated() {
                if record.b.kind == 0 { add(index, 5, "5 unique.missing \(index + 1)") }
            }
            findRepeated(rule: 5, records.map { $0.b.kind == 0 ? nil : [$0.b.kind] })
            let sources = Set(records.map(\.a.kind))
            for (index, record) in records.enumerated()
            where record.b.kind != 0 && !sources.contains(record.b.kind) {
                add(index, 6, "6 references.missing \(index + 1)")
            }
            var last: Int?
            for (index, record) in records.enumerated() {
                guard let number = record.number else { continue }
                if let last, number < last { add(index, 7, "7 sorted.order \(index + 1)") }
                last = number
            }
            lines.sort { ($0.record, $0.rule, $0.element) < ($1.record, $1.rule, $1.element) }
        }

        private mutating func add(_ record: Int, _ rule: Int, element: Int = 0, _ text: String) {
            lines.append((record, rule, element, text))
            invalid.insert(record + 1)
        }

        private mutating func findRepeated(rule: Int, _ keys: [[Int]?]) {
            for (index, key) in keys.enumerated() {
                guard let key, let first = keys.firstIndex(of: key), first < index else { continue }
                add(index, rule, "\(rule) unique.repeated \(index + 1) as \(first + 1)")
            }
        }

        private mutating func findRepeatedElements(rule: Int) {
            var seen: [Int: (record: Int, element: Int)] = [:]
            for (index, record) in records.enumerated() {
                for (element, item) in record.items.enumerated() where item.kind != 0 {
                    guard let first = seen[item.kind] else {
                        seen[item.kind] = (index, element)
                        continue
                    }
                    add(
                        index, rule, element: element,
                        "\(rule) unique.repeated \(index + 1)[\(element)] "
                            + "as \(first.record + 1)[\(first.element)]")
                }
            }
        }
    }

    private static func run() throws -> TestRun {
        try TestRun(
            """
            ["unique(a)", "unique(a, b)", "unique(a, b, missing=equal)",
             {"rule": "unique(a)", "when": {"on": "equals(true)"}}, "unique(items[*].x)",
             "unique(b, missing=fail)", "references(b, all)", "sorted(n)", "sum(n, -9999...9999)"]
            """, sources: #"{"all": {"self": true, "key": ["a"]}}"#)
    }

    @Test(arguments: 1...4) func dataSetsHaveTheFindingsOfASearchInMemory(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var run = try Self.run()
        for round in 0..<500 {
            let count = Int.random(in: 0...(round % 20 == 0 ? 200 : 12), using: &numbers)
            let records = (0..<count).map { _ in Record(&numbers, few: round % 2 == 0) }
            run.workers = Int.random(in: 1...4, using: &numbers)
            run.settings.scratchMemory = Bool.random(using: &numbers) ? 16 << 20 : 4 << 10
            let ends = (0..<count).filter { _ in Bool.random(using: &numbers) }
            let outcome = try run.outcome(of: records.map { try $0.value }, ends: ends)
            let search = Search(records)
            #expect(outcome.lines == search.lines.map(\.text), "seed \(seed), round \(round)")
            #expect(outcome.invalid == search.invalid.sorted())
            #expect(outcome.newlyInvalidCount == search.invalid.count)
            let sum = records.reduce(0) { $0 + ($1.number ?? 0) }
            #expect(outcome.totals[8].result == String(sum))
        }
    }

    /// The same outcome for any number of workers, any memory and any boundaries of chunks.
    @Test func nothingDependsOnThreadsMemoryOrChunks() throws {
        var numbers = SeededNumbers(seed: 5)
        let values = try (0..<3_000).map { _ in try Record(&numbers, few: false).value }
        var run = try Self.run()
        let expected = try run.outcome(of: values)
        #expect(expected.lines.count > 3_000)
        for (workers, memory, chunk) in [
            (1, 4 << 10, 1), (2, 64 << 10, 7), (3, 100_000, 999), (16, 1 << 20, 100),
            (16, 16 << 20, 1_000),
        ] {
            run.workers = workers
            run.settings.workers = workers
            run.settings.scratchMemory = memory
            let ends = Array(stride(from: chunk, to: values.count, by: chunk))
            let outcome = try run.outcome(of: values, ends: ends)
            #expect(outcome == expected, "\(workers) workers, \(memory) bytes, chunks of \(chunk)")
        }
    }
}
