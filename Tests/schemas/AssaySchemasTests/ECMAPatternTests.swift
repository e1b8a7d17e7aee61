// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex
import Foundation
import Testing

@testable import AssaySchemas

/// Patterns of ECMA-262 match the same texts after their translation.
@Suite struct ECMAPatternTests {
    @Test(
        arguments: [
            (#"(a)\1"#, #"'\1' refers to a group, which PCRE2 does in another way"#),
            (#"(?<x>a)\k<x>"#, #"'\k' refers to a group, which PCRE2 does in another way"#),
            (#"\A"#, #"'\A' is not an escape of ECMA-262"#),
            (#"\Z"#, #"'\Z' is not an escape of ECMA-262"#),
            (#"\ud83d"#, "it has half of a surrogate pair"),
            (#"\p{Emoji}"#, #"the property of '\p{Emoji}' is not a general category or a script"#),
            ("(?i)a", "the group begins with '(?', which means something else in PCRE2"),
            ("(*UCP)a", "there is nothing that '*' repeats"),
            ("a++", "there is nothing that '+' repeats"),
            ("(a", "a '(' has no ')'"),
            ("a)", "a ')' has no '('"),
            ("[a", "a '[' has no ']'"),
            ("[z-a]", "a range in a class is out of order"),
            (#"[\d-z]"#, "a range in a class must be between two characters"),
            (#"a\"#, "it ends with a backslash"),
            (#"\x4"#, #"'\x' must have 2 hexadecimal digits after it"#),
        ])
    func patternsWithoutAnEquivalent(_ pattern: String, _ reason: String) {
        do throws(ECMAPatternError) {
            let translated = try ECMAPattern.translated(pattern)
            Issue.record("'\(pattern)' became '\(translated)'")
        } catch {
            #expect(error.reason == reason)
        }
    }

    /// The answers are those of V8; the script beside them writes them.
    @Test func answersAreThoseOfV8() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let lines = try String(
            contentsOf: folder.appending(path: "PatternAnswers/answers.ndjson"), encoding: .utf8
        ).split(separator: "\n").map { try JSONValueParser.parse(String($0)) }
        guard case .array(let texts) = lines.last?["texts"] else {
            Issue.record("the last line has no texts")
            return
        }
        let scratch = PatternScratch()
        var pairs = 0
        var different: [String] = []
        for line in lines.dropLast() {
            guard case .string(let source) = line["pattern"],
                case .array(let matches) = line["matches"]
            else { continue }
            let pattern = try Pattern(try ECMAPattern.translated(source))
            for text in texts {
                guard case .string(let text) = text else { continue }
                pairs += 1
                let isMatch = pattern.matches(text, using: scratch).isMatch
                if isMatch != matches.contains(.string(text)) {
                    different.append("\(source) of \(text.debugDescription)")
                }
            }
        }
        #expect(pairs > 2_000)
        #expect(different == [])
    }
}
