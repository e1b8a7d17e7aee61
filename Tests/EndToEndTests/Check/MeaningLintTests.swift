// SPDX-License-Identifier: Apache-2.0
import Testing

/// `ruleshell check`: rules that check less than they look like.
@Suite struct MeaningLintTests {
    private func check(_ rules: String) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: \(rules)\n", to: "r.yaml")
        return try RuleShellTool.run(["check", "r.yaml"], in: workshop)
    }

    /// The message and the help of the only finding.
    private func finding(_ rules: String) throws -> [String] {
        let result = try check(rules)
        #expect(result.status == 1, "\(result.output)")
        let lines = result.output.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("note[")
        }
        #expect(lines.count == 5, "\(result.output)")
        return lines.isEmpty ? [] : [String(lines[0].drop { $0 != " " }.dropFirst()), lines[3]]
    }

    @Test(arguments: [
        ("length", "texts of any length", "length(3...20)"),
        ("length(unit=bytes)", "texts of any length", "length(3...20)"),
        ("range", "all numbers", "range(18...120)"),
        ("digits", "any number of digits", "digits(5)"),
        ("required, string, digits", "any number of digits", "digits(5)"),
        ("each(length)", "texts of any length", "length(3...20)"),
    ])
    func boundsAreMissing(rules: String, accepted: String, example: String) throws {
        let parts = rules.replacing("each(length)", with: "required, length")
        let rule = parts.split(separator: ", ").last ?? ""
        #expect(
            try finding(rules) == [
                "warning[lint.noArguments] a: \(rule) has no bounds: it accepts \(accepted)",
                "help: give it bounds, such as \(example)",
            ])
    }

    @Test(arguments: [
        ("regex(/[0-9]{5}/)", "regex(/[0-9]{5}/, match=whole)"),
        ("regex(/[a-z]+/i)", "regex(/[a-z]+/i, match=whole)"),
        (#"anyOf(prohibited, regex(/\d\d-\d\d/))"#, #"regex(/\d\d-\d\d/, match=whole)"#),
    ])
    func patternLooksMeantForTheWholeText(rules: String, whole: String) throws {
        let rule = whole.replacing(", match=whole", with: "")
        #expect(
            try finding("'\(rules)'") == [
                "warning[lint.partialMatch] a: \(rule) accepts every text that has a match somewhere "
                    + "in it",
                "help: write \(whole), or match=search if a part is meant to match",
            ])
    }

    @Test(arguments: [
        (#"not(type("null"))"#, "not"), ("not(equals(null))", "not"),
        ("notEquals(null)", "notEquals"),
        (#"notOneOf(["a", null])"#, "notOneOf"),
    ])
    func nullIsNotRejected(rules: String, rule: String) throws {
        #expect(
            try finding(rules) == [
                "warning[lint.uncheckedNull] a: \(rules) does not reject null: \(rule) does not run "
                    + "where the value is null",
                "help: write notNull for a value that must not be null",
            ])
    }

    /// What says what it means is as it should be.
    @Test(arguments: [
        "length(...9)", "range(exclusiveMin=0)", "digits(5)", "digits(min=1)",
        "digits, length(5...9)", "luhn(separators=true), digits",
        "regex(/[0-9]{5}/, match=search)", "regex(/[0-9]/)", "regex(/^[0-9]{5}$/)",
        "not(regex(/[0-9]{5}/))", "notRegex(/[0-9]{5}/)", #"not(type("string"))"#, "notNull",
        "requiredIf(other, 1)",
    ])
    func othersAreFine(rules: String) throws {
        let result = try check("'\(rules)'")
        #expect(result.output.hasPrefix("1 rule set: nothing found\n"), "\(result.output)")
        #expect(result.status == 0)
    }

    @Test(arguments: ["sameAs", "differentFrom", "lessThan"])
    func fieldToCompareWithIsNowhere(rule: String) throws {
        let lines = try finding("\(rule)(nowhere)")
        #expect(
            lines == [
                "warning[lint.unknownField] a: \(rule)(nowhere) names the field 'nowhere', which the "
                    + "rule set does not have",
                "help: correct the name; for a field without rules, write nowhere: []",
            ])
        #expect(try check("\(rule)(nowhere)\n  nowhere: []").status == 0)
    }
}
