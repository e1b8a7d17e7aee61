// SPDX-License-Identifier: Apache-2.0
import Testing

/// Fields by their places, near names, and what Tab makes of paths and values.
@Suite struct PromptTargetTests {
    private static let rules = """
        assay: 1
        fields:
          balance: required, number
          status: required, oneOf("open", "on hold", "true", 7)
          isPaid: boolean
          items[*].qty: required, integer, range(1...)
          items[*].quality: integer
          grid[*][*]: integer

        """

    private func workshop() throws -> StateWorkshop {
        let workshop = try StateWorkshop()
        try workshop.files.write(Self.rules, to: "rules.yaml")
        try workshop.files.write(
            #"{"items":[{"qty":0},{"qty":0}],"status":"open"}"# + "\n", to: "one.ndjson")
        return workshop
    }

    private func run(_ lines: [String], _ options: [String] = []) throws -> ProcessResult {
        try Prompt.run(lines, in: workshop().files, ["-r", "rules.yaml"] + options)
    }

    // MARK: - Places

    @Test func indexIsThePlaceOfOneElement() throws {
        let result = try run([
            "items[0].qty 0", "items[2].qty 5", "items[1].qty absent", "grid[1][0] x",
            "items[0].qty",
        ])
        #expect(
            result.output == """
                invalid items[0].qty 0
                  error[range.tooSmall] /items/0/qty must be at least 1
                valid items[2].qty 5
                invalid items[1].qty absent
                  error[required.missing] /items/1/qty is required
                invalid grid[1][0] "x"
                  error[integer.kind] /grid/1/0 must be a number
                items[*].qty
                  required
                  integer
                  range(1...)

                """)
        #expect(result.errors == "")
    }

    /// What else is wrong in the record that was read is not part of the answer.
    @Test func answerIsAboutThePlaceAlone() throws {
        let result = try run([
            ":open one.ndjson", ":mode concise", ":next", "items[0].qty 3", "items[1].qty 0",
            ":why",
        ])
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.dropFirst().first == "valid items[0].qty 3")
        #expect(lines.dropFirst(2).first == "invalid items[1].qty 0: /items/1/qty range.tooSmall")
        #expect(!Prompt.withoutTimes(result.output).contains("/items/0/qty 3\n"))
        #expect(result.output.contains("/items/1/qty 0"))
    }

    @Test func pathThatIsNoFieldIsNoPlace() throws {
        let result = try run(["items[x].qty 0"])
        #expect(result.status == 2)
        let other = try run(["rows[0] 0"])
        #expect(other.status == 2)
    }

    // MARK: - Near names

    @Test func nearFieldIsNamed() throws {
        let result = try run(["balence 5"])
        #expect(
            result.errors == """
                -:1:1: error[rule.unknown] there is no rule 'balence'
                  balence 5
                  ^^^^^^^
                help: did you mean the field 'balance'?

                """)
    }

    @Test func nearRuleIsNamedToo() throws {
        let result = try run(["statuss 5"])
        #expect(result.errors.contains("did you mean the field 'status'?"))
        let rule = try run(["lenght(3) 5"])
        #expect(rule.errors.contains("did you mean 'length'?"))
        #expect(!rule.errors.contains("the field"))
    }

    // MARK: - Tab

    /// What is typed, and the line that Tab makes of it.
    @Test(
        arguments: [
            ("len\t", "length("), ("emai\t", "email"), ("length(un\t", "length(unit="),
            ("length(3..., unit=b\t", "length(3..., unit=bytes"),
            ("items[*].qt\t", "items[*].qty"), ("items[0].qua\t", "items[0].quality"),
            ("items[0].q\t", "items[0].q"), ("bal\t", "balance"),
            ("status op\t", "status open"), ("status on\t", "status on hold"),
            ("status \"t\t", "status \"true\""),
            ("status \"op\t", "status \"open\""), ("status \"on\t", "status \"on hold\""),
            ("oneOf(\"a1\", \"b2\") \"b\t", "oneOf(\"a1\", \"b2\") \"b2\""),
            ("isPaid f\t", "isPaid false"),
            ("oneOf(\"a1\", \"b2\") b\t", "oneOf(\"a1\", \"b2\") b2"),
            (":explain length.tooS\t", ":explain length.tooShort"),
            (":next range.tooS\t", ":next range.tooSmall"), (":next f\t", ":next fail"),
            // The word of another tool becomes the rule for it.
            ("sameAs(items[*].qt\t", "sameAs(items[*].qty"),
            ("requiredWith(balance, items[*].qua\t", "requiredWith(balance, items[*].quality"),
            ("equals(items[*].qua\t", "equals(items[*].qua"),
            ("requiredIf(items[*].q\t", "requiredIf(items[*].q"),
            ("minLength\t", "length("), ("guid\t", "uuid"), (":rules guid\t", ":rules uuid"),
        ])
    func tabCompletes(typed: String, line: String) throws {
        let workshop = try workshop()
        let terminal = try PseudoTerminal.prompt(
            ["-r", "rules.yaml"], in: workshop.files, name: "rules")
        try terminal.type(":set hints off\r")
        try terminal.expectScreen("the second prompt") {
            $0.lines.contains("rules> :set hints off") && $0.lineWithCursor == "rules> "
        }
        try terminal.type(typed)
        try terminal.expectPrompt("rules> " + line)
        try terminal.expectEnd()
    }

    @Test func tabListsPathsValuesAndArguments() throws {
        let workshop = try workshop()
        let terminal = try PseudoTerminal.prompt(
            ["-r", "rules.yaml"], in: workshop.files, name: "rules")
        for (typed, listing) in [
            ("items[*].q\t", "items[*].qty      items[*].quality"),
            ("\u{15}status \t", "\"true\"   7        on hold  open"),
            ("\u{15}length(\t", "max=   min=   unit="),
            ("\u{15}max\t", "maxItems       maxProperties"),
        ] {
            try terminal.type(typed)
            try terminal.expectLine(listing)
        }
        try terminal.expectEnd()
    }

    /// Places of the record that was read last are paths too.
    @Test func tabKnowsThePlacesOfTheRecord() throws {
        let workshop = try workshop()
        let terminal = try PseudoTerminal.prompt(
            ["-r", "rules.yaml"], in: workshop.files, name: "rules")
        try terminal.enter(":open one.ndjson")
        try terminal.enter(":next")
        try terminal.expectLine("1 read, 1 invalid")
        try terminal.type("items[1].\t\t")
        try terminal.expectLine("items[1].qty      items[1].quality")
        try terminal.expectEnd()
    }
}
