// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex
@_spi(Engine) import AssayRuleSets
import AssayRules
import Testing

/// Rule sets that would take too long or too much memory, and the limits that reject them.
@Suite struct RuleSetBudgetTests {
    private static let head = "assay: 1\nfields:\n"

    private static func list(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map(line).joined()
    }

    private func issues(_ text: String) -> [String] {
        do throws(RuleSetError) {
            _ = try RuleSetLoader.load(text, file: "f", registry: .standard())
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    /// A rule set that is too much for one limit, shown by its issue.
    struct Excess: Sendable, CustomTestStringConvertible {
        let text: String
        let issue: String

        init(_ text: String, _ issue: String) {
            self.text = text
            self.issue = issue
        }

        var testDescription: String { issue }
    }

    @Test(arguments: [
        Excess(
            head + " a:\n" + list(10_001) { "  - regex(/a\($0)/)\n" },
            "f:10004:5: error[ruleSet.tooManyPatterns] a: the rule set has more than 10000 "
                + "patterns; join patterns with |, name values with oneOf, or split the rule set"
        ),
        Excess(
            head + " a:\n  - '" + list(100_000) { _ in "ip," } + "ip'\n",
            "f:4:300006: error[expression.tooManyRules] a: more than 100000 rules in one "
                + "expression; split the rule set"
        ),
        Excess(
            head + " a:\n" + list(101) { _ in "  - '" + list(999) { _ in "ip," } + "ip'\n" },
            "f:104:5: error[ruleSet.tooManyRules] a: the rule set has more than 100000 rules; "
                + "split the rule set"
        ),
        Excess(
            head + list(10_001) { " a\($0)[*]: []\n" },
            "f:10002:2: error[ruleSet.tooManyArrays] a9999[*]: the paths have more than 10000 "
                + "different [*]; split the rule set"
        ),
        Excess(
            head + list(400) { " ? a\($0)" + String(repeating: ".b", count: 255) + "\n : []\n" },
            "f:783:4: error[ruleSet.tooManyPlaces] a390" + String(repeating: ".b", count: 58)
                + "…: the paths lead to more than 100000 places of a record; split the rule set"
        ),
        Excess(
            list(101) { "%TAG !t\($0)! tag\n" } + "---\nassay: 1\n",
            "f:101:1: error[ruleSet.directives] the file has more than 100 lines that begin with "
                + "'%'; a rule set needs no YAML directives"
        ),
        Excess(
            head + " a:\n  - {rule: required, message: '" + String(repeating: "{", count: 4097)
                + "'}\n",
            "f:4:31: error[ruleSet.messageLength] a: the message has 4097 bytes, more than 4096; "
                + "write a shorter message"
        ),
        Excess(
            head + " a: &a length(1...,"
                + String(repeating: " ", count: 1 << 20) + "unit=bytes)\n"
                + list(8) { " b\($0): *a\n" },
            "f:10:6: error[ruleSet.tooLarge] the file has more than 8 MiB of text with what its "
                + "aliases repeat"
        ),
        Excess(
            head
                + list(4_000) {
                    " a[\($0)].x: {rules: [], sensitive: true}\n a[*].k\($0): []\n"
                },
            "f:4996:2: error[ruleSet.sensitivePaths] a[*].k2496: telling which fields are "
                + "sensitive takes more than 10000000 comparisons; mark arrays as sensitive with "
                + "[*] instead of single elements"
        ),
    ])
    func whatExceedsALimitIsRejectedByItsName(_ excess: Excess) {
        let found = issues(excess.text)
        #expect(found == [excess.issue])
    }

    @Test(arguments: [
        (" ? a", ".a", 80_000, "\n : required\n", 515),
        (" a: sameAs(a", ".a", 80_000, ")\n", 12),
        (" a: requiredWith(b, a", "[*]", 20_000, ")\n", 21),
        (" a: uniqueItems(by=\"a", ".a", 256, "\")\n", 5),
        (
            " a:\n  - rule: required\n    when:\n      ? a", ".a", 256, "\n      : present\n", 520
        ),
    ])
    func longPathsAreRejectedWhereverOneIsWritten(
        before: String, step: String, count: Int, after: String, column: Int
    ) {
        let path = String(repeating: step, count: count)
        let found = issues(Self.head + before + path + after)
        #expect(found.count == 1)
        #expect(found.first?.contains(":\(column): error[field.depth] ") == true, "\(found)")
        #expect(
            found.first?.contains(
                "is not a field path: expected the end after 256 keys and indexes, found more")
                == true)
    }

    /// Comparing each with all before it takes minutes.
    @Test func rulesThatNameManyFieldsAreResolvedInLinearTime() throws {
        let names = Self.list(40_000) { "b\($0), " } + "c"
        #expect(issues(Self.head + " a: requiredWith(\(names))\n") == [])
        let nested = Self.list(20_000) { "sameAs(b\($0)), " } + "required"
        #expect(issues(Self.head + " a: anyOf(\(nested))\n") == [])
    }

    /// A white space is looked at once, not from each of its characters.
    @Test func longWhiteSpaceInsideAnExpressionIsPassedOnce() {
        let space = String(repeating: " ", count: 1 << 17)
        #expect(
            issues(Self.head + " a: \"required,\(space)nope\"\n") == [
                "f:3:\(15 + (1 << 17)): error[rule.unknown] a: there is no rule 'nope'"
            ])
    }

    @Test func issuesBeyondAThousandAreCounted() {
        let found = issues(Self.head + " a: [" + Self.list(2_500) { "nope\($0), " } + "nope]\n")
        #expect(found.count == 1_001)
        #expect(found.first == "f:3:6: error[rule.unknown] a: there is no rule 'nope0'")
        #expect(found.last == "1501 more issues are not listed")
        let keys = issues("assay: 1\n" + Self.list(1_001) { "k\($0): 1\n" })
        #expect(keys.last == "1 more issue is not listed")
    }

    @Test func issuesOfReadingAndOfResolvingAreCountedTogether() {
        let text =
            Self.head + " a:\n" + Self.list(700) { "  - nope\($0)\n" }
            + Self.list(700) { _ in "  - '('\n" }
        let found = issues(text)
        #expect(found.count == 1_001)
        #expect(found.last == "400 more issues are not listed")
    }

    /// What patterns cost is counted together, whatever each of them costs.
    @Test func theCostOfPatternsIsCountedUpToALimit() throws {
        let steps = RuleSetBudget()
        try steps.countPattern(memory: 1, steps: RuleSetLimits.patternSteps - 1)
        try steps.countPattern(memory: 1, steps: 1)
        #expect(
            #expect(throws: RuleError.self) { try steps.countPattern(memory: 0, steps: 1) }?
                .description
                == "error[ruleSet.patternSteps] compiling the patterns takes more than 40000000 "
                + "steps; write smaller bounds of repetition, or split the rule set")
        let memory = RuleSetBudget()
        try memory.countPattern(memory: RuleSetLimits.patternMemory, steps: .min)
        #expect(
            #expect(throws: RuleError.self) { try memory.countPattern(memory: .max, steps: 0) }?
                .description
                == "error[ruleSet.patternMemory] the patterns take more than 128 MiB compiled; "
                + "write smaller bounds of repetition, or split the rule set")
    }

    /// The registry asks patterns what they cost.
    @Test func aRuleSetOfCostlyPatternsCountsTheirCost() throws {
        let costly = try Pattern("^(a|b)*a(a|b){9}x$")
        let plain = try Pattern("^a$")
        #expect(costly.compilationSteps > 10_000)
        #expect((1..<1_000).contains(plain.compilationSteps))
        #expect(costly.memorySize > 2 * plain.memorySize)
        #expect(plain.memorySize > 100)
        // Not regular: no automaton is found, and the machine code counts.
        #expect(try Pattern("(?=a)a").memorySize > 100)
    }
}
