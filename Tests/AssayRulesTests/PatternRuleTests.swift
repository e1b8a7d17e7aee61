// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct PatternRuleTests {
    @Test(
        arguments: [
            ("abc\n", "regex(/abc$/)", ["regex.noMatch"]),
            ("ABC", "regex(/abc/, flags=\"i\")", []),
            ("a\nb", "regex(/^b$/m)", []),
            ("", "regex(/^$/)", []),
            ("xabc", "regex(/abc/, match=whole)", ["regex.noMatch"]),
            ("x", "notRegex(/[0-9]/)", []),
            ("a{2,1}", "regexPattern", ["regexPattern.syntax"]),
            ("(?<a>x)", "regexPattern", []),
        ] as [(String, String, [String])])
    func patternsJudge(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    @Test func searchBeyondTheLimitIsAFaultAndNoMismatch() throws {
        let text = Value.string(String(repeating: "a", count: 40) + "!")
        #expect(try codes(text, "regex(/^(a|aa|a?)+$(?<!b)/)") == ["fault.matchLimit"])
        #expect(try codes(text, "notRegex(/^(a|aa|a?)+$(?<!b)/)") == ["fault.matchLimit"])
    }

    @Test func patternThatDoesNotCompileIsShownWithACaret() throws {
        let error = try #require(try bindError("regex(/a(b/)"))
        #expect(error.code == "pattern.syntax")
        #expect(error.message == "the pattern is wrong: missing closing parenthesis at offset 3")
        #expect(error.help == "a(b\n   ^")
    }

    @Test func unknownFlagIsRefused() throws {
        #expect(try bindError("regex(/a/, flags=\"q\")")?.code == "pattern.flag")
    }

    @Test func explanationOfAPatternNamesTheErrorAndThePlace() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("p", RuleExpression("regexPattern"))), registry: standardRules)
        let violation = try #require(manager.validate(["p": "a(b"]).violations.first)
        #expect(
            violation.message == "must be a pattern; missing closing parenthesis at byte 3")
    }
}
