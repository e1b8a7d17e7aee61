// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `:why`, the last verdict as a tree.
@Suite struct PromptWhyTests {
    @Test(
        arguments: [
            (
                "anyOf(length(2...3), regex(/^[0-9]+$/)) \"abcd\"",
                """
                invalid "abcd" #
                ├─ ✗ anyOf(length(2...3), regex(/^[0-9]+$/)) #  anyOf.none: must satisfy at least one of length(2...3), regex(/^[0-9]+$/)
                │  ├─ ✗ length(2...3) #  length.tooLong: must have at most 3 characters
                │  └─ ✗ regex(/^[0-9]+$/) #  regex.noMatch: must match ^[0-9]+$; an automaton read 4 bytes once
                └─ reading and reporting #

                """
            ),
            (
                "each(length(2...3)) [\"ab\", \"a\", \"abc\"]",
                """
                invalid ["ab","a","abc"] #
                ├─ ✗ each(length(2...3)) #  each.failed: must satisfy length(2...3)
                │  ├─ ✗ length(2...3) of "a" #  length.tooShort: must have at least 2 characters
                │  └─ ✓ length(2...3) of "ab" #
                └─ reading and reporting #

                """
            ),
            (
                "required, integer, range(3...) \"x\"",
                """
                invalid "x" #
                ├─ ✗ integer #  integer.kind: must be a number
                ├─ ✓ required #
                ├─ · range(3...)  did not run: integer failed before it
                └─ reading and reporting #

                """
            ),
            (
                "date, before(\"2024-01-01\") \"2024-02-30\"",
                """
                invalid "2024-02-30" #
                ├─ ✗ date #  date.calendar: must be a date that exists
                ├─ · before("2024-01-01")  did not run: date failed before it
                └─ reading and reporting #

                """
            ),
            (
                "length(3...) absent",
                """
                valid absent #
                ├─ · length(3...)  did not run: there is no value
                └─ reading and reporting #

                """
            ),
            (
                "regex(/^(a)\\1b$/) \"aab\"",
                """
                valid "aab" #
                ├─ ✓ regex(/^(a)\\1b$/) #  3 of 65536 steps
                └─ reading and reporting #

                """
            ),
            (
                "regex(/^(a+)+\\1$/) \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"",
                """
                undecided "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab" #
                ├─ ? regex(/^(a+)+\\1$/) #  fault.matchLimit: the pattern's match limit was reached; more than 65536 steps
                └─ reading and reporting #

                """
            ),
        ] as [(String, String)])
    func whyIsATree(line: String, tree: String) throws {
        let result = try Prompt.run([line, ":mode concise", ":why"])
        let lines = Prompt.withoutTimes(result.output).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = lines.lastIndex { line in
            line.hasSuffix(" #") && !line.hasPrefix("├") && !line.hasPrefix("└")
                && !line.hasPrefix(" ") && !line.hasPrefix("│")
        }
        let shown = lines[(start ?? 0)...].joined(separator: "\n")
        // The spaces after the rules depend on the times.
        #expect(Self.squeezed(shown) == Self.squeezed(tree))
        #expect(result.errors == "")
    }

    /// Runs of spaces inside of lines as one.
    private static func squeezed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indent = line.prefix { $0 == " " }
            return indent + line.split(separator: " ").joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// The field that failed comes before those that did not, and in it the rule that did.
    @Test func whatFailedIsFirst() throws {
        let record = #"{"name":"Anna","age":17,"password":"abcdefgh","confirm":"abcdefgh"}"#
        let result = try Prompt.run(
            [record, ":mode concise", ":why"], in: Workshop.signUp(), ["-r", "sign-up.yaml"])
        let lines = result.output.split(separator: "\n").map(String.init)
        let head = try #require(lines.lastIndex { $0.hasPrefix("invalid {") })
        #expect(lines[head + 1].hasPrefix("├─ /age 17"))
        #expect(lines[head + 2].hasPrefix("│  ├─ ✗ range(18...120)"))
        #expect(lines[head + 3].hasPrefix("│  ├─ ✓ required"))
        #expect(lines[lines.count - 1].hasPrefix("└─ reading and reporting"))
    }

    /// The first line is the sum of the branches, and no rule takes less than those inside it.
    @Test(
        arguments: [
            "anyOf(length(2...3), regex(/^[0-9]+$/), email) \"abcd\"",
            "required, string, length(3...20), alpha \"abc\"",
            "each(anyOf(integer, not(boolean))) [1, 2, \"x\", true]", "length(3...) absent",
        ])
    func timesAddUp(line: String) throws {
        let result = try Prompt.run([line, ":mode concise", ":why"])
        let lines = result.output.split(separator: "\n").map(String.init)
        let head = try #require(lines.lastIndex { !"├└│ ".contains($0.first ?? " ") })
        let whole = try #require(Self.time(in: lines[head]))
        var sums: [Int: Double] = [:]
        var above: [Int: Double] = [0: whole]
        for line in lines[(head + 1)...] {
            let depth = line.prefix { "├└│─ ".contains($0) }.count / 3
            guard let time = Self.time(in: line) else { continue }
            sums[depth, default: 0] += time
            above[depth] = time
            for deeper in sums.keys where deeper > depth { sums[deeper] = 0 }
            guard depth > 1, let parent = above[depth - 1] else { continue }
            // Three digits are shown.
            #expect(sums[depth, default: 0] <= parent * 1.02 + 2, "\(line)")
        }
        #expect(abs(sums[1, default: 0] - whole) <= whole * 0.02 + 2, "\(result.output)")
    }

    /// The time that a line shows, in nanoseconds.
    private static func time(in line: String) -> Double? {
        let words = line.split(separator: " ").map(String.init)
        let units = ["ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9]
        for (number, unit) in zip(words, words.dropFirst()) {
            if let scale = units[unit], let number = Double(number) { return number * scale }
        }
        return nil
    }

    @Test func whySaysWhatOtherFieldsHaveToDoWithIt() throws {
        let record =
            #"{"name":"Anna","age":20,"password":"secret","confirm":"x","tags":["a","b","c","d"],"zip":"1"}"#
        let result = try Prompt.run(
            [record, ":why"], in: Workshop.signUp(), ["-r", "sign-up.yaml"])
        for line in [
            "├─ /password [sensitive]",
            "did not run: the field password failed",
            "did not run: tags failed a rule about its size",
            "did not run: country does not meet its condition",
        ] {
            #expect(result.output.contains(line), "\(line)")
        }
        #expect(!result.output.contains("secret"))
    }

    @Test func elementsThatARecordLacksAreOnePlace() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  items[*].qty: required, integer\n  items[*].id: required\n",
            to: "r.yaml")
        let result = try Prompt.run(["{}", ":why"], in: workshop, ["-r", "r.yaml"])
        let lines = result.output.split(separator: "\n").filter { $0.contains("items[*]") }
        #expect(lines == ["├─ items[*].qty", "├─ items[*].id"], "\(result.output)")
    }

    @Test func whyIsAnObjectInTheModeJSON() throws {
        let result = try Prompt.run([":mode json", "not(length(3...)) \"ab\"", ":why"])
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.first
                == #"{"verdict":"valid","rules":"not(length(3...))","value":"ab","findings":[]}"#)
        let trace = try JSONValueParser.parse(String(lines.last ?? ""))
        #expect(trace["verdict"] == "valid")
        let rule = trace["rules"][0]
        #expect(rule["outcome"] == "passed")
        #expect(rule["checks"][0]["rule"] == "length(3...)")
        #expect(rule["checks"][0]["code"] == "length.tooShort")
    }
}
