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

    @Test(
        arguments: [
            ("{n:item|items}", 1, "item"), ("{n:item|items}", 2, "items"),
            ("{n:item|items}", 0, "items"),
            ("{n:item|items}", -1, "item"), ("{n:item|items}", 1.5, "items"),
            ("{n:item}", 3, "item"),
            ("{n} {n:item|items}, {n}", 1, "1 item, 1"), ("{n:a {n}|b {n}}!", 2, "b 2!"),
            ("{n:|s}", 1, ""), ("{n:|s}", 2, "s"), ("{n:}", 2, ""),
            ("{n:0=none|one|many}", 0, "none"), ("{n:0=none|one|many}", 1, "one"),
            ("{n:bytes=byte|utf16=unit|character}", "utf16", "unit"),
            ("{n:bytes=byte|utf16=unit|character}", "other", "character"),
            ("{n:one {n}|any of {n}}", ["a"], "one a"), ("{n:one|any of {n}}", "a", "one"),
            ("{n:one {n}|any of {n}}", ["a", "b"], "any of a, b"), ("{n:one|none}", [], "none"),
            ("{n:1=one {n}|any: {n}}", "a", "one a"),
            ("{n:1=one|any: {n}}", ["a", "b"], "any: a, b"),
            ("{n:2=two|many}", ["a", "b"], "two"), ("{n:1=one|a=x}", "a", "x"),
            ("{n:a=x|one|many}", "a", "x"), ("{n:a=x|one|many}", ["a", "a"], "many"),
            ("{n:a=x|b=y}", "c", "y"), ("{n:a=b}", 1, "b"), ("{n:a|b", 1, "{n:a|b"),
            ("{n:a{|b}", 1, "{n:a{|b}"),
        ] as [(String, Value, String)])
    func formGoesWithTheValue(_ template: String, _ value: Value, _ text: String) {
        #expect(MessageTemplate.format(template) { $0 == "n" ? value : Value?.none } == text)
    }

    @Test(arguments: [
        ("{m:a|b}", "b"), ("{m:1=a|2=b|c {n}}", "c 1"), ("{m:1=a|c|2=b}", "c"),
        ("{m:1=a|2=b}", "b"),
        ("{m}", "{m}"), ("{m:}", ""), ("x{m:|a}{m}", "xa{m}"), ("{m:a|b", "{m:a|b"),
    ])
    func lastFormIsThatOfNoValue(_ template: String, _ text: String) {
        #expect(MessageTemplate.format(template) { $0 == "n" ? .integer(1) : Value?.none } == text)
    }

    /// A text that begins a word of the message, and one within a word or in quotes of the message.
    @Test(
        arguments: [
            ("must be {n}", "", "must be \"\""), ("{n} is", " a", "\" a\" is"),
            ("must be {n}", "a\n", "must be \"a\n\""), ("x {n}", "\u{3000}", "x \"\u{3000}\""),
            ("x {n:a|{n}}", ["", "b"], "x \"\", b"), ("must be {n}", "a b", "must be a b"),
            ("must be {n}", ",", "must be ,"), ("must be {n}", [], "must be "),
            ("1{n}234", "", "1234"), ("1{n}234", " ", "1 234"), ("„{n}“", "", "„“"),
            ("x {n}", ["c", "b "], "x c, \"b \""), ("{n}", "from a server ", "from a server "),
        ] as [(String, Value, String)])
    func textWithHiddenEndsIsInQuotes(_ template: String, _ value: Value, _ text: String) {
        #expect(MessageTemplate.format(template) { _ in value } == text)
    }

    /// The forms of 0, 1, 2 and 5.
    @Test(arguments: [
        ("en", "1011"), ("de-AT", "1011"), ("ja", "0000"), ("fr", "0011"), ("pt-BR", "0011"),
        ("ru", "2012"), ("pl", "2012"), ("cs", "3013"), ("ar", "0123"),
    ])
    func formGoesWithTheLanguage(_ language: String, _ forms: String) {
        let found = [0, 1, 2, 5].map { (number: Int64) in
            MessageTemplate.format("{n:0|1|2|3|4|5}", in: language) { _ in .integer(number) }
        }
        #expect(found.joined() == forms)
    }

    @Test func russianAndPolishDifferAtTwentyOne() {
        let forms = ["ru", "pl", "cs", "hr"].map { language in
            MessageTemplate.format("{n:0|1|2}", in: language) { _ in 21 }
        }
        #expect(forms == ["0", "2", "2", "0"])
    }

    @Test(arguments: [
        ("{n} {n:item|items}", "{n} items"),
        ("{u:b={n:byte|bytes}|{n:character|characters}}!", "characters!"),
        ("{u:a=x|b=y}", "y"), ("{n:a|b", "{n:a|b"), ("plain {n}", "plain {n}"),
    ])
    func outlineHasTheFormOfMostValues(_ template: String, _ outline: String) {
        #expect(MessageTemplate.outline(of: template) == outline)
    }

    @Test func placeholdersAreNamedInTheirOrder() {
        #expect(MessageTemplate.placeholders(in: "{b} of {a{c}}") == ["b", "c"])
        #expect(
            MessageTemplate.placeholders(in: "{b:x {c}|{d:e|{f}}} {g}") == [
                "b", "c", "d", "f", "g",
            ])
    }

    /// Forms without an end are searched for once for each brace, and not to the end of the text.
    @Test func manyFormsWithoutEndTakeNoMoreThanTheirNumber() {
        let template = String(repeating: "{a:b|", count: 20_000)
        #expect(MessageTemplate.format(template) { _ in 1 } == template)
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

    @Test(
        arguments: [
            ("x", "y", nil), ("x", "", nil), ("", "x", nil),
            ("found , expected", "found {a}, expected {b}", nil),
            ("xa", "x", nil), ("x", "xa", nil), ("", "", [:]), ("x", "x", [:]),
            ("", "{a}", ["a": ""]), ("1", "{a}", ["a": 1]),
            ("-1 of 2", "{a} of {b}", ["a": -1, "b": 2]),
            ("a, b, c", "{a}, {b}", ["a": "a", "b": "b, c"]), ("(x)", "({a})", ["a": "x"]),
            ("(x", "({a})", nil),
        ] as [(String, String, [String: Value]?)])
    func aTextIsTakenApart(_ text: String, _ template: String, _ values: [String: Value]?) {
        #expect(MessageTemplate.values(of: text, from: template) == values)
    }
}
