// SPDX-License-Identifier: Apache-2.0
import Testing

/// `test -f junit`: a case of the report for each case.
@Suite struct CaseReportTests {
    @Test func everyCaseIsListed() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            """
            cases:
              - { name: young, record: { name: Anna, age: 17 }, expect: range.tooSmall /age }
              - { name: old, record: { name: Anna, age: 33 }, valid: false }
              - { name: old, record: { name: Anna, age: 34 }, valid: true }
              - { record: { name: Anna, age: 35 }, valid: true }
              - { nam: x }

            """, to: "people.test.yaml")
        try workshop.write(
            #"{"id":"<1>","rule":"length","args":{"min":2},"value":"a","valid":true}"# + "\n"
                + #"{"rule":"length","args":{"min":2},"value":"ab","valid":true}"# + "\n",
            to: "rules.jsonl")
        let result = try RuleShellTool.run(
            ["test", "-f", "junit", "people.yaml", "rules.jsonl"], in: workshop)
        #expect(result.status == 2)
        let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(
            lines.filter { $0.hasPrefix("<testsuite ") || $0.hasPrefix("<testcase ") } == [
                #"<testsuite name="people.test.yaml" tests="5" failures="1" errors="1" skipped="0">"#,
                #"<testcase classname="people.test.yaml" name="young"/>"#,
                #"<testcase classname="people.test.yaml" name="old">"#,
                #"<testcase classname="people.test.yaml" name="old (line 4)"/>"#,
                #"<testcase classname="people.test.yaml" name="line 5"/>"#,
                #"<testcase classname="people.test.yaml" name="line 6">"#,
                #"<testsuite name="rules.jsonl" tests="2" failures="1" errors="0" skipped="0">"#,
                #"<testcase classname="rules.jsonl" name="&lt;1&gt;">"#,
                #"<testcase classname="rules.jsonl" name="line 2"/>"#,
            ])
        #expect(result.output.contains("<failure type=\"case.disagreement\" message=\""))
        #expect(result.output.contains("<error type=\"fixture.form\" message=\""))
    }
}
