// SPDX-License-Identifier: Apache-2.0
import Testing

/// `:example` and `:redos`: values and texts that the prompt finds.
@Suite struct PromptExampleTests {
    @Test(
        arguments: [
            (
                "length(3...20)",
                """
                passes  "aaa"
                fails   ""                       length.tooShort: must have at least 3 characters
                fails   "aaaaaaaaaaaaaaaaaaaaa"  length.tooLong: must have at most 20 characters
                """
            ),
            (
                "range(18...120), multipleOf(7)",
                """
                passes  21
                fails   0    range.tooSmall: must be at least 18
                fails   18   multipleOf.remainder: must be a multiple of 7
                fails   121  range.tooLarge: must be at most 120
                """
            ),
            (
                "startsWith(\"ab\"), endsWith(\"z\"), length(6...6)",
                """
                passes  "abaaaz"
                fails   ""         startsWith.missing: must begin with ab
                fails   "ab"       endsWith.missing: must end with z
                fails   "abz"      length.tooShort: must have at least 6 characters
                fails   "abaaaaz"  length.tooLong: must have at most 6 characters
                """
            ),
            (
                "each(length(2...3)), minItems(2), uniqueItems",
                """
                passes  ["aa","a0"]
                fails   []           minItems.tooFew: must have at least 2 elements
                fails   [0]          each.failed: must satisfy length(2...3)
                fails   ["aa","aa"]  uniqueItems.duplicate: must not contain equal elements
                """
            ),
            (
                "regex(/^[A-Z]{2}-[0-9]{3}$/)",
                """
                passes  "AA-000"
                fails   ""  regex.noMatch: must match ^[A-Z]{2}-[0-9]{3}$
                """
            ),
            (
                "sameAs(other)",
                """
                passes  0 with other 0
                fails   0  sameAs.different: must be the same as other
                """
            ),
        ] as [(String, String)])
    func examplesAreSmall(rules: String, answer: String) throws {
        let result = try Prompt.run([":example \(rules)"])
        #expect(result == ProcessResult(status: 0, output: answer + "\n", errors: ""))
    }

    @Test func examplesSayWhenThereIsNone() throws {
        let output = try Prompt.run([":example equals(1), equals(2)"]).output
        #expect(output.hasPrefix("passes  none of "))
        #expect(output.contains("the rules do not run on missing values\n"))
        let required = try Prompt.run([":example required, equals(1), equals(2)"]).output
        #expect(required.hasPrefix("passes  none of "))
        #expect(required.contains("the rules may contradict each other\n"))
    }

    /// Every example has the verdict that it is shown with.
    @Test(arguments: [
        "required, length(8...), regex(/[A-Z]/), regex(/[0-9]/)", "email", "iban", "uuid", "luhn",
        "date", "dateTime", "url", "not(oneOf(\"root\"))", "ip",
        "exactlyOne(multipleOf(2), multipleOf(3))",
    ])
    func examplesAreTrue(rules: String) throws {
        let output = try Prompt.run([":example \(rules)"]).output
        var lines: [String] = []
        for line in output.split(separator: "\n") {
            let value = line.dropFirst(8)
            // Values hold no two spaces.
            lines.append("\(rules) \(value.split(separator: "  ").first ?? "")")
        }
        #expect(lines.count >= 2, "\(output)")
        let answers = try Prompt.run([":mode concise"] + lines).output.split(separator: "\n")
        #expect(answers.first?.hasPrefix("valid ") == true, "\(output)")
        for line in answers.dropFirst() { #expect(line.hasPrefix("invalid "), "\(line)") }
    }

    @Test func patternThatBacktracksIsShownWithASaferOne() throws {
        let output = try Prompt.run([":redos /^(a+)+$/"]).output
        #expect(
            output.hasPrefix(
                "catastrophic backtracking: the steps grow exponentially, 2.0 times with each further \"a\"\n"
            ))
        #expect(output.contains("   bytes    steps\n"))
        #expect(output.contains("\nsafer  ^(a++)+$\n"))
        #expect(output.contains("an automaton"))
    }

    @Test func harmlessPatternIsNoFinding() throws {
        let output = try Prompt.run([":redos ^[a-z]+$"]).output
        #expect(output.hasPrefix("nothing found: "))
        #expect(output.contains("This is not a proof"))
    }
}
