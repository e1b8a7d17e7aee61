// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayRegex

@Suite struct PatternErrorTests {
    private func error(of pattern: String) -> PatternError? {
        do throws(PatternError) {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("(abc", 114, 4, "missing closing parenthesis"),
        ("abc)", 122, 3, "unmatched closing parenthesis"),
        ("[a-z", 106, 4, "missing terminating ] for character class"),
        ("[z-a]", 108, 3, "range out of order in character class"),
        ("*a", 109, 0, "quantifier does not follow a repeatable item"),
        ("a{3,2}", 104, 5, "numbers out of order in {} quantifier"),
        ("\\", 101, 1, "\\ at end of pattern"),
        ("a\\Cb", 183, 3, "using \\C is disabled by the application"),
        ("(?<=a+)b", 125, 0, "lookbehind assertion is not fixed length"),
        ("\\p{Nonsense}", 147, 12, "unknown property after \\P or \\p"),
    ])
    func aMistakeIsNamedAndPlaced(pattern: String, number: Int32, offset: Int, message: String) {
        let found = error(of: pattern)
        #expect(found?.code == "pattern.syntax")
        #expect(found?.number == number)
        #expect(found?.offset == offset)
        #expect(found?.message == message)
        #expect(found?.pattern == pattern)
        #expect(found?.description == "\(message) at offset \(offset)")
    }

    @Test func aPatternThatIsTooLongIsRejected() {
        let found = error(of: String(repeating: "a", count: 65_537))
        #expect(found?.code == "pattern.tooLarge")
        #expect(found?.message == "pattern string is longer than the limit set by the application")
        #expect(error(of: "(?:(?:a{1000}){1000}){1000}")?.code == "pattern.tooLarge")
    }

    @Test func checkThrowsTheSameError() throws {
        #expect(throws: try #require(error(of: "(abc"))) { try Pattern.check("(abc") }
        #expect(throws: Never.self) { try Pattern.check("(abc)") }
    }

    @Test(arguments: [
        ("a)b", "a)b\n ^"),
        ("(abc", "(abc\n    ^"),
        ("ä中)b", "ä中)b\n   ^"),
        ("日本(", "日本(\n     ^"),
        ("e\u{301})", "e\u{301})\n ^"),
        ("\ta)b", "\ta)b\n\t ^"),
        ("a\nbc)d\ne", "bc)d\n  ^"),
        ("a\r\nbc)\r\ne", "bc)\n  ^"),
        ("", "\n^"),
    ])
    func theCaretIsUnderTheError(pattern: String, diagram: String) {
        let found =
            error(of: pattern) ?? PatternError(number: 101, offset: 99, pattern: pattern)
        #expect(found.caretDiagram() == diagram)
    }

    @Test func anOffsetOutsideThePatternIsBroughtInside() {
        #expect(PatternError(number: 101, offset: -1, pattern: "ab").offset == 0)
        #expect(PatternError(number: 101, offset: 3, pattern: "ab").caretDiagram() == "ab\n  ^")
    }

    @Test(arguments: [
        ("q", "unknown pattern flag 'q'; the flags are i, m, s, x and n"),
        ("iI", "unknown pattern flag 'I'; the flags are i, m, s, x and n"),
        ("imi", "the pattern flag 'i' is repeated; write it once"),
        ("xx", "the pattern flag 'x' is repeated; write it once"),
    ])
    func aWrongFlagIsNamed(flags: String, text: String) {
        #expect {
            try Pattern.Options(flags: flags)
        } throws: { error in
            (error as? PatternFlagError)?.description == text
                && (error as? PatternFlagError)?.code == "pattern.flag"
        }
    }
}
