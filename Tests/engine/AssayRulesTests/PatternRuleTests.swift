// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRegex
@_spi(Engine) import AssayRules
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
    func patternsAreSearched(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    /// Classes are ASCII unless a pattern asks for Unicode, so that `\S` matches white space beyond ASCII.
    @Test(arguments: ["\u{A0}", "\u{3000}", "\u{2028}", "\u{1680}", "\u{85}"])
    func whiteSpaceBeyondASCIIIsAskedFor(_ space: String) throws {
        let text = Value.string("a\(space)b")
        #expect(try codes(text, #"regex(/(*UCP)^\S+$/)"#) == ["regex.noMatch"])
        #expect(try codes(text, #"regex(/(*UCP)^\w\s\w$/)"#) == [])
        #expect(try codes(text, #"notRegex(/(*UCP)\s/)"#) == ["notRegex.match"])
        #expect(try codes(text, #"regex(/^\S+$/)"#) == [])
        #expect(try codes(text, #"notRegex(/\s/)"#) == [])
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

    @Test func unknownFlagIsRejected() throws {
        #expect(try bindError("regex(/a/, flags=\"q\")")?.code == "pattern.flag")
    }

    @Test func explanationOfAPatternNamesTheErrorAndThePlace() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("p", RuleExpression("regexPattern"))), registry: standardRules)
        let violation = try #require(manager.validate(["p": "a(b"]).violations.first)
        #expect(
            violation.message == "must be a valid pattern: missing closing parenthesis at byte 3")
    }

    private static let long = Value.string(String(repeating: "a", count: 65_537))

    @Test func textBeyondTheSubjectLimitIsAFaultForPatternsThatBacktrack() throws {
        #expect(try codes(Self.long, "regex(/(a)\\1/)") == ["fault.subjectLimit"])
        #expect(try codes(Self.long, "notRegex(/(a)\\1/)") == ["fault.subjectLimit"])
        #expect(try codes(Self.long, "not(regex(/(a)\\1/))") == ["fault.subjectLimit"])
        #expect(try codes(Self.long, "regex(/^a+$/)") == [])
        let limit = Value.string(String(repeating: "a", count: 65_536))
        #expect(try codes(limit, "regex(/(a)\\1/)") == [])
    }

    @Test func subjectLimitCanBeSet() throws {
        let plan = try ValidationPlan(
            RuleSet(Field("a", .regex("(a)\\1"))), registry: standardRules)
        let session = ValidationSession(plan)
        session.setPatternLimits(PatternLimits(subject: 4))
        #expect(session.trace(["a": "aaaaa"]).report.faults.map(\.code) == ["fault.subjectLimit"])
        #expect(
            session.trace(["a": "aaaaa"]).report.faults.map(\.message) == [
                "could not be checked by regex: the text is longer than the subject limit of patterns"
            ])
        #expect(session.trace(["a": "aaaa"]).report.isValid)
        session.setPatternLimits(PatternLimits(subject: 70_000))
        #expect(session.trace(["a": Self.long]).report.isValid)
    }
}
