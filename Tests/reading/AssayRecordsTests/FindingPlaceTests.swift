// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
@_spi(Engine) import AssayRecords
import CRecordReader
import Testing
import TestRandomness

/// The place of every finding of a document is the one that a search of its text finds.
@Suite struct FindingPlaceTests {
    /// No value passes, absent ones included.
    private struct NeverRule: Rule {
        static let definition = RuleDefinition(
            NeverRule.self, "never", "No value passes",
            codes: [RuleCode("never.failed", "is wrong")], examples: [],
            traits: [.acceptsMissing])

        init(_ arguments: Arguments) {}

        func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .fail() }
    }

    private static let fields = [
        "a", "b", "é", "a.c", "a.é", "a.c.b", "b[*]", "b[*].a", "b[1]", "b[1].c", "c[*][*]",
    ]
    private static let keys = [
        "a", "\\u0061", "b", "\\u0062", "c", "é", "\\u00e9", "x\\\"y", "other",
        "a key that is longer than others", "a key that is longer than any of the others",
    ]

    private static func plan() throws -> ValidationPlan {
        let registry = RuleRegistry()
        try registry.register(NeverRule.definition)
        let paths =
            try fields.map { try FieldPath($0) }
            + ["x\"y", "a key that is longer than others"].map { FieldPath(key: $0) }
        let fields = paths.map { Field($0, Validator(RuleExpression("never"))) }
        return try ValidationPlan(
            RuleSet(fields, unknownFields: .allow, maximumViolations: 1_000_000),
            registry: registry)
    }

    private static func space(_ random: inout SeededNumbers) -> String {
        ["", "", "", "", " ", "\n", "\r\n", "\t ", " \n\n "].randomElement(using: &random) ?? ""
    }

    private static func scalar(_ random: inout SeededNumbers) -> String {
        [
            "1", "-0.5e3", "true", "false", "null", "\"\"", "\"x,]}\"", "\"zoë 😀\"", "\"\\u0061b\"",
            "\"\\\"\"", "12345678901234567890123", "\"" + String(repeating: "é", count: 70) + "\"",
        ].randomElement(using: &random) ?? ""
    }

    private static func value(_ depth: Int, _ random: inout SeededNumbers) -> String {
        let kind = Int.random(in: 0..<6, using: &random)
        guard depth < 4, kind < 2 else { return scalar(&random) }
        if kind == 0 { return object(depth, most: 5, &random) }
        let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            space(&random) + value(depth + 1, &random) + space(&random)
        }
        return "[" + items.joined(separator: ",") + space(&random) + "]"
    }

    private static func object(_ depth: Int, most: Int, _ random: inout SeededNumbers) -> String {
        let members = (0..<Int.random(in: 0...most, using: &random)).map { _ in
            let key = keys[Int.random(in: 0..<keys.count, using: &random)]
            return space(&random) + "\"\(key)\"" + space(&random) + ":" + space(&random)
                + value(depth + 1, &random) + space(&random)
        }
        return "{" + members.joined(separator: ",") + space(&random) + "}"
    }

    private static func document(_ random: inout SeededNumbers) -> String {
        let mark = Int.random(in: 0..<4, using: &random) == 0 ? "\u{FEFF}" : ""
        let most = [0, 3, 12, 60].randomElement(using: &random) ?? 0
        return mark + space(&random) + object(0, most: most, &random) + space(&random)
    }

    /// The place of a value of a document, by what the text says alone.
    private static func searched(_ pointer: String, in document: [UInt8]) -> RecordSource {
        let skipped = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(document[skipped...])
        let spaces = Array(" \t\r\n".utf8)
        let start = text.firstIndex { !spaces.contains($0) } ?? 0
        let end = (text.lastIndex { !spaces.contains($0) } ?? 0) + 1
        let range = search(pointer, in: Array(text[start..<end]))
        let before = text[..<(start + range.lowerBound)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return RecordSource(
            record: 1, byteOffset: skipped + start + range.lowerBound, byteLength: range.count,
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private static func search(_ pointer: String, in record: [UInt8]) -> Range<Int> {
        let names = pointer.split(separator: "/").map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        var range = reader_range()
        withKeys(names) { keys in
            let steps = zip(names, keys).map { name, key in
                let index = UInt64(name)
                return reader_step(
                    key: key, index: index ?? 0, is_index: index == nil ? 0 : 1, reserved: 0)
            }
            _ = reader_locate_json(
                record, UInt64(record.count), steps, UInt32(steps.count), &range)
        }
        return Int(range.offset)..<Int(range.offset + range.length)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func findingsAreWhereASearchFindsTheirValues(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let plan = try Self.plan()
        let session = ValidationSession(plan)
        let parser = try DocumentParser(plan, limits: .init(depth: 64, keys: 100_000))
        for _ in 0..<25 {
            let text = Self.document(&random)
            let bytes = Array(text.utf8)
            let batch = try bytes.withUnsafeBytes { try parser.parse($0) }
            for isAlone in [true, false] {
                let findings = isAlone ? session.validate(batch, row: 0) : session.validate(batch)
                let found = findings.report(row: 0).violations.filter { $0.rule == "never" }
                #expect(found.count >= 8)
                for violation in found {
                    #expect(
                        violation.source == Self.searched(violation.pointer, in: bytes),
                        "\(violation.pointer) in \(text)")
                }
            }
        }
    }

    /// What the test compares with is right about a document that people can count in.
    @Test func theSearchIsRight() {
        let text = Array("\u{FEFF} {\"é\" : \"ß\",\r\n  \"b\" : [ 1,\n{\"a\":2 } ]\n}".utf8)
        func place(_ pointer: String) -> [Int] {
            let source = Self.searched(pointer, in: text)
            return [source.byteOffset, source.byteLength, source.line, source.column]
        }
        #expect(place("/é") == [12, 4, 1, 9])
        #expect(place("/b") == [27, 15, 2, 9])
        #expect(place("/b/1") == [32, 8, 3, 1])
        #expect(place("/b/1/a") == [37, 1, 3, 6])
        #expect(place("/b/7") == [27, 15, 2, 9])
        #expect(place("/none") == [4, 40, 1, 2])
    }
}
