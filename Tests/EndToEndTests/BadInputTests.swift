// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// What bad input gets: the exit status and the exact message.
@Suite struct BadInputTests {
    private func validate(
        _ arguments: [String], in workshop: Workshop, input: String = "",
        output: ChildProcess.Output = .pipe
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise"] + arguments, in: workshop,
            input: input, output: output)
    }

    private static let nothing = "ruleshell: 0 records: 0 valid, 0 invalid; 0 violations\n"

    @Test func missingFile() throws {
        let result = try validate(["missing.ndjson"], in: try Workshop.people())
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[input.unreadable] cannot read 'missing.ndjson': No such file or directory
                help: name a file that exists and may be read, or - for standard input

                """ + Self.nothing)
    }

    @Test func otherInputsAreReadBesideAMissingOne() throws {
        let result = try validate(
            ["missing.ndjson", "people.ndjson"], in: try Workshop.people())
        #expect(result.status == 3)
        #expect(result.output.split(separator: "\n").count == 5)
    }

    @Test func directory() throws {
        let workshop = try Workshop.people()
        #expect(mkdir(workshop.path + "/folder", 0o755) == 0)
        let result = try validate(["folder"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.isDirectory] cannot read 'folder': it is a directory
                help: name a file, or - for standard input

                """ + Self.nothing)
    }

    @Test(.enabled(if: geteuid() != 0, "only for an ordinary user"))
    func unreadableFile() throws {
        let workshop = try Workshop.people()
        let file = try workshop.write("{}\n", to: "secret.ndjson")
        #expect(chmod(file, 0) == 0)
        let result = try validate(["secret.ndjson"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.unreadable] cannot read 'secret.ndjson': Permission denied
                help: name a file that exists and may be read, or - for standard input

                """ + Self.nothing)
    }

    /// A process cannot read its memory from address 0 on: the file opens, reading it fails.
    @Test func fileThatFailsWhenItIsRead() throws {
        let result = try validate(["/proc/self/mem"], in: try Workshop.people())
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[input.unreadable] cannot read '/proc/self/mem': Input/output error
                help: name a file that exists and may be read, or - for standard input

                """ + Self.nothing)
    }

    @Test(arguments: ["ndjson", "json"])
    func emptyFile(format: String) throws {
        let workshop = try Workshop.people()
        try workshop.write("", to: "empty")
        let result = try validate(["--input-format", format, "empty"], in: workshop)
        if format == "ndjson" {
            #expect(result.status == 0)
            #expect(result.output == "")
            #expect(
                result.errors == """
                    ruleshell: warning[input.noRecords] no record was read
                    help: name inputs that have records; --min-records 1 makes this an error, \
                    --min-records 0 allows it

                    """ + Self.nothing)
        } else {
            #expect(result.status == 1)
            #expect(result.output.hasPrefix("empty:1:1: error[record.malformed] "))
        }
    }

    @Test func emptyCSVHasNoHeader() throws {
        let workshop = try Workshop.people()
        try workshop.write("", to: "empty.csv")
        let result = try validate(["empty.csv"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[input.header] cannot read 'empty.csv' as CSV: it has neither a header "
            ))
    }

    @Test func ruleSetThatIsMissing() throws {
        let result = try RuleShellTool.run(["validate", "-r", "r.yaml"], in: try Workshop())
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors:
                        """
                        ruleshell: error[ruleSet.file] r.yaml cannot be read: No such file or directory
                        help: name a file that exists and may be read

                        """
                ))
    }

    @Test func everyIssueOfARuleSetIsShownWithItsPlace() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            felds: {}
            fields:
              name: required, lenght(3...20)
              age: integer, range(18..120)
              mail: email, nosuchrule
              code: regex(/[a-z/)
              size: length(min="x")
              kind: oneOf("a" "b")
              tags[: maxItems(5)
              zip: length(3...20, 5)
            unknownFields: maybe

            """, to: "ten.yaml")
        let result = try RuleShellTool.run(["validate", "-r", "ten.yaml"], in: workshop)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == Self.tenIssues)
    }

    private static let tenIssues = #"""
        ten.yaml:2:1: error[ruleSet.unknownKey] there is no key 'felds'
          felds: {}
          ^
        help: did you mean 'fields'?
        ten.yaml:4:19: error[rule.unknown] name: there is no rule 'lenght'
            name: required, lenght(3...20)
                            ^
        help: did you mean 'length'?
        ten.yaml:5:25: error[expression.range] age: expected '...', found '..'
            age: integer, range(18..120)
                                  ^
        help: write three dots in a range
        ten.yaml:6:16: error[rule.unknown] mail: there is no rule 'nosuchrule'
            mail: email, nosuchrule
                         ^
        ten.yaml:7:9: error[pattern.syntax] code: the pattern is wrong: missing terminating ] for character class at offset 4
            code: regex(/[a-z/)
                  ^
        help: [a-z
                  ^
        ten.yaml:8:20: error[argument.type] size: length: argument 'min' takes an integer from 0 to 9223372036854775807, not "x"
            size: length(min="x")
                             ^
        ten.yaml:9:19: error[expression.syntax] kind: expected ',' or ')', found '"'
            kind: oneOf("a" "b")
                            ^
        help: write a comma between the two
        ten.yaml:10:8: error[field.syntax] tags[: 'tags[' is not a field path: expected ']' at byte 5
            tags[: maxItems(5)
                 ^
        ten.yaml:11:23: error[argument.type] zip: length: argument 'unit' takes one of characters, codePoints, utf16, bytes, not 5
            zip: length(3...20, 5)
                                ^
        ten.yaml:12:16: error[ruleSet.value] 'unknownFields' must be one of allow, warn, reject, not 'maybe'
          unknownFields: maybe
                         ^

        """#

    @Test func pluginThatTheRuleSetNamesIsMissing() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nplugins: [acme]\nfields:\n  a: acme.taxId\n", to: "r.yaml")
        let result = try RuleShellTool.run(["validate", "-r", "r.yaml"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors == """
                r.yaml:2:11: error[plugin.missing] the rule set needs the plugin 'acme', which is not loaded
                  plugins: [acme]
                            ^
                help: load its library; no plugin is loaded
                r.yaml:4:6: error[rule.unknown] a: there is no rule 'acme.taxId'
                    a: acme.taxId
                       ^
                help: a plugin has this rule: load 'acme' with --plugin FILE

                """)
    }

    @Test func pluginThatIsNone() throws {
        let workshop = try Workshop.people()
        let result = try validate(["--plugin", "people.yaml", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[plugin.format] cannot load plugin 'people.yaml': found a file that does \
                not begin as ELF, expected an ELF library
                help: build the plugin again as a shared library for this machine

                """)
    }

    @Test func closedOutputEndsTheRunQuietly() throws {
        let workshop = try Workshop.people()
        let bad = try validate(["people.ndjson"], in: workshop, output: .closedPipe)
        #expect(bad.status == 1)
        #expect(
            bad.errors
                == "ruleshell: 4 records: 1 valid, 3 invalid; 3 violations, 1 warning, 1 fault, 1 malformed\n"
        )
        let good = try validate(
            [], in: workshop, input: "{\"name\":\"Anna\",\"age\":33}\n", output: .closedPipe)
        #expect(good.status == 0)
    }

    @Test func fullDiskIsReported() throws {
        let result = try validate(
            ["people.ndjson"], in: try Workshop.people(), output: .file("/dev/full"))
        #expect(result.status == 2)
        #expect(
            result.errors.hasSuffix(
                """
                ruleshell: error[output.unwritable] cannot write standard output: No space left on device
                help: free some space, or name another file

                """))
    }

    @Test func fullDiskOfTheSummaryIsReported() throws {
        let result = try validate(
            ["--summary", "/dev/full", "people.ndjson"], in: try Workshop.people())
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write '/dev/full': No space left on device
                help: free some space, or name another file

                """)
    }

    @Test func summaryThatCannotBeCreatedIsReportedBeforeAnythingIsRead() throws {
        let result = try validate(
            ["--summary", "no/folder", "people.ndjson"], in: try Workshop.people())
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write 'no/folder': No such file or directory
                help: there is no directory 'no': create it, or name another file

                """)
    }
}
