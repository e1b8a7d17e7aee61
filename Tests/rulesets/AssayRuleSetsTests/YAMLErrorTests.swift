// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// What YAML makes of wrong text, with the exact text of every issue.
@Suite struct YAMLErrorTests {
    static let cases: [(String, [String])] = [
        (
            "assay: 1\nfields:\n  a: \"oneOf(\"x\", \"y\")\"",
            [
                """
                f:3:14: error[ruleSet.syntax] YAML: while parsing a block mapping, did not find \
                expected key; put single quotes around it: 'oneOf("a", "b")'
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: length(min: 3)",
            [
                """
                f:3:16: error[ruleSet.syntax] YAML: mapping values are not allowed in this \
                context; a ':' before a space makes a key; name arguments with '=' or quote the \
                whole expression
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a:\n    - length(min: 3)",
            [
                """
                f:4:7: error[ruleSet.unknownKey] a: there is no key 'length(min'; name \
                arguments with '='; put an expression with ': ' in quotes
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: oneOf(\"x # y\")\n  b: oneOf(\"x\" # y)",
            [
                #"""
                f:3:12: error[expression.unterminatedString] a: the string has no closing '"'; \#
                ' #' begins a comment; put the whole expression in quotes
                """#,
                """
                f:4:15: error[expression.syntax] b: expected ',' or ')', found the end; ' #' \
                begins a comment; put the whole expression in quotes
                """,
            ]
        ),
        (
            """
            assay: 1\nfields:\n  a: required\n  b: email\n  a: email,\n  b: [x, ']']\n  \"a\": \
            email
            """,
            [
                """
                f:5:3: error[ruleSet.duplicateKey] the key 'a' appears twice; the first is in \
                line 3
                """,
                """
                f:5:12: error[expression.syntax] a: expected a rule, found the end; remove the \
                comma after the last rule
                """,
                """
                f:6:3: error[ruleSet.duplicateKey] the key 'b' appears twice; the first is in \
                line 4
                """,
                "f:6:11: error[expression.syntax] b: expected a rule, found ']'",
                """
                f:7:3: error[ruleSet.duplicateKey] the key 'a' appears twice; the first is in \
                line 3
                """,
            ]
        ),
        (
            "assay: 1\nassay: 1\n",
            [
                """
                f:2:1: error[ruleSet.duplicateKey] the key 'assay' appears twice; the first is \
                in line 1
                """
            ]
        ),
        (
            "assay: 1\nfields:\n\ta: required",
            [
                """
                f:3:1: error[ruleSet.syntax] YAML: while scanning for the next token, found \
                character that cannot start any token; indent with spaces
                """
            ]
        ),
        (
            "assay: 1\nfields: [a",
            [
                """
                f:3:1: error[ruleSet.syntax] YAML: while parsing a flow sequence, did not find \
                expected ',' or ']'; quote an expression with commas or quotes in a list: \
                [required, 'oneOf("a", "b")']
                """
            ]
        ),
        (
            "assay: 1\n---\nassay: 1",
            [
                """
                f:2:1: error[ruleSet.syntax] YAML: expected a single document in the stream, \
                but found another document
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: *x",
            [
                "f:3:6: error[ruleSet.syntax] YAML: found undefined alias"
            ]
        ),
        (
            """
            assay: 1\nfields:\n  a: 'it''s(é'\n  b: \"x(\\\"é\\\" \\u0041\"\n  c: >\n    \
            required,\n    length(3...20,\n  d: |\n    required\n    ,(\n  e: required,\n    \
            length(3..4)\n  f: \"a,\n    b,)\"
            """,
            [
                "f:3:9: error[expression.syntax] a: expected ',' or the end, found '''",
                """
                f:4:15: error[expression.syntax] b: expected ',' or ')', found 'A'; write a \
                comma between the two
                """,
                "f:7:19: error[expression.syntax] c: expected a value, found the end",
                "f:10:6: error[expression.syntax] d: expected a rule, found '('",
                """
                f:12:13: error[expression.range] e: expected '...', found '..'; write three \
                dots in a range
                """,
                "f:14:7: error[expression.syntax] f: expected a rule, found ')'",
            ]
        ),
        (
            "assay: 1\nfields:\n  a: %x",
            [
                """
                f:3:6: error[ruleSet.syntax] YAML: while scanning for the next token, found \
                character that cannot start any token; quote the whole expression
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: @x",
            [
                """
                f:3:6: error[ruleSet.syntax] YAML: while scanning for the next token, found \
                character that cannot start any token; quote the whole expression
                """
            ]
        ),
        (
            "\u{01}",
            [
                "f:1:1: error[ruleSet.syntax] YAML: control characters are not allowed (U+0001)"
            ]
        ),
        (
            "assay: 1\nfields:\n  ? [a]\n  : required",
            [
                "f:3:5: error[ruleSet.type] expected the path of a field, found a list"
            ]
        ),
        (
            "assay: 1\n<<: {fields: {}}",
            [
                """
                f:2:1: error[ruleSet.unknownKey] there is no key '<<'; the keys here are assay, \
                plugins, identity, sources, fields, record, records, labels, unknownFields, \
                maximumViolations
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: required\n  \u{01}",
            [
                "f:4:3: error[ruleSet.syntax] YAML: control characters are not allowed (U+0001)"
            ]
        ),
        (
            "assay: 1\nfields:\n  größe: required, größe(3\n",
            [
                """
                f:3:20: error[expression.ruleName] größe: 'größe' is not the name of a rule; \
                write a name of ASCII letters, digits, '_' and '-', with dots between its parts
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: &r required, f(\n  b: *r",
            [
                "f:3:21: error[expression.syntax] a: expected a value, found the end",
                "f:3:21: error[expression.syntax] b: expected a value, found the end",
            ]
        ),
        (
            "assay: 1\nfields: {~: required}",
            [
                "f:2:10: error[ruleSet.type] expected the path of a field, found nothing"
            ]
        ),
    ]

    @Test(arguments: cases)
    func everyIssueIsReportedWithItsPlace(_ text: String, _ expected: [String]) {
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetReader.read(text, file: "f")
        }
        #expect(error?.issues.map(\.description) == expected)
    }
}
