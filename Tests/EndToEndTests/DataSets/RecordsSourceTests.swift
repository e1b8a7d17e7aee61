// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate` with keys that refer to other files.
@Suite struct RecordsSourceTests {
    private func workshop(_ source: String = "{ file: customers.csv, key: [id] }") throws
        -> Workshop
    {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            sources:
              customers: \(source)
            fields:
              customerId: integer
            records:
              - references(customerId, customers)

            """, to: "r.yaml")
        try workshop.write("id,name\n7,Ann\n8,Bob\n", to: "customers.csv")
        try workshop.write("{\"customerId\":7}\n{\"customerId\":9}\n{}\n", to: "a.ndjson")
        return workshop
    }

    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments, in: workshop)
    }

    @Test func keysThatAreNotInTheSourceAreViolations() throws {
        let result = try validate(["a.ndjson"], in: workshop())
        #expect(
            result.output
                == "a.ndjson:2:15: error[references.missing] /customerId is not in customers: 9\n")
        #expect(
            result.errors == """
                ruleshell: 3 records: 2 valid, 1 invalid; 1 violation
                ruleshell: references(customerId, customers): 1 of 2 keys not found, 1 missing

                """)
        #expect(result.status == 1)
    }

    @Test func anOptionGivesTheFile() throws {
        let workshop = try workshop()
        try workshop.write("{\"id\":9}\n{\"id\":7}\n", to: "other.ndjson")
        let result = try validate(["--source", "customers=other.ndjson", "a.ndjson"], in: workshop)
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    @Test func aSourceThatCannotBeUsedIsAnError() throws {
        let workshop = try workshop()
        for (text, message) in [
            ("id,name\n7\n", "the source 'customers' has 1 malformed record in 'customers.csv'"),
            (
                "name\nAnn\n",
                "error[column.missing] 'customers.csv' has no column 'id'"
            ),
            ("id\n", "the source 'customers' has no record in 'customers.csv'"),
        ] {
            try workshop.write(text, to: "customers.csv")
            let result = try validate(["a.ndjson"], in: workshop)
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(result.output == "")
            #expect(result.status == 3)
        }
        let missing = try validate(["--source", "customers=missing.csv", "a.ndjson"], in: workshop)
        #expect(missing.status == 3)
        let unknown = try validate(["--source", "customer=a.ndjson", "a.ndjson"], in: workshop)
        #expect(
            unknown.errors == """
                ruleshell: error[usage] --source: the rule set has no source 'customer'
                help: did you mean 'customers'?

                """)
        #expect(unknown.status == 2)
    }

    @Test(arguments: [
        ("format: xml", "format 'xml'", "write one of ndjson, json, csv, arrow"),
        ("delimiter: \";;\"", "delimiter ';;'", "write one ASCII character, such as ';'"),
        ("encoding: utf9", "encoding 'utf9'", "write one of utf-8"),
    ])
    func aFormThatIsNotKnownIsAnError(key: String, what: String, help: String) throws {
        let result = try validate(
            ["a.ndjson"], in: workshop("{ file: customers.csv, \(key), key: [id] }"))
        #expect(
            result.errors.contains(
                "r.yaml:3:3: error[source.form] customers: the source has the \(what), which is "
                    + "not known\n"), "\(result.errors)")
        #expect(result.errors.contains("help: \(help)"), "\(result.errors)")
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test func anInputIsNoSourceByItsFile() throws {
        let workshop = try workshop()
        let result = try validate(["--source", "customers=a.ndjson", "a.ndjson"], in: workshop)
        #expect(
            result.errors == """
                ruleshell: error[source.input] the source 'customers' is the input 'a.ndjson'
                help: write 'self: true' in place of 'file' for keys of the data set itself

                """)
        #expect(result.status == 2)
    }

    @Test func theSourceMayBeTheDataSetItself() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            sources:
              parents: { self: true, key: [id] }
            fields: {}
            records:
              - references(parent, parents)

            """, to: "r.yaml")
        try workshop.write(
            "{\"id\":1,\"parent\":2}\n{\"id\":2}\n{\"id\":3,\"parent\":4}\n", to: "a.ndjson")
        let result = try validate(["a.ndjson"], in: workshop)
        #expect(
            result.output
                == "a.ndjson:3:18: error[references.missing] /parent is not in parents: 4\n")
    }
}
