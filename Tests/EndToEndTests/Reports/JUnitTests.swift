// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate -f junit`.
@Suite struct JUnitTests {
    private func validate(_ arguments: String..., in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "junit"] + arguments, in: workshop)
    }

    /// The report with every time as 0.
    private func timeless(_ report: String) -> String {
        report.replacing(#/time="[0-9.]+"/#, with: "time=\"0\"")
    }

    @Test func suiteHasACaseForEachRule() throws {
        let result = try validate("people.ndjson", in: Workshop.people())
        #expect(result.status == 1)
        #expect(
            timeless(result.output) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="ruleshell">
                 <testsuite name="people.ndjson" tests="9" failures="3" errors="1" skipped="0" time="0">
                  <testcase classname="people.yaml" name="input"/>
                  <testcase classname="people.yaml" name="name: required"/>
                  <testcase classname="people.yaml" name="name: length(3...20)">
                   <failure type="length.tooShort" message="length.tooShort 1">people.ndjson:2:9: \
                error[length.tooShort] /name must have at least 3 characters: &quot;Bo&quot;
                </failure>
                  </testcase>
                  <testcase classname="people.yaml" name="age: required"/>
                  <testcase classname="people.yaml" name="age: integer"/>
                  <testcase classname="people.yaml" name="age: range(18...120)">
                   <failure type="range.tooSmall" message="range.tooSmall 1">people.ndjson:2:20: \
                error[range.tooSmall] /age must be at least 18: 17
                </failure>
                  </testcase>
                  <testcase classname="people.yaml" name="code: regex(/^(a+)+\\1$/)">
                   <error type="fault.matchLimit" message="fault.matchLimit 1">people.ndjson:4:33: \
                fault[fault.matchLimit] /code could not be checked by regex: the pattern&#39;s match \
                limit was reached
                </error>
                  </testcase>
                  <testcase classname="people.yaml" name="nick: length(...3)">
                   <system-out>length.tooLong 1
                people.ndjson:2:30: warning[length.tooLong] /nick must have at most 3 characters: &quot;abcde&quot;
                </system-out>
                  </testcase>
                  <testcase classname="people.yaml" name="record">
                   <failure type="record.malformed" message="record.malformed 1">people.ndjson:3:9: \
                error[record.malformed] cannot be parsed: unexpected end of the record
                </failure>
                  </testcase>
                 </testsuite>
                </testsuites>

                """)
    }

    @Test(
        .enabled(if: Toolchain.has("xmllint"), "no xmllint: the report is not held against the XSD")
    )
    func reportFitsTheSchema() throws {
        let workshop = try Workshop.people()
        let schema = try DocumentationExample.text(of: "Tests/EndToEndTests/Schemas/junit.xsd")
        try workshop.write(schema, to: "junit.xsd")
        try workshop.write("{\"name\":\"<&\\\"'\\u0001\\uFFFF>\",\"age\":\"\"}\n", to: "b.ndjson")
        let report = try validate("people.ndjson", "missing.ndjson", "b.ndjson", in: workshop)
        try workshop.write(report.output, to: "report.xml")
        let check = try ChildProcess(
            "/usr/bin/env",
            ["-C", workshop.path, "xmllint", "--noout", "--schema", "junit.xsd", "report.xml"]
        ).finish()
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func longListsAreCut() throws {
        let workshop = try Workshop.people()
        let lines = String(repeating: "{\"name\":\"Anna\",\"age\":17}\n", count: 1_000)
        try workshop.write(lines, to: "many.ndjson")
        let output = try validate("-j", "3", "many.ndjson", in: workshop).output
        #expect(output.ranges(of: "error[range.tooSmall]").count == 20)
        #expect(output.contains("many.ndjson:20:22: "))
        #expect(output.contains("message=\"range.tooSmall 1000\""))
        #expect(output.contains("\nand 980 more\n</failure>"))
    }

    @Test func everyInputHasASuite() throws {
        let workshop = try Workshop.people()
        let result = try validate("people.ndjson", "missing.ndjson", "people.ndjson", in: workshop)
        #expect(result.status == 3)
        #expect(result.output.ranges(of: "<testsuite ").count == 3)
        #expect(result.output.ranges(of: "message=\"range.tooSmall 1\"").count == 2)
        #expect(
            result.output.contains(
                "<error type=\"input.unreadable\" message=\"cannot read &#39;missing.ndjson&#39;: "
                    + "No such file or directory\"/>"))
    }
}
