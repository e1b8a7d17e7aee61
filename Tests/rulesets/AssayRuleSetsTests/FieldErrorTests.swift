// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// Wrong fields and entries, with the exact text of every issue.
@Suite struct FieldErrorTests {
    static let cases: [(String, [String])] = [
        (
            "assay: 1\nfields:\n  a:\n",
            [
                """
                f:3:5: error[ruleSet.type] a: expected rules, found nothing; write [] for a \
                field without rules
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {sensitive: yes}",
            [
                "f:3:18: error[ruleSet.type] a: expected true or false, found yes"
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {sensitive: \"true\"}",
            [
                "f:3:18: error[ruleSet.type] a: expected true or false, found a text"
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {rules: integer, missing: [NULL, {a: b}]}",
            [
                "f:3:33: error[ruleSet.type] a: expected a text, found nothing; put a word such as \"NULL\" in quotes",
                "f:3:39: error[ruleSet.type] a: expected a text, found a mapping",
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {policy: frist}",
            [
                """
                f:3:15: error[ruleSet.value] a: 'policy' must be one of all, first, not 'frist'; did \
                you mean 'first'?
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {rule: required}",
            [
                "f:3:7: error[ruleSet.unknownKey] a: there is no key 'rule'; did you mean 'rules'?"
            ]
        ),
        (
            "assay: 1\nfields:\n  address: {zip: required}",
            [
                """
                f:3:13: error[ruleSet.unknownKey] address: there is no key 'zip'; write the rules of \
                a field as an expression, such as address: required, and those of a member as a field \
                of its own, such as address.zip: required
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a[*]: {b c: x}",
            [
                """
                f:3:10: error[ruleSet.unknownKey] a[*]: there is no key 'b c'; write the rules of a \
                field as an expression, such as a[*]: required, and those of a member as a field of \
                its own, such as a[*].b c: required
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a: {rules: length(3, 4)}",
            [
                """
                f:3:22: error[expression.syntax] a: expected ',' or ')', found the end; inside \
                { } and [ ], a comma separates elements; put the whole expression in quotes
                """,
                """
                f:3:24: error[ruleSet.unknownKey] a: there is no key '4)'; inside { } and [ ], a \
                comma separates elements; put the whole expression in quotes
                """,
            ]
        ),
        (
            "assay: 1\nfields:\n  a: [required, length(3, 4)]",
            [
                """
                f:3:25: error[expression.syntax] a: expected ',' or ')', found the end; inside \
                { } and [ ], a comma separates elements; put the whole expression in quotes
                """,
                "f:3:27: error[expression.syntax] a: expected a rule, found '4'",
            ]
        ),
        (
            "assay: 1\nfields:\n  a.: required\n  \"b\\u002e.\": email",
            [
                "f:3:5: error[field.syntax] a.: 'a.' is not a field path: expected a key at byte 2",
                """
                f:4:11: error[field.syntax] b..: 'b..' is not a field path: expected a key at \
                byte 2
                """,
            ]
        ),
        (
            "assay: 1\nfields:\n  a:\n    - - required",
            [
                """
                f:4:7: error[ruleSet.type] a: expected an expression or a mapping with 'rule', \
                found a list
                """
            ]
        ),
        (
            "assay: 1\nfields:\n  a:\n    - severity: error",
            [
                "f:4:7: error[ruleSet.missingKey] a: the key 'rule' is missing"
            ]
        ),
        (
            """
            assay: 1\nfields:\n  a:\n    - rule: required\n      severity: warn\n      onFault: \
            x\n      dependencies: all\n      message: [a]\n      when: b\n      wen: 1
            """,
            [
                "f:5:17: error[ruleSet.value] a: 'severity' must be one of error, warning, not 'warn'",
                "f:6:16: error[ruleSet.value] a: 'onFault' must be one of fault, fail, pass, not 'x'",
                "f:7:21: error[ruleSet.value] a: 'dependencies' must be one of valid, any, not 'all'",
                "f:8:16: error[ruleSet.type] a: expected a text, or texts by language, found a list",
                "f:9:13: error[ruleSet.type] a: expected a mapping of fields to rules, found b",
                "f:10:7: error[ruleSet.unknownKey] a: there is no key 'wen'; did you mean 'when'?",
            ]
        ),
        (
            """
            assay: 1\nfields:\n  a:\n    - rule: required\n      when:\n        b: \
            lenght(3..4)\n        c: [required, 'f(']\n        d.: x
            """,
            [
                """
                f:6:20: error[expression.range] a: expected '...', found '..'; write three \
                dots in a range
                """,
                "f:7:26: error[expression.syntax] a: expected a value, found the end",
                "f:8:11: error[field.syntax] a: 'd.' is not a field path: expected a key at byte 2",
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
