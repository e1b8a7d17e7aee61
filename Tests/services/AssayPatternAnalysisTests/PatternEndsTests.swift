// SPDX-License-Identifier: Apache-2.0
import AssayPatternAnalysis
import AssayRegex
import Testing

@Suite struct PatternEndsTests {
    @Test(arguments: [
        "[0-9]{5}", "[a-z]+", #"\d{4}-\d{2}-\d{2}"#, "[A-Z][A-Z][0-9]", "(?:[a-z]+)", "([0-9]+)",
        "[a-z]*", "foo.*", #"[A-Z]{2}-\d"#, "(ab){2,3}", #"\+?[0-9]{7,15}"#,
    ])
    func patternLooksMeantForTheWholeText(source: String) throws {
        #expect(PatternEnds.lookWhole(in: source, options: []))
    }

    /// With an anchor, an assertion or alternatives, or for what a text must contain.
    @Test(arguments: [
        "^[0-9]{5}$", "^[0-9]{5}", "[0-9]{5}$", #"\A\d+\z"#, #"\b[a-z]+\b"#, "(?=.*[0-9])[a-z]+",
        "[0-9]", "[a-z]", "@", "foo", "foo|[0-9]+", "<[a-z]+>", "https?:", "!+", "",
        "(^|-)[0-9]+",
    ])
    func otherPatternsDoNot(source: String) throws {
        #expect(!PatternEnds.lookWhole(in: source, options: []))
    }
}
