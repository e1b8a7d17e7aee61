// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// Wrong JSON, with the exact text of every issue.
@Suite struct JSONErrorTests {
    static let cases: [(String, [String])] = [
        (
            "",
            [
                """
                f.json:1:1: error[ruleSet.empty] the file has no rule set; begin it with \
                'assay: 1' and add 'fields:'
                """
            ]
        ),
        (
            "{",
            [
                "f.json:1:2: error[ruleSet.syntax] JSON: expected a key in double quotes"
            ]
        ),
        (
            "{\"assay\": 1,}",
            [
                "f.json:1:13: error[ruleSet.syntax] JSON: expected a key in double quotes"
            ]
        ),
        (
            "{\"assay\": 1, \"assay\": 1}",
            [
                """
                f.json:1:14: error[ruleSet.duplicateKey] the key 'assay' appears twice; the \
                first is in line 1
                """
            ]
        ),
        (
            "{a: 1}",
            [
                "f.json:1:2: error[ruleSet.syntax] JSON: expected a key in double quotes"
            ]
        ),
        (
            "{\"assay\": 1, \"fields\": {\"a\": \"regex(/^a\\/b$/), \\ud83d(\"}}",
            [
                "f.json:1:54: error[ruleSet.syntax] JSON: expected a low surrogate"
            ]
        ),
        (
            "{\"assay\": 1, \"fields\": {\"a\": \"oneOf(\\\"\\ud83d\\ude00\\\"), f(\"}}",
            [
                "f.json:1:58: error[expression.syntax] a: expected a value, found the end"
            ]
        ),
        (
            "{\n\t\"assay\": 1,\n\t\"fields\": {\n\t\t\"a\": \"required, x(\"\n}}",
            [
                "f.json:4:21: error[expression.syntax] a: expected a value, found the end"
            ]
        ),
    ]

    @Test(arguments: cases)
    func everyIssueIsReportedWithItsPlace(_ text: String, _ expected: [String]) {
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetReader.read(text, file: "f.json")
        }
        #expect(error?.issues.map(\.description) == expected)
    }
}
