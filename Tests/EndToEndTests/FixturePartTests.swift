// SPDX-License-Identifier: Apache-2.0
import Testing

/// Cases about one field, cases that start from a valid record, and expected findings among others.
@Suite struct FixturePartTests {
    /// Runs cases that follow a valid record with the name `good`.
    private func test(_ cases: [String]) throws -> ProcessResult {
        let workshop = try Workshop.people()
        let good = "{ name: good, record: { name: Anna, age: 33, tags: [a] }, valid: true }"
        let lines = ([good] + cases).map { "  - \($0)\n" }
        try workshop.write("cases:\n" + lines.joined(), to: "people.test.yaml")
        return try RuleShellTool.run(["test", "people.test.yaml"], in: workshop)
    }

    @Test(arguments: [
        "{ field: age, value: 17, expect: range.tooSmall /age }",
        "{ field: age, expect: required.missing }",
        "{ field: age, value: '33', text: true, expect: [] }",
        "{ field: age, value: '33', expect: integer.kind, name: typed }",
        "{ base: good, with: { age: 17 }, expect: range.tooSmall /age }",
        "{ base: good, with: { age: 17, name: Bo }, includes: length.tooShort }",
        "{ base: good, without: age, expect: required.missing /age }",
        "{ base: good, without: [age, name], includes: [required.missing /name] }",
        "{ base: good, field: age, value: 121, expect: range.tooLarge }",
        "{ base: good, with: { 'tags[1]': b }, valid: true }",
        "{ base: good, with: { age: 17 }, field: age, expect: range.tooSmall }",
    ])
    func partsOfRecordsAgree(testCase: String) throws {
        #expect(
            try test([testCase])
                == ProcessResult(status: 0, output: "people.test.yaml 2/2\n", errors: ""))
    }

    @Test(arguments: [
        (
            "{ base: good, with: { age: 17 }, includes: length.tooShort }",
            "missing length.tooShort"
        ),
        (
            "{ base: good, with: { age: 17, name: Bo }, expect: length.tooShort }",
            "found range.tooSmall /age"
        ),
        (
            "{ field: aeg, value: 17, expect: range.tooSmall }",
            "field.unknown: 'people.yaml' has no rules for 'aeg'; did you mean 'age'?"
        ),
        (
            "{ base: good, with: { aeg: 17 }, valid: true }",
            "field.unknown: 'with': 'people.yaml' has no field 'aeg'; did you mean 'age'?"
        ),
        (
            "{ base: good, field: age, with: { 'qwertyuiop.x': 17 }, valid: true }",
            "field.unknown: 'with': 'people.yaml' has no field 'qwertyuiop'"
        ),
        (
            "{ field: age, value: 17, expect: range.toSmall }",
            "there is no code 'range.toSmall'; did you mean 'range.tooSmall'?"
        ),
        (
            "{ field: age, value: 17, includes: qwertyuiop }", "there is no code 'qwertyuiop'"
        ),
        ("{ field: age, value: 17, valid: true }", "found range.tooSmall /age"),
    ])
    func partsOfRecordsDisagree(testCase: String, message: String) throws {
        #expect(
            try test([testCase])
                == ProcessResult(
                    status: 1,
                    output: "people.test.yaml 1/2\n  people.test.yaml:3:5: \(message)\n",
                    errors: ""))
    }

    /// A name that no rule looks at changes nothing, unless a rule looks at the whole object.
    @Test(
        arguments: [
            ("with: { address.zpi: 1 }, valid: true", "address.zpi", "address.zip"),
            ("with: { address.qwertyuiop: 1 }, valid: true", "address.qwertyuiop", nil),
            ("with: { 'items[0].prize.net': 1 }, valid: true", "items[0].prize", "items[0].price"),
            (
                "with: { 'items[1].price.nett': 1 }, valid: true", "items[1].price.nett",
                "items[1].price.net"
            ),
            ("with: { address.zip: x }, expect: digits.other", nil, nil),
            ("with: { address.geo.lat: 1 }, valid: true", nil, nil),
            ("with: { 'items[0].price.net': -1 }, expect: positive.notPositive", nil, nil),
            ("with: { meta.y: 1 }, expect: maxProperties.tooMany", nil, nil),
            ("with: { extra.z: 1 }, expect: sameAs.different", nil, nil),
            ("with: { plain.whatever: 1 }, valid: true", nil, nil),
            // The record has the name.
            ("with: { address.city: b }, valid: true", nil, nil),
            ("with: { address.city.name: b }, valid: true", nil, nil),
            ("with: { other.name: b }, valid: true", nil, nil),
        ] as [(String, String?, String?)])
    func nestedNamesAreChecked(change: String, unknown: String?, nearest: String?) throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              address: required, object
              address.zip: digits
              address.geo: object
              items[*].price.net: positive
              meta: maxProperties(1)
              meta.x: integer
              copy: sameAs(extra)
              extra.x: integer
              plain: object

            """, to: "order.yaml")
        try workshop.write(
            """
            cases:
              - name: good
                record: { address: { city: a }, other: {}, meta: { x: 1 }, copy: { x: 1 }, extra: { x: 1 }, plain: {} }
                valid: true
              - { base: good, \(change) }

            """, to: "order.test.yaml")
        let message = unknown.map { field in
            "  order.test.yaml:5:5: field.unknown: 'with': 'order.yaml' has no field '\(field)'"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "") + "\n"
        }
        let result = try RuleShellTool.run(["test", "order.test.yaml"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: message == nil ? 0 : 1,
                    output: "order.test.yaml \(message == nil ? 2 : 1)/2\n" + (message ?? ""),
                    errors: ""))
    }

    @Test(arguments: [
        (
            "{ base: god, with: { age: 17 }, valid: true }",
            "no case before this one has a valid record and the name 'god'; did you mean 'good'?"
        ),
        ("{ base: good, without: nick, valid: true }", "the record has no 'nick' to leave out"),
        (
            "{ base: good, with: { 'tags[*]': b }, valid: true }",
            "'tags[*]' names more than one place; write an index, such as [0]"
        ),
        (
            "{ base: good, without: 'tags[0]', valid: true }",
            "'tags[0]' is an element of an array; write the rest of the array under 'with'"
        ),
        ("{ base: good, includes: [] }", "'includes' names no finding"),
        ("{ base: good, value: 1, valid: true }", "'value' needs 'field', which is missing"),
        ("{ base: good, text: true, valid: true }", "a case with 'base' has no 'text'"),
    ])
    func otherChangesAreIssues(testCase: String, message: String) throws {
        let result = try test([testCase])
        #expect(result.status == 2)
        #expect(result.output == "people.test.yaml 1/1\n")
        #expect(result.errors.contains(": error[fixture.form] \(message)\n"), "\(result.errors)")
    }

    @Test func invalidRecordIsNoBase() throws {
        let result = try test([
            "{ name: bad, record: {}, valid: false }", "{ base: bad, valid: true }",
        ])
        #expect(result.status == 2)
        #expect(result.errors.contains("no case before this one has a valid record"))
    }

    @Test func severalRuleSetsValidateTogether() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nfields:\n  email: required, email\n", to: "mail.yaml")
        try workshop.write(
            """
            rules: [people.yaml, mail.yaml]
            cases:
              - { record: { name: Anna, age: 33 }, expect: required.missing /email }

            """, to: "a.test.yaml")
        #expect(
            try RuleShellTool.run(["test", "a.test.yaml"], in: workshop)
                == ProcessResult(status: 0, output: "a.test.yaml 1/1\n", errors: ""))
    }

    @Test func checkNamesTheCodeThatDoesNotExist() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: email\n", to: "a.yaml")
        try workshop.write(
            "cases:\n  - { field: a, value: x, expect: emial.syntax }\n", to: "a.test.yaml")
        let result = try RuleShellTool.run(["check", "a.yaml"], in: workshop)
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                "a.test.yaml:2:5: error[lint.example] there is no code 'emial.syntax'; "
                    + "did you mean 'email.syntax'?\n"), "\(result.output)")
    }
}
