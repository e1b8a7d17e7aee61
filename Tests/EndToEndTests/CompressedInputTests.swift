// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Packed inputs give the report of what they hold.
@Suite struct CompressedInputTests {
    private static let people = GeneratedPeople(count: 9_000)

    private func validate(
        _ arguments: [String], in workshop: Workshop, input: String = ""
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise"] + arguments, in: workshop,
            input: input)
    }

    @Test(arguments: ["ndjson", "json", "csv"])
    func packedInputGivesTheSameReport(format: String) throws {
        let workshop = try Workshop.people()
        let people = Self.people
        let text = format == "csv" ? people.csv : format == "json" ? people.json : people.ndjson
        try workshop.write(text, to: "a.\(format)")
        let plain = try validate(["--summary", "s.json", "a.\(format)"], in: workshop)
        let summary = try Self.counts(workshop)
        #expect(summary["bytes"] == .integer(Int64(text.utf8.count)))
        for name in try workshop.packed("a.\(format)") {
            for jobs in ["1", "3"] {
                let packed = try validate(["-j", jobs, "--summary", "s.json", name], in: workshop)
                #expect(packed.status == 1)
                #expect(packed.errors == "")
                #expect(packed.output.replacing(name, with: "a.\(format)") == plain.output)
                #expect(try Self.counts(workshop) == summary)
            }
        }
    }

    private static func counts(_ workshop: Workshop) throws -> Value {
        guard case .object(var object) = try JSONValueParser.parse(workshop.read("s.json")) else {
            throw TestFailure(description: "the summary is no object")
        }
        object["seconds"] = nil
        return .object(object)
    }

    @Test func packedStandardInputIsKnownByItsFirstBytes() throws {
        let workshop = try Workshop.people()
        let plain = try validate(["people.ndjson"], in: workshop)
        for name in try workshop.packed("people.ndjson") {
            let tool = try RuleShellTool.product("ruleshell")
            let piped = try ChildProcess(
                "/bin/sh", ["-c", "\(tool) validate -r people.yaml -f concise <\(name)"],
                in: workshop.path
            ).finish()
            #expect(piped.output == plain.output.replacing("people.ndjson:", with: "-:"))
            #expect(piped.errors == plain.errors)
        }
    }

    @Test func compressionThatIsNamedIsNotGuessed() throws {
        let workshop = try Workshop.people()
        let result = try validate(["--compression", "gz", "people.ndjson"], in: workshop)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[input.compression] cannot read 'people.ndjson' as gzip: it does \
                not begin like gzip
                help: records before that byte are validated; --compression names the format of the inputs
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
        let name = try workshop.packed("people.ndjson")[0]
        let raw = try validate(
            ["--compression", "none", "--input-format", "ndjson", name], in: workshop)
        #expect(raw.status == 1)
        #expect(raw.output.hasPrefix("\(name):1:"))
    }

    /// Records before the damage are validated, for any number of threads.
    @Test(arguments: [
        (
            "head -c -9000 a.ndjson.gz >b.gz", "it ends at byte NUMBER, in the middle of the data",
            false
        ),
        (
            "cp a.ndjson.gz b.gz; printf 'hello' >>b.gz",
            "after its end, at byte NUMBER, there is other data", true
        ),
        (
            "cp a.ndjson.gz b.gz; printf 'x' | dd of=b.gz bs=1 conv=notrunc seek=$(($(wc -c <b.gz) - 7))",
            "damaged after byte NUMBER: incorrect data check", true
        ),
    ])
    func damagedInputIsReadUpToTheDamage(
        command: String, reason: String, isWhole: Bool
    ) throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.people.ndjson, to: "a.ndjson")
        _ = try workshop.packed("a.ndjson")
        let made = try ChildProcess("/bin/sh", ["-c", command], in: workshop.path).finish()
        #expect(made.status == 0)
        let whole = try validate(["a.ndjson"], in: workshop)
        let wanted = whole.output.replacing("a.ndjson:", with: "b.gz:")
        for jobs in ["1", "2", "4"] {
            let result = try validate(
                ["-j", jobs, "--input-format", "ndjson", "b.gz"], in: workshop)
            #expect(result.status == 3)
            #expect(wanted.hasPrefix(result.output))
            #expect((result.output == wanted) == isWhole)
            #expect(result.output.utf8.count > wanted.utf8.count / 2)
            let first = result.errors.split(separator: "\n").first.map(String.init) ?? ""
            #expect(
                first.replacing(#/byte \d+/#, with: "byte NUMBER")
                    == "ruleshell: error[input.compression] cannot read 'b.gz' as gzip: \(reason)")
        }
    }

    @Test func damagedInputLeavesTheOthersAlone() throws {
        let workshop = try Workshop.people()
        try workshop.write([0x1F, 0x8B, 8, 0, 0], to: "cut.gz")
        let result = try validate(["cut.gz", "missing", "people.ndjson"], in: workshop)
        #expect(result.status == 3)
        #expect(result.output.split(separator: "\n").count == 5)
        #expect(
            result.errors == """
                ruleshell: error[input.compression] cannot read 'cut.gz' as gzip: it ends at byte \
                5, in the middle of the data
                help: records before that byte are validated; --compression names the format of the inputs
                ruleshell: error[input.unreadable] cannot read 'missing': No such file or directory
                help: name a file that exists and may be read, or - for standard input
                ruleshell: 4 records: 1 valid, 3 invalid; 3 violations, 1 warning, 1 fault, 1 malformed

                """)
    }

    @Test func cellsWithoutAHeaderAreNumbered() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "assay: 1\nunknownFields: warn\nfields:\n  1: required, length(3...)\n  \"2\": integer\n",
            to: "cells.yaml")
        try workshop.write("\n\nBo,12,x\nAnna,y,z\na,b\n", to: "a.csv")
        let result = try RuleShellTool.run(
            ["validate", "-r", "cells.yaml", "-f", "concise", "--no-header", "a.csv"], in: workshop)
        #expect(
            result.output == """
                a.csv:1:1: warning[record.unknownField] /3 is not a field of the rule set
                a.csv:3:1: error[length.tooShort] /1 must have at least 3 characters: "Bo"
                a.csv:4:6: error[integer.notWhole] /2 must be a whole number: "y"
                a.csv:5:1: error[record.malformed] cannot be parsed: wrong number of \
                cells: found 2, expected 3

                """)
        #expect(
            result.errors
                == "ruleshell: 3 records: 0 valid, 3 invalid; 3 violations, 1 warning, 1 malformed\n"
        )
    }
}

extension Workshop {
    /// Packs a file beside it, with the programs that are at hand; gzip is.
    ///
    /// - Returns: The names of the compressed files.
    func packed(_ name: String) throws -> [String] {
        var names: [String] = []
        for (program, ending) in [("gzip", "gz"), ("zstd", "zst")] where Toolchain.has(program) {
            let command = "\(program) -qc \(name) >\(name).\(ending)"
            let result = try ChildProcess("/bin/sh", ["-c", command], in: path).finish()
            guard result.status == 0 else { throw TestFailure(description: result.errors) }
            names.append("\(name).\(ending)")
        }
        return names
    }
}
