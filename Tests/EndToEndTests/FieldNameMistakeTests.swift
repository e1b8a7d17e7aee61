// SPDX-License-Identifier: Apache-2.0
import Testing

/// Names of fields that rules and conditions name and that no record has, and headers of CSV that are
/// not what they seem.
@Suite struct FieldNameMistakeTests {
    private func validate(
        _ fields: String, _ text: String, as file: String, _ more: String...
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n" + fields, to: "r.yaml")
        try workshop.write(text, to: file)
        return try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + more + [file], in: workshop)
    }

    private static let nothing = "ruleshell: 0 records: 0 valid, 0 invalid; 0 violations\n"

    @Test(arguments: [
        (
            "  zip: [{rule: digits(5), when: {country: equals(\"DE\")}}]\n",
            #"{"zip":"x","contry":"DE"}"#, "country", "contry"
        ),
        (
            "  kind: string\n  vat: requiredIf(kindd, \"company\")\n",
            #"{"kind":"company","vat":"1"}"#, "kindd", "kind"
        ),
        (
            "  pw: string\n  repeated: sameAs(pww)\n", #"{"pw":"a","repeated":"b"}"#, "pww",
            "pw"
        ),
        (
            "  a: anyOf(integer, sameAs(name))\n", #"{"a":1,"nme":"b"}"#, "name", "nme"
        ),
        (
            "  items[*].a: [{rule: integer, when: {\"items[*].kind\": required}}]\n",
            #"{"items":[{"a":1,"knd":1}]}"#, "items[*].kind", "knd"
        ),
    ])
    func aFieldThatARuleOrAConditionNamesIsLookedFor(
        fields: String, record: String, field: String, near: String
    ) throws {
        let result = try validate(fields, "\(record)\n\(record)\n", as: "a.ndjson")
        #expect(
            result.errors.hasPrefix(
                """
                ruleshell: warning[field.neverSeen] no record has the field '\(field)'
                help: did you mean '\(near)', which the first records have?

                """), "\(result.errors)")
    }

    /// The keys of a sensitive object are a part of it.
    @Test func namesInsideOfASensitiveValueAreNotShown() throws {
        let fields = "  card: {rules: object, sensitive: true}\n  card.number: string\n"
        let result = try validate(
            fields, String(repeating: "{\"card\":{\"numbr4111\":\"x\"}}\n", count: 2),
            as: "a.ndjson")
        #expect(
            result.errors.contains("warning[field.neverSeen] no record has the field 'card.number'")
        )
        #expect(!(result.errors + result.output).contains("numbr4111"))
    }

    // MARK: - Identity

    /// Without a part of its identity, no record is the same in a later run.
    @Test(arguments: [
        (
            "orderId", #"{"orderID":1,"a":"x"}"#, "orderId",
            "did you mean 'orderID', which the first records have?"
        ),
        ("[a, aa]", #"{"a":"x"}"#, "aa", "did you mean 'a', which the first records have?"),
        (
            "order.id", #"{"order":{"nr":1},"a":"x"}"#, "order.id",
            "instead the first records have 'nr'"
        ),
        ("orderId", #"{"a":"x"}"#, "orderId", "check the spelling of the fields in the rule set"),
    ])
    func aPartOfTheIdentityIsLookedFor(
        identity: String, record: String, field: String, help: String
    ) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: \(identity)\nfields:\n  a: string\n", to: "r.yaml")
        try workshop.write("\(record)\n\(record)\n", to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record has the field '\(field)'
                help: \(help)
                ruleshell: 2 records: 2 valid, 0 invalid; 0 violations

                """)
        #expect(result.status == 0)
    }

    @Test(arguments: ["string", "prohibited"])
    func aPartOfTheIdentityNeedsAColumn(rule: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [orderId]\nfields:\n  a: string\n  orderId: \(rule)\n",
            to: "r.yaml")
        try workshop.write("order_id,a\n1,x\n", to: "a.csv")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.csv"], in: workshop)
        #expect(
            result.errors == """
                ruleshell: error[column.missing] 'a.csv' has no column 'orderId' (did you mean \
                'order_id'?)
                help: its header has 'order_id', 'a'; --allow-missing-columns validates the input \
                without

                """ + Self.nothing)
        #expect(result.status == 3)
    }

    @Test func anIdentityThatIsThereIsNoWarning() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [order.id]\nfields:\n  a: string\n", to: "r.yaml")
        try workshop.write(#"{"a":"x"}"# + "\n" + #"{"a":"x","order":{"id":1}}"#, to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        #expect(result.errors == "ruleshell: 2 records: 2 valid, 0 invalid; 0 violations\n")
    }

    // MARK: -

    @Test func aFieldThatIsThereAndNamedIsNoWarning() throws {
        let result = try validate(
            "  zip: [{rule: digits(5), when: {country: equals(\"DE\")}}]\n",
            #"{"zip":"12345","country":"DE"}"#, as: "a.ndjson")
        #expect(result.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
    }

    @Test(arguments: [
        (
            "  kind: string\n  vat: requiredIf(kindd, \"company\")\n", "kind,vat\nperson,\n",
            """
            ruleshell: error[column.missing] 'a.csv' has no column 'kindd' (did you mean 'kind'?)
            help: its header has 'kind', 'vat'; --allow-missing-columns validates the input without

            """
        ),
        (
            "  email: email\n  balance: number\n", "email,email,balance\nx,a@b.de,1\n",
            """
            ruleshell: error[column.duplicate] 'a.csv' has the column 'email' more than once
            help: rename or remove one of the two columns

            """
        ),
        (
            "  email: email\n  balance: number\n", "email,balance,email,balance,email\n",
            """
            ruleshell: error[column.duplicate] 'a.csv' has the columns 'email', 'balance' more than once
            help: rename or remove one of the two columns

            """
        ),
        (
            "  email: email\n", "\n\r\nemail,\"b\n",
            """
            ruleshell: error[input.header] cannot read 'a.csv' as CSV: line 3, the header: \
            unterminated quote; the option quote none reads it as text
            help: begin a CSV input with the names of its fields; --input-format names another format

            """
        ),
        (
            "  email: email\n", "\n\n",
            """
            ruleshell: error[input.header] cannot read 'a.csv' as CSV: it has neither a header nor a record
            help: begin a CSV input with the names of its fields

            """
        ),
        (
            "  email: email\n", "<orders a=\"1\">\n<email/>\n",
            """
            ruleshell: error[input.foreign] cannot read 'a.csv': it is XML
            help: convert its records to JSON or CSV

            """
        ),
        (
            "  email: email\n", "<orders>\n<email/>\n",
            """
            ruleshell: error[input.foreign] cannot read 'a.csv': it is XML
            help: convert its records to JSON or CSV

            """
        ),
        (
            "  email: email\n", "- email: x\n  balance: 1\n",
            """
            ruleshell: error[input.foreign] cannot read 'a.csv': it is YAML
            help: convert its records to JSON or CSV

            """
        ),
    ])
    func aHeaderThatCannotBeMeantIsAnError(
        fields: String, text: String, errors: String
    ) throws {
        let result = try validate(fields, text, as: "a.csv")
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors == errors + Self.nothing)
        let allowed = try validate(fields, text, as: "a.csv", "--allow-missing-columns")
        #expect(
            allowed.errors.contains("column.duplicate") == errors.contains("column.duplicate"))
    }

    @Test func aPathIntoACellIsAnIssue() throws {
        let result = try validate("  address.zip: digits(5)\n", "address.zip\n1\n", as: "a.csv")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors == """
                r.yaml:3:16: error[field.cell] address.zip: the path 'address.zip' leads into an object, \
                and each value of a record from text is a text
                    address.zip: digits(5)
                                 ^
                help: write '"address.zip"' for a column with this name

                """)
    }

    @Test func noRecordOfADuplicateColumnIsPassedOn() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  email: email\n", to: "r.yaml")
        try workshop.write("email,email\na@b.de,x\n", to: "a.csv")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--valid", "v.csv", "a.csv"], in: workshop)
        #expect(result.status == 3)
        #expect(((try? workshop.read("v.csv")) ?? "").isEmpty)
    }

    /// A column without rules is not validated, whichever is meant; one without a name is no column.
    @Test func otherDuplicateColumnsAreAWarning() throws {
        let result = try validate("  email: email\n", "email,b,b,,,\nx,1,2,,,\n", as: "a.csv")
        #expect(result.status == 1)
        #expect(
            result.output == """
                a.csv:1:9: warning[record.duplicateKey] /b appears more than once in the record
                a.csv:2:1: error[email.syntax] /email must be an e-mail address: "x"

                """)
        let good = try validate(
            "  email: email\n  balance: number\n", "email,balance,,\na@b.de,1,,\n", as: "a.csv")
        #expect(good.status == 0)
        #expect(good.output == "")
        #expect(good.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
    }

    @Test(arguments: ["prohibited", "prohibitedIf(email, \"x\")"])
    func aProhibitedFieldNeedsNoColumn(rule: String) throws {
        let result = try validate(
            "  email: required\n  old: \(rule)\n", "email\nx\n", as: "a.csv")
        #expect(result.status == 0)
        #expect(result.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
        let other = try validate(
            "  email: required\n  old: \(rule), email\n", "email\nx\n", as: "a.csv")
        #expect(
            other.errors.hasPrefix("ruleshell: error[column.missing] 'a.csv' has no column 'old'\n")
        )
    }

    @Test func blankLinesBeforeAHeaderAreSkipped() throws {
        let result = try validate(
            "  email: email\n", "\n\r\nemail,b,b\na@b.de,1,1\nx,1,1\n", as: "a.csv")
        #expect(result.status == 1)
        #expect(
            result.output == """
                a.csv:3:9: warning[record.duplicateKey] /b appears more than once in the record
                a.csv:5:1: error[email.syntax] /email must be an e-mail address: "x"

                """)
    }
}
