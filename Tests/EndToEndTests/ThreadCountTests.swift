// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Output of many records: the same for any number of threads, and each place is right.
@Suite struct ThreadCountTests {
    private static let people = GeneratedPeople(count: 20_000)

    private static func contents(_ format: String) -> String {
        switch format {
        case "csv": people.csv
        case "json": people.json
        default: people.ndjson
        }
    }

    private func validate(
        _ workshop: Workshop, _ file: String, _ arguments: [String]
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "--summary", "s.json", file] + arguments,
            in: workshop)
    }

    @Test(arguments: ["ndjson", "json", "csv"], ["full", "concise", "ndjson"])
    func outputDoesNotDependOnThreads(input: String, format: String) throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.contents(input), to: "a." + input)
        let one = try validate(workshop, "a." + input, ["-f", format, "-j", "1"])
        let summary = try Self.withoutSeconds(workshop.read("s.json"))
        #expect(one.status == 1)
        #expect(one.output.utf8.count > 500_000)
        for jobs in ["2", "4"] {
            let more = try validate(workshop, "a." + input, ["-f", format, "-j", jobs])
            #expect(more.output == one.output, "-j \(jobs)")
            #expect(try Self.withoutSeconds(workshop.read("s.json")) == summary, "-j \(jobs)")
        }
    }

    private static func withoutSeconds(_ text: String) throws -> Value {
        guard case .object(var object) = try JSONValueParser.parse(text) else { return .absent }
        object["seconds"] = nil
        return .object(object)
    }

    @Test(arguments: ["ndjson", "json", "csv"])
    func bytesAtEveryPlaceAreTheValue(input: String) throws {
        let workshop = try Workshop.people()
        let contents = Self.contents(input)
        try workshop.write(contents, to: "a." + input)
        let result = try validate(workshop, "a." + input, ["-f", "ndjson"])
        let bytes = Array(contents.utf8)
        let starts = Self.lineStarts(bytes)
        var values = 0
        for line in result.output.split(separator: "\n") {
            let finding = try JSONValueParser.parse(String(line))
            let place = try Self.place(finding["source"], in: bytes)
            let text = String(decoding: bytes[place], as: UTF8.self)
            #expect(Self.lineAndColumn(of: place.lowerBound, bytes, starts) == finding["source"])
            guard finding["value"] != .absent else { continue }
            values += 1
            let found = input == "csv" ? Self.cell(text) : try JSONValueParser.parse(text)
            guard found == finding["value"] else {
                Issue.record("\(text) is where \(finding["value"].json) is reported")
                return
            }
        }
        #expect(values > 5_000)
    }

    private static func place(_ source: Value, in bytes: [UInt8]) throws -> Range<Int> {
        guard case .integer(let offset) = source["byteOffset"],
            case .integer(let length) = source["byteLength"],
            Int(offset + length) <= bytes.count
        else { throw TestFailure(description: "no place in \(source.json)") }
        return Int(offset)..<Int(offset + length)
    }

    private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
        [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The source object with line and column counted anew.
    private static func lineAndColumn(
        of offset: Int, _ bytes: [UInt8], _ starts: [Int]
    ) -> SourceObject {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 }
        return SourceObject(line: low + 1, column: column + 1)
    }

    private struct SourceObject {
        let line: Int
        let column: Int

        static func == (left: SourceObject, right: Value) -> Bool {
            right["line"] == .integer(Int64(left.line))
                && right["column"] == .integer(Int64(left.column))
        }
    }

    private static func cell(_ text: String) -> Value {
        guard text.hasPrefix("\"") else { return .string(text) }
        let inner = text.dropFirst().dropLast()
        return .string(
            inner.split(separator: "\"\"", omittingEmptySubsequences: false)
                .joined(separator: "\""))
    }

    @Test(arguments: ["ndjson", "json"], [1, 2, 7, 1500, 9000])
    func runEndsAfterTheLastErrorThatIsWanted(format: String, limit: Int) throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.people.ndjson, to: "a.ndjson")
        let whole = try validate(workshop, "a.ndjson", ["-f", "ndjson"])
        let wanted = try Self.upTo(limit, whole.output)
        for jobs in ["1", "3"] {
            let cut = try validate(
                workshop, "a.ndjson", ["-f", format, "-j", jobs, "--max-errors", "\(limit)"])
            #expect(cut.status == 1)
            #expect(try Self.findings(cut.output, format) == wanted)
            let summary = try JSONValueParser.parse(workshop.read("s.json"))
            let isCut = limit < 9000
            #expect((summary["truncated"] == true) == isCut)
            let errors = wanted.count { !$0.contains(#""severity":"warning""#) }
            #expect(summary["violations"] == .integer(Int64(errors)))
            #expect(summary["warnings"] == .integer(Int64(wanted.count - errors)))
            let last = try JSONValueParser.parse(try #require(wanted.last))
            if isCut { #expect(summary["records"] == last["record"]) }
        }
    }

    private static func upTo(_ limit: Int, _ output: String) throws -> [String] {
        var remaining = limit
        var lines: [String] = []
        for line in output.split(separator: "\n") where remaining > 0 {
            if !line.contains(#""severity":"warning""#) { remaining -= 1 }
            lines.append(String(line))
        }
        return lines
    }

    private static func findings(_ output: String, _ format: String) throws -> [String] {
        if format == "ndjson" { return output.split(separator: "\n").map(String.init) }
        guard case .array(let findings) = try JSONValueParser.parse(output)["violations"] else {
            return []
        }
        return findings.map(\.json)
    }
}

/// Why a test cannot continue.
struct TestFailure: Error, CustomStringConvertible {
    let description: String
}
