// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// A form in an app that builds nothing else of Assay, on Swift's own `Regex`.
@MainActor
@Suite struct PortableFormTests {
    @Test func ruleSetInJSONDrivesAForm() throws {
        let rules = #"""
            {
              "assay": 1,
              "fields": {
                "email": "required, email",
                "password": "required, regex(/^(?=.*[A-Z])(?=.*\\d).{8,}$/)",
                "zip": "regex(/^[0-9]{5}$/)"
              }
            }
            """#
        let form = try FormModel(RuleSet(parsingJSON: rules), triggers: .all, debounce: .zero)
        form["email"].text = "a@b.example"
        form["password"].text = "secretsecret"
        form["zip"].text = "1234"
        #expect(form["password"].messages == [#"must match ^(?=.*[A-Z])(?=.*\d).{8,}$"#])
        #expect(form["zip"].messages == ["must match ^[0-9]{5}$"])
        form["password"].text = "Secret123"
        form["zip"].text = "12345"
        #expect(form.isValid)
    }

    nonisolated static let rejected: [(pattern: String, message: String)] = [
        ("(", "the pattern is wrong: missing closing parenthesis at offset 1"),
        (
            "(?<=a)b",
            "the pattern is wrong: without PCRE2 there is no support for lookbehind at offset 0"
        ),
        (
            #"^(?=a)(\w+\w+)+$"#,
            "the pattern is wrong: without PCRE2 nothing would bound the search for this pattern, "
                + "which can read one text in too many ways; write it without repetition inside of "
                + "repetition at offset 0"
        ),
    ]

    @Test(arguments: rejected)
    func patternWithoutTheSameMeaningIsAnError(_ pattern: String, _ message: String) {
        let error = #expect(throws: (any Error).self) {
            try FormModel(RuleSet([Field("a", .regex(pattern))]))
        }
        #expect(error.map { "\($0)".contains(message) } == true)
    }

    @Test func textThatIsTooLongToBeSearchedIsUndecided() throws {
        let form = try FormModel(
            RuleSet([Field("a", .regex(#"^(?=.*[A-Z]).+$"#))]), triggers: .all, debounce: .zero)
        form["a"].text = String(repeating: "a", count: 2_000) + "A"
        #expect(form["a"].messages.isEmpty)
        #expect(form.isValid)
        form["a"].text = String(repeating: "a", count: 3_000) + "A"
        #expect(form["a"].messages == ["could not be checked right now; try again"])
        #expect(!form.isValid)
    }
}
