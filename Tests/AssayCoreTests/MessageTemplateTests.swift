// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Placeholders in messages.
@Suite struct MessageTemplateTests {
    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{a}", "1"), ("{a}{a}", "11"), ("x{a}y", "x1y"),
        ("{", "{"), ("}", "}"), ("{}", "{}"), ("{b}", "{b}"), ("{a", "{a"), ("a}", "a}"),
        ("{{a}", "{1"), ("{{a}}", "{1}"), ("{a{a}", "{a1"), ("{b}{a}", "{b}1"), ("{ä}", "ü"),
        ("{a}{", "1{"), ("{list}", "x, 2"), ("}{a}{", "}1{"),
    ])
    func onlyKnownNamesAreReplaced(_ template: String, _ text: String) {
        let values: [String: Value] = ["a": 1, "ä": "ü", "list": ["x", 2]]
        #expect(MessageTemplate.format(template) { values[$0] } == text)
    }

    @Test func placeholdersAreNamedInTheirOrder() {
        #expect(MessageTemplate.placeholders(in: "{b} of {a{c}}") == ["b", "c"])
    }

    /// Each brace is looked at once: with a search to the end for each, this does not end.
    @Test func manyBracesTakeNoMoreThanTheirNumber() {
        let braces = String(repeating: "{", count: 2_000_000)
        var lookups = 0
        let text = MessageTemplate.format(braces + "a}") { name in
            lookups += 1
            return name == "a" ? "!" : nil
        }
        #expect(lookups == 1)
        #expect(text.utf8.count == 2_000_000)
        #expect(text.hasSuffix("{!"))
    }
}
