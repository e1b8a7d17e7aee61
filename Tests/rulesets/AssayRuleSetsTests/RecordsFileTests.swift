// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Rules about records and sources in rule-set files.
@Suite struct RecordsFileTests {
    @Test(arguments: [
        (
            "records:",
            "f:2:9: error[ruleSet.type] records: expected rules about records, found nothing; remove 'records', or write []"
        ),
        (
            "records: { unique: id }",
            "f:2:10: error[ruleSet.type] records: expected a list of rules about records, found a mapping; begin each "
                + "rule with '- ' on a line"
        ),
        (
            "records: [{ rule: unique(id), dependencies: any }]",
            "f:2:31: error[ruleSet.unknownKey] records: there is no key 'dependencies'; the keys here are rule, when, "
                + "severity, message, onFault, tolerance, onlyValid"
        ),
        (
            "records: [{ rule: unique(id), tolerance: 120 % }]",
            "f:2:42: error[ruleSet.value] records: 'tolerance' must be a count such as 3, or a share such as 0.5 %, not "
                + "'120 %'; a share is from 0 % to 100 % and has at most 9 decimal places"
        ),
        (
            "records: [{ rule: unique(id), tolerance: 0.5 }]",
            "f:2:42: error[ruleSet.value] records: 'tolerance' must be a count such as 3, or a share such as 0.5 %, not "
                + "'0.5'; write '0.5 %' for a share"
        ),
        (
            "records: [{ rule: unique(id), onlyValid: yes }]",
            "f:2:42: error[ruleSet.type] records: expected true or false, found yes"
        ),
        (
            "sources: { customers: { file: c.csv } }\nrecords: ['references(id, customers)']",
            "f:2:12: error[source.key] customers: the source has no key; name its fields, such as 'key: [id]'"
        ),
        (
            "sources: { c: { file: c.csv, key: ['a[*]'] } }\nfields: {}",
            "f:2:36: error[ruleSet.value] c: 'key' takes only fields with one value, but 'a[*]' has many; name a field "
                + "without [*]"
        ),
        (
            "sources: [c.csv]\nfields: {}",
            "f:2:10: error[ruleSet.type] expected a mapping of names to sources, found a list"
        ),
        (
            "sources: { c: { fiel: c.csv, key: id } }\nfields: {}",
            "f:2:17: error[ruleSet.unknownKey] c: there is no key 'fiel'; did you mean 'file'?"
        ),
        (
            "fields: { a: [{ rule: email, tolerance: x }] }",
            "f:2:41: error[ruleSet.value] a: 'tolerance' must be a count such as 3, or a share such as 0.5 %, not 'x'; "
                + "a share is from 0 % to 100 % and has at most 9 decimal places"
        ),
    ])
    func whatIsWrongIsSaid(text: String, message: String) {
        let error = #expect(throws: RuleSetError.self) {
            try RuleSet(parsing: "assay: 1\n" + text, file: "f")
        }
        #expect(error?.description == message)
    }

    @Test func everyPartIsWrittenAndRead() throws {
        let text = """
            assay: 1
            sources:
              customers:
                file: data/customers.csv
                format: csv
                delimiter: ';'
                encoding: windows-1252
                key: id
              parents:
                self: true
                key:
                  - country
                  - id
            fields:
              email:
                - rule: email
                  tolerance: 0.5 %
            records:
              - unique(orderId)
              - rule: unique(country, taxId, missing=fail)
                when:
                  country: 'oneOf("DE", "FR")'
                severity: warning
                message: is there twice
                onFault: pass
                tolerance: 3
                onlyValid: true
              - references(customerId, customers)
              - 'references([country, parentId], parents, match=full)'
              - count(1000...)
              - sorted(createdAt, descending)
              - 'fresh(createdAt, within="PT24H")'
              - sum(total, 0...1000000000.0)

            """
        let ruleSet = try RuleSet(parsing: text)
        let written = try ruleSet.yaml
        #expect(try RuleSet(parsing: written) == ruleSet)
        #expect(try RuleSet(parsing: written).yaml == written)
        #expect(written.contains("    tolerance: 3\n    onlyValid: true\n"), "\(written)")
        #expect(
            written.contains("  parents:\n    self: true\n    key:\n      - country\n      - id\n"),
            "\(written)")
        #expect(
            ruleSet.records[1].onlyValid
                && ruleSet.records[1].entry.tolerance == Tolerance(count: 3))
    }

    @Test func jsonHasTheSameRules() throws {
        let json = #"""
            {"assay": 1, "sources": {"c": {"file": "c.csv", "key": ["id"]}},
             "records": ["unique(id)", {"rule": "references(a, c)", "tolerance": "0.1 %", "onlyValid": true}],
             "fields": {"n": [{"rule": "integer", "tolerance": 2}]}}
            """#
        let yaml = """
            assay: 1
            sources: { c: { file: c.csv, key: id } }
            fields: { n: [{ rule: integer, tolerance: 2 }] }
            records:
              - unique(id)
              - { rule: "references(a, c)", tolerance: 0.10 %, onlyValid: true }
            """
        #expect(try RuleSet(parsing: json) == RuleSet(parsing: yaml))
    }

    @Test func aSourceIsBesideItsRuleSet() throws {
        var ruleSet = try RuleSet(
            parsing: "assay: 1\nsources: { c: { file: d/c.csv, key: id } }\nrecords: [count(1...)]")
        #expect(ruleSet.sources[0].path == nil)
        ruleSet.noteFile("rules/orders.yaml")
        #expect(ruleSet.sources[0].path == "rules/d/c.csv")
        var here = try RuleSet(
            parsing: "assay: 1\nsources: { c: { file: c.csv, key: id } }\nrecords: [count(1...)]")
        here.noteFile("orders.yaml")
        #expect(here.sources[0].path == "c.csv")
        var absolute = try RuleSet(
            parsing: "assay: 1\nsources: { c: { file: /d/c.csv, key: id } }\nrecords: [count(1...)]"
        )
        absolute.noteFile("rules/orders.yaml")
        #expect(absolute.sources[0].path == "/d/c.csv")
    }

    @Test func aRuleSetOfRecordsNeedsNoFields() throws {
        #expect(try RuleSet(parsing: "assay: 1\nrecords: count(1...)").records.count == 1)
    }
}
