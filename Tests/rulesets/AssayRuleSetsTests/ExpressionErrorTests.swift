// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// Wrong expressions with the exact text of the error.
@Suite struct ExpressionErrorTests {
    static let syntax: [(String, String)] = [
        (
            "range(1-5)",
            """
            error[expression.number] '1-5' is not a number at byte 6; write 1...5 for a range, \
            or "1-5" for a text
            """
        ),
        (
            "before(2024-02-29)",
            """
            error[expression.number] '2024-02-29' is not a number at byte 7; write a text in \
            double quotes
            """
        ),
        ("", "error[expression.syntax] expected a rule, found the end at byte 0"),
        ("  \n", "error[expression.syntax] expected a rule, found the end at byte 3"),
        (",", "error[expression.syntax] expected a rule, found ',' at byte 0"),
        ("3", "error[expression.syntax] expected a rule, found '3' at byte 0"),
        (
            "required,",
            """
            error[expression.syntax] expected a rule, found the end at byte 9; remove the comma \
            after the last rule
            """
        ),
        ("required,,email", "error[expression.syntax] expected a rule, found ',' at byte 9"),
        (
            "required email",
            """
            error[expression.syntax] expected ',' or the end, found 'e' at byte 9; write a \
            comma between the two
            """
        ),
        (
            "required; email",
            """
            error[expression.syntax] expected ',' or the end, found ';' at byte 8; write a \
            comma between rules; all of them must pass
            """
        ),
        (
            "required|email",
            """
            error[expression.syntax] expected ',' or the end, found '|' at byte 8; write a \
            comma if all rules must pass, or anyOf(a, b) if one of them must
            """
        ),
        (
            "required || email",
            """
            error[expression.syntax] expected ',' or the end, found '|' at byte 9; write \
            anyOf(a, b) if one of the rules must pass
            """
        ),
        (
            "anyOf(email && url)",
            """
            error[expression.syntax] expected ',' or ')', found '&' at byte 12; write a comma \
            between rules; all of them must pass
            """
        ),
        ("required: true", "error[expression.syntax] expected ',' or the end, found ':' at byte 8"),
        (
            "größe(3)",
            """
            error[expression.ruleName] 'größe' is not the name of a rule at byte 0; write a name \
            of ASCII letters, digits, '_' and '-', with dots between its parts
            """
        ),
        (
            "tags[*]",
            """
            error[expression.ruleName] 'tags[*]' is not the name of a rule at byte 0; write a \
            name of ASCII letters, digits, '_' and '-', with dots between its parts
            """
        ),
        (
            "acme.",
            """
            error[expression.syntax] expected a name after the '.', found the end at byte 5
            """
        ),
        ("length(", "error[expression.syntax] expected a value, found the end at byte 7"),
        ("length(3...20", "error[expression.syntax] expected ',' or ')', found the end at byte 13"),
        ("length(3))", "error[expression.syntax] expected ',' or the end, found ')' at byte 9"),
        (
            "length(3,)",
            """
            error[expression.syntax] expected a value, found ')' at byte 9; remove the comma \
            after the last value
            """
        ),
        ("length(,3)", "error[expression.syntax] expected a value, found ',' at byte 7"),
        ("length(3 20)", "error[expression.syntax] expected ',' or ')', found '2' at byte 9"),
        (
            "length(min: 3)",
            """
            error[expression.colon] expected '=' after the name 'min', found ':' at byte 10; \
            write min=…
            """
        ),
        ("length(min == 3)", "error[expression.syntax] expected '=', found '==' at byte 11"),
        (
            "length(min=)",
            """
            error[expression.syntax] expected a value, found ')' at byte 11; remove the comma \
            after the last value
            """
        ),
        (
            "f({a: 1})",
            """
            error[expression.syntax] expected a key in double quotes, found 'a' at byte 3; write \
            a member as "key": value
            """
        ),
        (
            "f({\"a\" 1})",
            """
            error[expression.syntax] expected ':' after the key, found '1' at byte 7; write a \
            member as "key": value
            """
        ),
        (
            "f({\"a\": 1,})",
            """
            error[expression.syntax] expected a key in double quotes, found '}' at byte 10; remove \
            the comma after the last value
            """
        ),
        (
            "f({\"a\": })",
            """
            error[expression.syntax] expected a value, found '}' at byte 8; remove the comma after \
            the last value
            """
        ),
        ("f({\"a\": 1)", "error[expression.syntax] expected ',' or '}', found ')' at byte 9"),
        ("f({\"a\": 1", "error[expression.syntax] expected ',' or '}', found the end at byte 9"),
        (
            "f({\"a\": 1, \"\\u0061\": 2})",
            """
            error[expression.duplicateKey] the key 'a' appears twice in the object at byte 11; \
            remove one of the two members
            """
        ),
        (
            "f({\"a\": b})",
            """
            error[expression.objectValue] a member of an object takes a string, a number, true, \
            false, null, a list or an object, not b at byte 8; write a string in double quotes
            """
        ),
        (
            "f({\"a\": [1...3]})",
            """
            error[expression.objectValue] a member of an object takes a string, a number, true, \
            false, null, a list or an object, not [1...3] at byte 8
            """
        ),
        (
            "f({\"a\": length(3)})",
            """
            error[expression.objectValue] a member of an object takes a string, a number, true, \
            false, null, a list or an object, not length(3) at byte 8
            """
        ),
        ("f([1, 2)", "error[expression.syntax] expected ',' or ']', found ')' at byte 7"),
        (
            "f([1,])",
            """
            error[expression.syntax] expected a value, found ']' at byte 5; remove the comma \
            after the last value
            """
        ),
        (
            "sameAs(a.)",
            """
            error[expression.syntax] expected a name after the '.', found ')' at byte 9
            """
        ),
        ("sameAs(a[x])", "error[expression.syntax] expected '*' or an index, found 'x' at byte 9"),
        ("sameAs(a[1)", "error[expression.syntax] expected ']', found ')' at byte 10"),
        ("f(é", "error[expression.syntax] expected ',' or ')', found the end at byte 4"),
        (
            "f(1 é)",
            """
            error[expression.syntax] expected ',' or ')', found 'é' at byte 4; write a comma \
            between the two
            """
        ),
        ("f(\t!)", "error[expression.syntax] expected a value, found '!' at byte 3"),
    ]

    static let literals: [(String, String)] = [
        (
            "f('a')",
            """
            error[expression.quote] expected a value, found ''' at byte 2; write a string in \
            double quotes
            """
        ),
        (
            "f(“a”)",
            """
            error[expression.quote] expected a value, found typographic quotes at byte 2; write \
            a string in straight double quotes
            """
        ),
        ("f(\"a)", "error[expression.unterminatedString] the string has no closing '\"' at byte 2"),
        (
            "f(\"a\\",
            """
            error[expression.unterminatedString] the string has no closing '\"' at byte 4
            """
        ),
        (
            "f(\"a\nb\")",
            """
            error[expression.controlCharacter] a line break is not allowed in a string at byte 4; \
            write \\n
            """
        ),
        (
            "f(\"a\tb\")",
            """
            error[expression.controlCharacter] a tab is not allowed in a string at byte 4; write \\t
            """
        ),
        (
            "f(\"\u{7}\")",
            """
            error[expression.controlCharacter] the control character 7 is not allowed in a string \
            at byte 3; write \\u{7}
            """
        ),
        (
            #"f("\d+")"#,
            #"""
            error[expression.escape] '\d' is not an escape at byte 3; write a backslash as \#
            \\, and a pattern between slashes: /…/
            """#
        ),
        (
            #"f("\u12")"#,
            #"""
            error[expression.escape] '\u12' is not a Unicode character at byte 3; write \u with \#
            four hexadecimal digits, or \u{…} with up to six
            """#
        ),
        (
            #"f("\ud800")"#,
            #"""
            error[expression.escape] '\ud800' is not a Unicode character at byte 3; write \u \#
            with four hexadecimal digits, or \u{…} with up to six
            """#
        ),
        (
            #"f("\udc00")"#,
            #"""
            error[expression.escape] '\udc00' is not a Unicode character at byte 3; write \u \#
            with four hexadecimal digits, or \u{…} with up to six
            """#
        ),
        (
            #"f("\u{110000}")"#,
            #"""
            error[expression.escape] '\u{110000}' is not a Unicode character at byte 3; write \#
            \u with four hexadecimal digits, or \u{…} with up to six
            """#
        ),
        (
            #"f("\u{}")"#,
            #"""
            error[expression.escape] '\u{' is not a Unicode character at byte 3; write \u with \#
            four hexadecimal digits, or \u{…} with up to six
            """#
        ),
        ("f(/a)", "error[expression.unterminatedPattern] the pattern has no closing '/' at byte 2"),
        (
            #"f(/a\/)"#,
            """
            error[expression.unterminatedPattern] the pattern has no closing '/' at byte 2
            """
        ),
        (
            "f(/[^/]+/)",
            """
            error[expression.syntax] expected ',' or ')' after the pattern, found ']' at byte \
            6; write a slash inside a pattern as \\/
            """
        ),
        (
            "f(/a/b/)",
            """
            error[expression.syntax] expected ',' or ')' after the pattern, found '/' at byte \
            6; write a slash inside a pattern as \\/
            """
        ),
        (
            "f(007)",
            """
            error[expression.number] '007' is not a number at byte 2; write a number \
            without leading zeros, or a text in quotes
            """
        ),
        (
            "f(12ab)",
            """
            error[expression.number] '12ab' is not a number at byte 2; write a text in double \
            quotes
            """
        ),
        (
            "f(2024-02-29)",
            """
            error[expression.number] '2024-02-29' is not a number at byte 2; write a text in \
            double quotes
            """
        ),
        ("f(-)", "error[expression.syntax] expected a digit, found ')' at byte 3"),
        ("f(1.)", "error[expression.syntax] expected a digit, found ')' at byte 4"),
        ("f(1e)", "error[expression.syntax] expected a digit, found ')' at byte 4"),
        (
            "f(+1)",
            """
            error[expression.syntax] expected a value, found '+' at byte 2; write a positive \
            number without '+'
            """
        ),
        (
            "f(.5)",
            """
            error[expression.syntax] expected a value, found '.' at byte 2; write a digit \
            before the decimal point: 0.5
            """
        ),
        ("f(...)", "error[expression.syntax] expected a bound after '...', found ')' at byte 5"),
        (
            "f(3..20)",
            """
            error[expression.range] expected '...', found '..' at byte 3; write three dots in a range
            """
        ),
        (
            "f(3....20)",
            """
            error[expression.syntax] expected a bound, found '.' at byte 6; write a range as \
            3...20
            """
        ),
        (
            "f(3...<20)",
            """
            error[expression.syntax] expected a bound, found '<' at byte 6; write a range as \
            3...20
            """
        ),
        ("f(20...3)", "error[expression.range] the range ends before it begins: 20...3 at byte 2"),
        (
            "f(1...\"a\")",
            """
            error[expression.range] one bound of the range is a number and the other a string \
            at byte 2
            """
        ),
        (
            "f(min...3)",
            """
            error[expression.range] 'min' cannot be a bound of a range at byte 2; bounds are \
            numbers, or strings such as \"2024-02-29\"
            """
        ),
        (
            "f(3...max)",
            """
            error[expression.syntax] expected ',' or ')', found 'm' at byte 6; write a comma \
            between the two
            """
        ),
    ]

    @Test(arguments: syntax + literals)
    func wrongExpressionIsExplained(_ text: String, _ expected: String) {
        let error = #expect(throws: ExpressionError.self) { try RuleExpressionParser.parse(text) }
        #expect(error?.description == expected)
    }

    @Test(arguments: syntax + literals)
    func extentLiesWithinTheText(_ text: String, _: String) {
        let error = #expect(throws: ExpressionError.self) { try RuleExpressionParser.parse(text) }
        #expect(
            error.map { 0 <= $0.extent.lowerBound && $0.extent.upperBound <= text.utf8.count }
                == true)
    }

    @Test func commaIsAnErrorWhereOneRuleIsWanted() {
        let error = #expect(throws: ExpressionError.self) {
            try RuleExpressionParser.parseOne("required, email")
        }
        #expect(
            error?.description == "error[expression.syntax] expected the end, found ',' at byte 8")
    }

    @Test(arguments: ["f(", "f([", "f({\"a\":"])
    func deepNestingIsRejected(_ opening: String) throws {
        let levels = RuleExpressionParser.maximumDepth
        let text = String(repeating: opening, count: 100_000)
        let error = #expect(throws: ExpressionError.self) { try RuleExpressionParser.parse(text) }
        #expect(error?.code == "expression.depth")
        #expect(error?.message == "more than 64 nested calls, lists and objects")
        let nested =
            String(repeating: "f(", count: levels) + "1" + String(repeating: ")", count: levels)
        #expect(try RuleExpressionParser.parse(nested).count == 1)
    }
}
