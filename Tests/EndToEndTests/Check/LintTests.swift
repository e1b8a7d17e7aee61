// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPatternAnalysis
import AssayRegex
import Glibc
import Testing

/// `ruleshell check`.
@Suite struct LintTests {
    private func check(_ fields: String, json: Bool = false) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n" + fields, to: "r.yaml")
        return try RuleShellTool.run(
            ["check"] + (json ? ["--json"] : []) + ["r.yaml"], in: workshop)
    }

    @Test(arguments: [
        (
            "range(18...120), range(130...)",
            "error[lint.contradiction] a: no value passes range(130...) and range(18...120): no number "
                + "is within both"
        ),
        (
            "positive, range(...0)",
            "error[lint.contradiction] a: no value passes range(...0) and positive: no number is within "
                + "both"
        ),
        (
            "length(5...10), length(20...30)",
            "error[lint.contradiction] a: no value passes length(20...30) and length(5...10): no length "
                + "is within both"
        ),
        (
            "minItems(3), maxItems(2)",
            "error[lint.contradiction] a: no value passes maxItems(2) and minItems(3): no number of "
                + "items is within both"
        ),
        (
            "required, prohibited",
            "error[lint.contradiction] a: no value passes prohibited and required: one requires what the "
                + "other forbids"
        ),
        (
            "integer, email",
            "error[lint.contradiction] a: no value passes email and integer: one takes a number, the "
                + "other a string"
        ),
        (
            "date(format=\"dd.MM.yyyy\"), before(\"2020-01-01\")",
            "error[lint.contradiction] a: no value passes before(\"2020-01-01\") and "
                + "date(format=\"dd.MM.yyyy\"): one reads dates of the form dd.MM.yyyy, the other "
                + "dates of the form yyyy-MM-dd and date-times"
        ),
        (
            "date(format=\"dd.MM.yyyy\"), after(\"2020-01-01\", format=\"MM/dd/yyyy\")",
            "error[lint.contradiction] a: no value passes after(\"2020-01-01\", "
                + "format=\"MM/dd/yyyy\") and date(format=\"dd.MM.yyyy\"): one reads dates of the form "
                + "dd.MM.yyyy, the other dates of the form MM/dd/yyyy"
        ),
        (
            "dateTime, before(\"2020-01-01\", format=\"dd.MM.yyyy\")",
            "error[lint.contradiction] a: no value passes before(\"2020-01-01\", "
                + "format=\"dd.MM.yyyy\") and dateTime: one reads date-times of RFC 3339, the other "
                + "dates of the form dd.MM.yyyy"
        ),
        (
            "date(format=\"dd.MM.yyyy\"), past",
            "error[lint.contradiction] a: no value passes past and date(format=\"dd.MM.yyyy\"): one "
                + "reads dates of the form dd.MM.yyyy, the other dates of the form yyyy-MM-dd and "
                + "date-times"
        ),
        (
            "after(\"2020-01-01\"), before(\"2019-01-01\")",
            "error[lint.contradiction] a: no value passes before(\"2019-01-01\") and "
                + "after(\"2020-01-01\"): no date is within both"
        ),
        (
            "afterOrEqual(\"2020-01-01\"), before(\"2020-01-01\")",
            "error[lint.contradiction] a: no value passes before(\"2020-01-01\") and "
                + "afterOrEqual(\"2020-01-01\"): no date is within both"
        ),
        (
            "before(\"2020-01-01\"), before(\"2019-01-01\")",
            "warning[lint.shadowed] a: before(\"2020-01-01\") never fails alone: "
                + "before(\"2019-01-01\") is stricter"
        ),
        ("email, string", "warning[lint.shadowed] a: string never fails alone: email is stricter"),
        ("luhn, digits", "warning[lint.shadowed] a: digits never fails alone: luhn is stricter"),
        ("digits, luhn", "warning[lint.shadowed] a: digits never fails alone: luhn is stricter"),
        (
            "oneOf([1, 2]), range(5...)",
            "error[lint.contradiction] a: no value of oneOf([1, 2]) passes range(5...)"
        ),
        (
            "oneOf([\"a\", \"bb\"]), length(2...)",
            "warning[lint.deadValue] a: \"a\" never passes: length(2...) rejects it"
        ),
        (
            "range(0...100), range(10...50)",
            "warning[lint.shadowed] a: range(0...100) never fails alone: range(10...50) is stricter"
        ),
        (
            "length(3...20), length(1...)",
            "warning[lint.shadowed] a: length(1...) never fails alone: length(3...20) is stricter"
        ),
        (
            "required, filled",
            "warning[lint.shadowed] a: filled never fails alone: required is stricter"
        ),
        (
            "oneOf([\"a\", \"b\"]), length(...3)",
            "warning[lint.shadowed] a: length(...3) never fails alone: it accepts every value of "
                + "oneOf([\"a\", \"b\"])"
        ),
        (
            "length(3)",
            "warning[lint.openBound] a: length(3) means at least 3, not exactly 3"
        ),
        (
            "not(length(3, unit=bytes))",
            "warning[lint.openBound] a: length(3, unit=bytes) means at least 3, not exactly 3"
        ),
        (
            "integer, number",
            "warning[lint.shadowed] a: number never fails alone: integer is stricter"
        ),
        (
            "number, integer",
            "warning[lint.shadowed] a: number never fails alone: integer is stricter"
        ),
        (
            "luhn, creditCard(separators=false)",
            "warning[lint.shadowed] a: luhn never fails alone: creditCard(separators=false) is stricter"
        ),
        (
            "luhn(separators=true), creditCard",
            "warning[lint.shadowed] a: luhn(separators=true) never fails alone: creditCard is stricter"
        ),
        (
            "creditCard(separators=false), luhn",
            "warning[lint.shadowed] a: luhn never fails alone: creditCard(separators=false) is stricter"
        ),
        ("email, email", "warning[lint.duplicate] a: email appears twice"),
        (
            "anyOf(email, regex(/^(\\w+\\s?)*$/))",
            "warning[lint.catastrophicBacktracking] a: the pattern takes 2.0 times as many steps with each "
                + "further \"a\"; Assay runs it as an automaton, but other programs do not"
        ),
    ])
    func doubtfulRulesAreFound(rules: String, message: String) throws {
        let result = try check("  a: '\(rules)'\n")
        let first = result.output.split(separator: "\n").first ?? ""
        #expect(first.drop { $0 != " " }.dropFirst() == message)
        #expect(first.hasPrefix("r.yaml:3:"))
        let totals = result.output.split(separator: "\n").last { !$0.hasPrefix("note[") } ?? ""
        #expect(totals.hasSuffix(message.hasPrefix("e") ? "1 error, 0 warnings" : "1 warning"))
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("length(3)", "write length(3...) for at least, or length(3...3) for exactly"),
        (
            "length(3, unit=bytes)",
            "write length(3..., unit=bytes) for at least, or length(3...3, unit=bytes) for exactly"
        ),
    ])
    func openBoundIsHelped(rules: String, help: String) throws {
        let result = try check("  a: '\(rules)'\n")
        #expect(result.output.contains("\nhelp: \(help)\n"), "\(result.output)")
    }

    @Test(arguments: [
        "required, string, length(3...20), regex(/^[a-z]+$/)", "integer, range(1...5)",
        "range(0...), range(...10)", "required, oneOf([\"a\", \"b\"])", "string, email",
        "length(1...3, unit=bytes), length(5...9, unit=utf16)", "range(0...10), range(0...10.5)",
        "range(...5), range(5...)", "regex(/^\\d{4}-\\d\\d$/), length(7...7)",
        "prohibitedIf(b, 1), required", "length(3, 20), digits(3)", "length(3, max=20)",
        "length(max=3)", "creditCard, luhn", "range(exclusiveMin=0)",
        "anyOf(range(0...1), range(5...6))", "luhn(separators=true), digits", "luhn, digits(16)",
        "date, before(\"2020-01-01\")", "dateTime, after(\"2020-01-01\"), before(\"2021-01-01\")",
        "afterOrEqual(\"2020-01-01\"), beforeOrEqual(\"2020-01-01\")", "date, past",
        "date(format=\"dd.MM.yyyy\"), before(\"2020-01-01\", format=\"d.M.yyyy\")",
        "date(format=\"MM/dd/yyyy\"), after(\"2020-01-01\", format=\"dd/MM/yyyy\")",
        "present, prohibited", "sameAs(b), differentFrom(c)",
    ])
    func usualRulesAreNot(rules: String) throws {
        let result = try check("  a: '\(rules)'\n  b: []\n  c: []\n")
        let isShadow = rules.hasPrefix("range(0...10),")
        #expect(result.status == (isShadow ? 1 : 0), "\(result.output)")
        if !isShadow { #expect(result.output.hasPrefix("1 rule set: nothing found\n")) }
    }

    @Test func theFormOfADateIsProposed() throws {
        for rules in [
            "date(format=\"dd.MM.yyyy\"), before(\"2020-01-01\")",
            "before(\"2020-01-01\"), date(format=\"dd.MM.yyyy\")",
        ] {
            let result = try check("  a: '\(rules)'\n")
            #expect(
                result.output.contains(
                    "\nhelp: write before(\"2020-01-01\", format=\"dd.MM.yyyy\")\n"),
                "\(result.output)")
        }
    }

    @Test func aFieldThatTheRuleSetDoesNotHaveIsFound() throws {
        let result = try check(
            """
              kind: string
              vat: requiredIf(kindd, "company")
              zip: [{rule: digits(5), when: {kid: equals("x")}}]
              other: sameAs(somethingElse), not(differentFrom("kind.x"))

            """)
        #expect(
            result.output == """
                r.yaml:4:19: warning[lint.unknownField] vat: requiredIf(kindd, "company") names the field \
                'kindd', which the rule set does not have
                    vat: requiredIf(kindd, "company")
                                    ^^^^^
                help: did you mean 'kind'?

                r.yaml:5:34: warning[lint.unknownField] zip: the condition of digits(5) names the field \
                'kid', which the rule set does not have
                    zip: [{rule: digits(5), when: {kid: equals("x")}}]
                                                   ^
                help: did you mean 'kind'?

                r.yaml:6:17: warning[lint.unknownField] other: sameAs(somethingElse) names the field \
                'somethingElse', which the rule set does not have
                    other: sameAs(somethingElse), not(differentFrom("kind.x"))
                                  ^^^^^^^^^^^^^
                help: correct the name; for a field without rules, write somethingElse: []

                1 rule set: 0 errors, 3 warnings

                """)
    }

    @Test func aRuleSetWithoutRulesIsFound() throws {
        let text = "assay: 1\nfields: {}\n"
        let workshop = try Workshop()
        try workshop.write(text, to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(result.status == 1)
        #expect(
            result.output == """
                r.yaml:1:1: warning[lint.empty] the rule set has no rules: every record is valid
                help: write rules under fields, such as email: required, email

                1 rule set: 0 errors, 1 warning

                """)
        try workshop.write(text + "unknownFields: reject\n", to: "r.yaml")
        let strict = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(strict.output == "1 rule set: nothing found\n")
    }

    @Test func stricterWarningShadowsNothing() throws {
        let result = try check(
            """
              a:
                - rule: range(10...50)
                  severity: warning
                - range(0...100)
              b:
                - rule: length(3...)
                  when: { c: present }
                - length(1...)
              d:
                - rule: length(1...)
                  message: must not be empty
                - length(3...)

            """)
        #expect(result.output.hasPrefix("1 rule set: nothing found\n"))
    }

    @Test func caretsAreUnderTheRule() throws {
        let result = try check("  n: required\n  é: integer, range(1...9), range(0...9)\n")
        #expect(
            result.output == """
                r.yaml:4:29: warning[lint.shadowed] é: range(0...9) never fails alone: range(1...9) is \
                stricter
                    é: integer, range(1...9), range(0...9)
                                              ^^^^^^^^^^^^
                help: remove it; the stricter rule is range(1...9) in line 4

                1 rule set: 0 errors, 1 warning

                """)
    }

    @Test func saferPatternIsShown() throws {
        let result = try check("  a: regex(/^(a+)+\\b$/)\n")
        #expect(result.output.contains("\n             ^^^^^^^^^^^\n"))
        #expect(result.output.contains("help: /^(a++)+\\b$/ does not, and accepts the same of "))
        #expect(result.output.contains(" bytes are undecided\n"))
    }

    /// The text that is said to be undecided is.
    @Test func textOfCatastrophicBacktrackingIsUndecided() throws {
        let found = try #require(try CatastrophicBacktracking.search(pattern: "^(a+)+\\1$"))
        let scratch = PatternScratch()
        let pattern = try Pattern("^(a+)+\\1$")
        #expect(pattern.matches(found.input, using: scratch).isUndecided)
        #expect(!pattern.matches(String(found.input.dropFirst()), using: scratch).isUndecided)
    }

    @Test func findingsAreJSON() throws {
        let result = try check("  a: email, email\n  b: oneOf([1]), range(5...)\n", json: true)
        #expect(
            result.output == #"{"findings":[{"file":"r.yaml","line":3,"column":13,"endColumn":18,"#
                + #""field":"a","code":"lint.duplicate","severity":"warning","#
                + #""message":"email appears twice","#
                + #""help":"remove one; the other is email in line 3"},"#
                + #"{"file":"r.yaml","line":4,"column":6,"endColumn":16,"field":"b","#
                + #""code":"lint.contradiction","severity":"error","#
                + #""message":"no value of oneOf([1]) passes range(5...)","#
                + #""help":"the other rule is range(5...) in line 4"}],"errors":1,"warnings":1}"#
                + "\n")
        #expect(result.status == 1)
    }

    @Test func ruleSetThatCannotBeUsedIsReportedWithTheOthers() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "assay: 1\nfields:\n  a: length(5...3)\n  b: lenght(3)\n", to: "bad.yaml")
        let result = try RuleShellTool.run(
            ["check", "bad.yaml", "no.yaml", "people.yaml"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.output.hasPrefix(
                """
                bad.yaml:3:13: error[expression.range] a: the range ends before it begins: 5...3
                    a: length(5...3)
                              ^

                bad.yaml:4:6: error[rule.unknown] b: there is no rule 'lenght'
                    b: lenght(3)
                       ^
                help: did you mean 'length'?

                no.yaml:1:1: error[ruleSet.file] no.yaml cannot be read: No such file or directory
                help: name a file that exists and may be read

                people.yaml:5:15: warning[lint.catastrophicBacktracking] code: the pattern takes 
                """))
        #expect(result.output.hasSuffix("3 rule sets: 3 errors, 1 warning\n"))
    }

    /// What the rules cannot decide about texts is a note, and with `--text` an error.
    @Test func textsThatNothingReadsAreNotes() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  qty: notEquals(0)\n", to: "r.yaml")
        let noted = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(noted.status == 0)
        #expect(
            noted.output == """
                1 rule set: nothing found
                note[field.unread]: r.yaml: 1 rule cannot decide about records from text, such as CSV; \
                'ruleshell check --text' lists it

                """)
        let strict = try RuleShellTool.run(["check", "--text", "r.yaml"], in: workshop)
        #expect(strict.status == 1)
        #expect(
            strict.output == """
                r.yaml:3:8: error[field.unread] qty: notEquals(0) compares the text of 'qty' with a number, \
                and no rule reads it as one
                    qty: notEquals(0)
                         ^
                help: add `integer` or `number` to the rules of `qty`

                1 rule set: 1 error, 0 warnings

                """)
    }

    /// Where a value is missing, no rule around `required` runs.
    @Test func conditionsThatAMissingValueNeverMeetsAreFound() throws {
        let result = try check("  a: [{ rule: required, when: { q: not(required) } }]\n")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "warning[lint.unmetCondition] a: the condition not(required) on 'q' is never met where "
                    + "the field is missing: not does not run there"))
    }

    @Test func fixturesBesideTheRulesAreHeldAgainstThem() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  age: integer, range(18...)\n", to: "r.yaml")
        try workshop.write(
            "{\"record\":{\"age\":18},\"valid\":true}\n{\"record\":{\"age\":17},\"valid\":true}\n",
            to: "r.test.jsonl")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(
            result.output == """
                r.test.jsonl:2:1: error[lint.example] found range.tooSmall /age
                help: 'ruleshell test r.test.jsonl' runs it

                1 rule set: 1 error, 0 warnings

                """)
    }

    @Test func fixtureThatCannotBeReadIsReported() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  age: integer, range(18...)\n", to: "r.yaml")
        try workshop.write(
            "{\"record\":{\"age\":18},\"valid\":true}\n\n{\"rec\n", to: "r.test.jsonl")
        let broken = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(broken.status == 1)
        #expect(broken.output.hasPrefix("r.test.jsonl:3:1: error[lint.example] "))
        remove(workshop.path + "/r.test.jsonl")
        #expect(mkdir(workshop.path + "/r.test.jsonl", 0o755) == 0)
        let folder = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(folder.status == 1)
        #expect(
            folder.output == """
                r.test.jsonl:1:1: error[lint.example] cannot read 'r.test.jsonl': Is a directory
                help: 'ruleshell test r.test.jsonl' runs it

                1 rule set: 1 error, 0 warnings

                """)
    }

    // MARK: - Identity

    @Test func identityOfAMistypedFieldIsFound() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [orderId, other]\nfields:\n  orderID: required\n", to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(
            result.output == """
                r.yaml:2:12: warning[lint.identity] no rule is about 'orderId', which 'identity' names
                  identity: [orderId, other]
                             ^^^^^^^
                help: did you mean 'orderID'?

                1 rule set: 0 errors, 1 warning
                note[lint.repeatedIdentity]: r.yaml: 'identity' recognizes records in a later run; \
                it does not check that no two records have the same 'orderId' and 'other'

                """)
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("ssn", "ssn: { rules: required, sensitive: true }", "2:11", "ssn"),
        ("[id, o.ssn]", "o: { rules: object, sensitive: true }", "2:16", "o.ssn"),
        ("[id, o]", "o.ssn: { rules: required, sensitive: true }", "2:16", "o"),
    ])
    func sensitiveIdentityIsFound(
        identity: String, field: String, place: String, name: String
    ) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: \(identity)\nfields:\n  id: required\n  \(field)\n", to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(
            result.output.hasPrefix(
                "r.yaml:\(place): warning[lint.sensitiveIdentity] 'identity' names '\(name)', which is "
                    + "sensitive: reports have no fingerprint of it, and no baseline can be written\n"
            ), "\(result.output)")
        #expect(result.output.contains("\nhelp: name a field that is not sensitive\n"))
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("id", "'id'"), ("[shop, id]", "'shop' and 'id'"), ("[\"a,b\"]", "'a,b'"),
    ])
    func whatIdentityDoesNotDoIsSaid(identity: String, names: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: \(identity)\nfields:\n  id: required\n", to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(
            result.output == """
                1 rule set: nothing found
                note[lint.repeatedIdentity]: r.yaml: 'identity' recognizes records in a later run; \
                it does not check that no two records have the same \(names)

                """)
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("unique(id)", false), ("unique(id, other)", true), ("count(1...)", true),
        ("{ rule: unique(id), when: { other: required } }", true),
        ("{ rule: unique(id), severity: warning }", true),
    ])
    func identityThatARuleCoversIsNotNoted(rule: String, isNoted: Bool) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields: { id: required }\nrecords:\n  - \(rule)\n",
            to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(result.output.contains("lint.repeatedIdentity") == isNoted, "\(result)")
        #expect(result.status == 0)
    }

    @Test func mistypedFieldOfARuleAboutRecordsIsFound() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  orderID: required\nrecords:\n  - unique(orderId, country)\n",
            to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(
            result.output == """
                r.yaml:5:5: warning[lint.unknownField] unique(orderId, country) names 'orderId', and \
                no rule is about it
                    - unique(orderId, country)
                      ^^^^^^^^^^^^^^^^^^^^^^^^
                help: did you mean 'orderID'?

                1 rule set: 0 errors, 1 warning

                """)
    }

    @Test(arguments: [
        ("3", "r.yaml:2:11: error[ruleSet.type] expected the path of a field, found 3"),
        ("[true]", "r.yaml:2:12: error[ruleSet.type] expected the path of a field, found true"),
        ("[a, a]", "r.yaml:2:15: error[ruleSet.value] 'identity' names 'a' twice"),
    ])
    func identityThatNamesNoFieldIsAnError(identity: String, message: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: \(identity)\nfields:\n  a: required\n", to: "r.yaml")
        let result = try RuleShellTool.run(["check", "r.yaml"], in: workshop)
        #expect(result.output.hasPrefix(message + "\n"), "\(result.output)")
        #expect(result.status == 2)
        try workshop.write("assay: 1\nidentity: [a, \"3\"]\nfields:\n  a: required\n", to: "r.yaml")
        #expect(try RuleShellTool.run(["check", "r.yaml"], in: workshop).status == 0)
    }

    // MARK: - Places

    /// An annotation is under the word that is wrong.
    @Test(arguments: [
        ("assay: 1\nfields:\n  a: emial\n", "line=3,col=6,endColumn=11,title=rule.unknown"),
        ("assay: 1\nfields:\n  a: acme.taxId(1)\n", "line=3,col=6,endColumn=16,title=rule.unknown"),
        ("assay: 1\nfelds:\n  a: email\n", "line=2,col=1,endColumn=6,title=ruleSet.unknownKey"),
    ])
    func errorEndsWithItsWord(rules: String, place: String) throws {
        let workshop = try Workshop()
        try workshop.write(rules, to: "r.yaml")
        let result = try RuleShellTool.run(["check", "-f", "github", "r.yaml"], in: workshop)
        #expect(result.output.contains("::error file=r.yaml,\(place)::"), "\(result.output)")
        let json = try RuleShellTool.run(["check", "-f", "json", "r.yaml"], in: workshop).output
        let end = place.split(separator: ",")[2].split(separator: "=")[1]
        #expect(json.contains("\"endColumn\":\(end)"), "\(json)")
    }

    @Test func ruleSetIsReadFromStandardInput() throws {
        let wrong = try RuleShellTool.run(
            ["check", "-"], input: "assay: 1\nfields:\n  a: range(5...), range(...3)\n")
        #expect(wrong.output.hasPrefix("-:3:19: error[lint.contradiction] a: "), "\(wrong.output)")
        #expect(wrong.output.contains("\n    a: range(5...), range(...3)\n"))
        #expect(wrong.status == 1)
        let right = try RuleShellTool.run(["check", "-"], input: "assay: 1\nfields:\n  a: email\n")
        #expect(
            right == ProcessResult(status: 0, output: "1 rule set: nothing found\n", errors: ""))
        let twice = try RuleShellTool.run(["check", "-", "-"])
        #expect(
            twice.errors == "ruleshell: error[usage] standard input can be read only once\n"
                + "help: see 'ruleshell help check'\n")
    }

    @Test func everyCodeIsExplained() throws {
        for code in [
            "contradiction", "deadValue", "shadowed", "duplicate", "catastrophicBacktracking",
            "deprecated", "openBound", "unknownField", "empty", "identity",
            "repeatedIdentity", "sensitiveIdentity", "example", "noArguments", "partialMatch",
            "uncheckedNull", "notChecked",
        ] {
            let result = try RuleShellTool.run(["explain", "lint.\(code)"])
            #expect(result.status == 0, "\(code)")
        }
    }

    @Test func everyKeyIsExplained() throws {
        let schema = try JSONValueParser.parse(
            try DocumentationExample.text(of: "docs/rule-set.schema.json"))
        var keys: Set<String> = []
        Self.collectKeys(of: schema, into: &keys)
        #expect(keys.isSuperset(of: ["assay", "rules", "severity"]))
        for key in keys.subtracting(["$schema"]) {
            let result = try RuleShellTool.run(["explain", key])
            #expect(result.output.hasPrefix("\(key)\n  A key of a"), "\(key): \(result)")
        }
    }

    /// Collects the names that a JSON Schema has for members of objects.
    private static func collectKeys(of schema: Value, into keys: inout Set<String>) {
        switch schema {
        case .object(let object):
            for (key, value) in object.members {
                if key == "properties", case .object(let properties) = value {
                    keys.formUnion(properties.members.map(\.key))
                }
                collectKeys(of: value, into: &keys)
            }
        case .array(let elements):
            for element in elements { collectKeys(of: element, into: &keys) }
        default: break
        }
    }

    @Test(arguments: ["signup.yaml", "signup-csv.yaml", "signup-first-party.yaml"])
    func exampleRuleSetsAreFine(name: String) throws {
        let workshop = try Workshop()
        try workshop.write(try DocumentationExample.text(of: "Examples/signup/\(name)"), to: name)
        let result = try RuleShellTool.run(["check", name], in: workshop)
        #expect(
            result == ProcessResult(status: 0, output: "1 rule set: nothing found\n", errors: ""))
    }
}
