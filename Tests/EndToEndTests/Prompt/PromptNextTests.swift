// SPDX-License-Identifier: Apache-2.0
import Testing

/// `:next`: the next record, the next with a finding, the one with a number.
@Suite struct PromptNextTests {
    private static let rules = """
        assay: 1
        fields:
          id: required
          age: integer, range(18...120)
          email: email

        """
    /// Records 3, 7 and 9 are invalid, 7 by its address.
    private static var records: String {
        (1...10).map { number in
            let age = number == 3 || number == 9 ? 17 : 30
            let email = number == 7 ? "a@" : "a@b.de"
            return #"{"id":\#(number),"age":\#(age),"email":"\#(email)"}"# + "\n"
        }.joined()
    }

    private func run(_ lines: [String], _ options: [String] = []) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "rules.yaml")
        try workshop.write(Self.records, to: "many.ndjson")
        return try Prompt.run(
            [":open many.ndjson"] + lines, in: workshop, ["-r", "rules.yaml"] + options)
    }

    /// The lines that say which record it is, and how many were read.
    private func heads(_ result: ProcessResult) -> [String] {
        result.output.split(separator: "\n").map(String.init).filter {
            $0.contains("record ") || $0.contains(" read, ")
        }
    }

    @Test func recordsAreCounted() throws {
        #expect(
            heads(try run([":next", ":next fail", ":next"])) == [
                "valid record 1 of many.ndjson", "1 read, 0 invalid",
                "invalid record 3 of many.ndjson", "1 record skipped; 3 read, 1 invalid",
                "valid record 4 of many.ndjson", "4 read, 1 invalid",
            ])
    }

    @Test(arguments: ["email.syntax", "email"])
    func codeOrRuleIsLookedFor(name: String) throws {
        #expect(
            heads(try run([":next \(name)", ":next \(name)"])) == [
                "invalid record 7 of many.ndjson", "6 records skipped; 7 read, 2 invalid",
                "no more records: 10 read, 3 invalid (1 of the last 3)",
            ])
    }

    @Test func numberIsGoneToForwardsAndBack() throws {
        #expect(
            heads(try run([":next 7", ":next 3", ":next 3", ":next", ":next 11", ":next"])) == [
                "invalid record 7 of many.ndjson", "6 records skipped; 7 read, 2 invalid",
                "invalid record 3 of many.ndjson", "2 records skipped; 3 read, 1 invalid",
                "invalid record 3 of many.ndjson", "2 records skipped; 3 read, 1 invalid",
                "valid record 4 of many.ndjson", "4 read, 1 invalid",
                "no more records: 10 read, 3 invalid (2 of the last 6)",
                "no more records: 10 read, 3 invalid",
            ])
    }

    @Test func onlyFullAnswersHaveTheCounts() throws {
        let result = try run([":mode concise", ":next fail"])
        #expect(result.output == "invalid record 3 of many.ndjson: /age range.tooSmall\n")
    }

    @Test(
        arguments: [
            (
                "email.sintax",
                "':next' takes nothing, 'fail', a code or a number, not 'email.sintax'",
                "did you mean 'email.syntax'?"
            ),
            ("0", "records are counted from 1", "write :next [fail|CODE|NUMBER]"),
            ("-4", "records are counted from 1", "write :next [fail|CODE|NUMBER]"),
            (
                "99999999999999999999",
                "':next' takes nothing, 'fail', a code or a number, not '99999999999999999999'",
                "write :next [fail|CODE|NUMBER]"
            ),
        ])
    func wrongArgumentIsAnError(argument: String, message: String, help: String) throws {
        let result = try run([":next \(argument)"])
        let space = String(repeating: " ", count: 2 + ":next ".count)
        let carets = String(repeating: "^", count: argument.count)
        #expect(
            result.errors == """
                -:2:7: error[prompt.argument] \(message)
                  :next \(argument)
                \(space)\(carets)
                help: \(help)

                """)
        #expect(result.status == 2)
    }
}
