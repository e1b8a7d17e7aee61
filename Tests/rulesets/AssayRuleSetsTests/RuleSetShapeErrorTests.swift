// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// Wrong top-level keys and values, with the exact text of every issue.
@Suite struct RuleSetShapeErrorTests {
    static let cases: [(String, [String])] = [
        (
            "",
            [
                """
                f:1:1: error[ruleSet.empty] the file has no rule set; begin it with 'assay: 1' \
                and add 'fields:'
                """
            ]
        ),
        (
            "# only a comment\n",
            [
                """
                f:1:1: error[ruleSet.empty] the file has no rule set; begin it with 'assay: 1' \
                and add 'fields:'
                """
            ]
        ),
        (
            "null",
            [
                """
                f:1:1: error[ruleSet.empty] the file has no rule set; begin it with 'assay: 1' \
                and add 'fields:'
                """
            ]
        ),
        (
            "42",
            [
                "f:1:1: error[ruleSet.type] expected a mapping, found 42"
            ]
        ),
        (
            "- a\n",
            [
                "f:1:1: error[ruleSet.type] expected a mapping, found a list"
            ]
        ),
        (
            "assay: 2\nfields: {}",
            [
                """
                f:1:8: error[ruleSet.version] 'assay' is the version of the format: expected 1, \
                found 2
                """
            ]
        ),
        (
            "fields: {}",
            [
                "f:1:1: error[ruleSet.missingKey] the key 'assay' is missing; write 'assay: 1'"
            ]
        ),
        (
            "assay: \"1\"",
            [
                """
                f:1:8: error[ruleSet.version] 'assay' is the version of the format: expected 1, \
                found a text
                """
            ]
        ),
        (
            "assay: 1\nfeilds:\n  a: required",
            [
                "f:2:1: error[ruleSet.unknownKey] there is no key 'feilds'; did you mean 'fields'?"
            ]
        ),
        (
            #"{"$schema": "x", "type": "object", "properties": {"a": {"type": "string"}}}"#,
            [
                """
                f:1:1: error[ruleSet.jsonSchema] the file is a JSON Schema, not a rule set; convert \
                it with 'ruleshell import', or write a rule set with 'assay: 1' and 'fields'
                """
            ]
        ),
        (
            "type: object\nproperties: {}",
            [
                """
                f:1:1: error[ruleSet.jsonSchema] the file is a JSON Schema, not a rule set; convert \
                it with 'ruleshell import', or write a rule set with 'assay: 1' and 'fields'
                """
            ]
        ),
        (
            "assay: 1\nbogus: 1",
            [
                """
                f:2:1: error[ruleSet.unknownKey] there is no key 'bogus'; the keys here are \
                assay, plugins, identity, sources, fields, record, records, labels, unknownFields, \
                maximumViolations
                """
            ]
        ),
        (
            "assay: 1\nfields: required",
            [
                "f:2:9: error[ruleSet.type] expected a mapping of fields, found required"
            ]
        ),
        (
            "assay: 1\nfields:\n- a",
            [
                "f:3:1: error[ruleSet.type] expected a mapping of fields, found a list"
            ]
        ),
        (
            "assay: 1\nplugins: acme",
            [
                """
                f:2:10: error[ruleSet.type] expected a list of plugin ids, found acme; write \
                [acme]
                """
            ]
        ),
        (
            "assay: 1\nplugins: [[a]]",
            [
                "f:2:11: error[ruleSet.type] expected a plugin id, found a list"
            ]
        ),
        (
            "assay: 1\nunknownFields: rejct",
            [
                """
                f:2:16: error[ruleSet.value] 'unknownFields' must be one of allow, warn, reject, not \
                'rejct'; did you mean 'reject'?
                """
            ]
        ),
        (
            "assay: 1\nunknownFields: xxxxxxxx",
            [
                """
                f:2:16: error[ruleSet.value] 'unknownFields' must be one of allow, warn, reject, not \
                'xxxxxxxx'
                """
            ]
        ),
        (
            "assay: 1\nunknownFields: [a]",
            [
                "f:2:16: error[ruleSet.type] expected one of allow, warn, reject, found a list"
            ]
        ),
        (
            "assay: 1\nmaximumViolations: 0",
            [
                "f:2:20: error[ruleSet.type] expected a whole number from 1, found 0"
            ]
        ),
        (
            "assay: 1\nmaximumViolations: many",
            [
                "f:2:20: error[ruleSet.type] expected a whole number from 1, found many"
            ]
        ),
        (
            "assay: 1\nmaximumViolations: \"5\"",
            [
                "f:2:20: error[ruleSet.type] expected a whole number from 1, found a text"
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
