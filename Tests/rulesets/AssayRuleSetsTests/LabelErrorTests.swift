// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
import Testing

/// Wrong labels, with the exact text of every issue.
@Suite struct LabelErrorTests {
    private static let fields = "assay: 1\nfields: {a: required, b: sameAs(c)}\n"

    static let cases: [(String, [String])] = [
        (
            "labels: Name",
            ["f:3:9: error[ruleSet.type] expected a mapping of fields to labels, found Name"]
        ),
        (
            "labels: [a]",
            ["f:3:9: error[ruleSet.type] expected a mapping of fields to labels, found a list"]
        ),
        (
            "labels:\n  [a]: Name",
            ["f:4:3: error[ruleSet.type] expected the path of a field, found a list"]
        ),
        (
            "labels:\n  a[: Name",
            ["f:4:5: error[field.syntax] a[: 'a[' is not a field path: expected ']' at byte 2"]
        ),
        (
            "labels:\n  a:\n",
            [
                """
                f:4:5: error[ruleSet.type] a: expected a label, or labels by language, found nothing
                """
            ]
        ),
        (
            "labels:\n  a: [Name]",
            [
                """
                f:4:6: error[ruleSet.type] a: expected a label, or labels by language, found a list
                """
            ]
        ),
        (
            "labels:\n  a: {de: [Name]}",
            ["f:4:11: error[ruleSet.type] a: expected a label, found a list"]
        ),
        (
            "labels:\n  a: {de: null}",
            ["f:4:11: error[ruleSet.type] a: expected a label, found nothing"]
        ),
        (
            "labels:\n  a: {[de]: Name}",
            ["f:4:7: error[ruleSet.type] a: expected a language, found a list"]
        ),
        (
            "labels:\n  a: Name\n  a: Name",
            [
                """
                f:5:3: error[ruleSet.duplicateKey] the key 'a' appears twice; the first is in line 4
                """
            ]
        ),
        (
            "labels:\n  a: Name\n  \"\\\"a\\\"\": Name",
            [
                """
                f:5:3: error[ruleSet.duplicateKey] "a": the field has a label already; write all \
                of its labels in one place
                """
            ]
        ),
        (
            "labels:\n  a:\n    de: Name\n    DE: Name",
            [
                """
                f:6:5: error[ruleSet.duplicateKey] a: 'de' and 'DE' are the same language
                """
            ]
        ),
        (
            "labels:\n  aa: Name",
            [
                """
                f:4:3: error[field.unknown] aa: no rule is about the field 'aa'; did you mean 'a'?
                """
            ]
        ),
        (
            "labels:\n  something: Name",
            [
                """
                f:4:3: error[field.unknown] something: no rule is about the field 'something'; \
                give labels only to fields that have rules or that rules name
                """
            ]
        ),
        (
            "labels:\n  a: ''",
            ["f:4:6: error[label.empty] a: the label is empty; write the name that people see"]
        ),
        (
            "labels:\n  a: {}",
            ["f:4:3: error[label.empty] a: the label is empty; write the name that people see"]
        ),
        (
            "labels:\n  a: {de: \" \\u3000\"}",
            ["f:4:11: error[label.empty] a: the label is empty; write the name that people see"]
        ),
        (
            "labels:\n  a: {de_AT: Name}",
            ["f:4:7: error[label.language] a: 'de_at' is not a language tag; write 'de-at'"]
        ),
        (
            "labels:\n  a: {d: Name, '': Name}",
            [
                """
                f:4:7: error[label.language] a: 'd' is not a language tag; write a BCP 47 tag \
                such as de or pt-BR
                """,
                """
                f:4:16: error[label.language] a: '' is not a language tag; write a BCP 47 tag \
                such as de or pt-BR
                """,
            ]
        ),
        (
            "labels:\n  a: \(String(repeating: "ä", count: 513))",
            [
                """
                f:4:6: error[label.length] a: the label has 1026 bytes, more than 1024; write a \
                shorter label
                """
            ]
        ),
        (
            "labels:\n  aa: ''\n  b: {de-: ''}",
            [
                "f:4:3: error[field.unknown] aa: no rule is about the field 'aa'; did you mean 'a'?",
                "f:4:7: error[label.empty] aa: the label is empty; write the name that people see",
                """
                f:5:7: error[label.language] b: 'de-' is not a language tag; write a BCP 47 tag \
                such as de or pt-BR
                """,
                "f:5:12: error[label.empty] b: the label is empty; write the name that people see",
            ]
        ),
    ]

    @Test(arguments: cases)
    func everyIssueIsReportedWithItsPlace(_ text: String, _ expected: [String]) throws {
        let registry = try TestRules.registry()
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load(Self.fields + text, file: "f", registry: registry)
        }
        #expect(error?.issues.map(\.description) == expected)
    }

    /// What cannot be read, or resolved, may name the field.
    @Test(arguments: [
        ("fields: {a: 'required,, x'}\nlabels: {zz: Name}", ["expression.syntax"]),
        ("fields: {a: requird(zz)}\nlabels: {zz: Name}", ["rule.unknown"]),
        ("fields: {a: 'sameAs(zz, yy)'}\nlabels: {zz: Name}", ["argument.extra"]),
        ("fields: {a: requird(zz)}\nlabels: {zz: ''}", ["rule.unknown", "label.empty"]),
    ])
    func fieldOfAWrongRuleIsNotCalledUnknown(_ text: String, _ codes: [String]) throws {
        let registry = try TestRules.registry()
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load("assay: 1\n" + text, file: "f", registry: registry)
        }
        #expect(error?.issues.map(\.code) == codes)
    }

    /// Fields with rules, fields that rules and conditions name, and what holds or is part of one.
    @Test(arguments: [
        "a", "b", "\"b\"", "c", "k", "address", "address.zip", "items", "items[*]",
        "items[*].price",
        "items[0].price",
    ])
    func fieldThatARuleIsAboutHasALabel(_ path: String) throws {
        let text = """
            assay: 1
            fields:
              a: required
              b: sameAs(c)
              address.zip: required
              items[*].price:
                - {rule: required, when: {k: required}}
            labels: {'\(path)': Name}
            """
        let (_, plan) = try RuleSetLoader.load(text, registry: try TestRules.registry())
        #expect(plan.label(of: try FieldPath(path))?.text() == "Name")
    }

    @Test func labelOfElementsIsThatOfEach() throws {
        let text = "assay: 1\nfields: {'i[*].p': required}\nlabels: {'i[*].p': Price}"
        let (_, plan) = try RuleSetLoader.load(text, registry: try TestRules.registry())
        #expect(plan.label(of: "i[7].p")?.text() == "Price")
        #expect(plan.label(of: "i[7]") == nil)
    }

    @Test(arguments: ["yaml", "json"])
    func labelsAreReadWithTheirLanguages(_ format: String) throws {
        let text =
            format == "json"
            ? """
            {"assay": 1, "fields": {"a": "required"}, \
            "labels": {"a": {"de-AT": "Jänner", "no": "Januar", "en": "January"}}}
            """
            : """
            assay: 1
            fields: {a: required}
            labels:
              a:
                de-AT: Jänner
                no: Januar
                en: January
            """
        let ruleSet = try RuleSetReader.read(text, file: "f.\(format)")
        #expect(
            ruleSet.labels == ["a": ["de-AT": "Jänner", "no": "Januar", "en": "January"]])
        let label = try #require(ruleSet.labels["a"])
        let found = ["de-AT", "de_AT.UTF-8", "DE-at", "de", "no-NO", "fr", "en-GB", ""].map {
            label.text(in: $0)
        }
        #expect(
            found == [
                "Jänner", "Jänner", "Jänner", "January", "Januar", "January", "January", "January",
            ])
    }

    @Test(arguments: ["1", "true", "No", "2024-02-29", "'null'"])
    func everyScalarIsALabel(_ text: String) throws {
        let ruleSet = try RuleSetReader.read(
            "assay: 1\nfields: {a: required}\nlabels: {a: \(text)}")
        #expect(ruleSet.labels["a"]?.text() == text.filter { $0 != "'" })
    }
}
