// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `--invalid-with-reasons`: every invalid record with its findings.
@Suite struct RecordReasonTests {
    private func workshop(_ more: String = "") throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\n\(more)fields:\n  name: [required, length(2...)]\n  age: [integer, range(18...)]\n",
            to: "r.yaml")
        return workshop
    }

    private func reasons(
        _ text: String, as name: String, _ options: [String] = [], in workshop: Workshop
    ) throws -> String {
        try workshop.write(text, to: name)
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--invalid-with-reasons", "i", "-o", "o"] + options + [
                name
            ],
            in: workshop)
        #expect(result.status == 1, "\(result.errors)")
        return try workshop.read("i")
    }

    @Test func columnsOfCSVComeFirst() throws {
        let text = "name,age\nAl,33\nB,7\nCy,\"1\n2\"\nDi\n"
        #expect(
            try reasons(text, as: "a.csv", in: workshop()) == """
                _line,_codes,_reasons,name,age
                3,length.tooShort range.tooSmall,/name must have at least 2 characters; /age must be \
                at least 18,B,7
                4,integer.notWhole,/age must be a whole number,Cy,"1
                2"
                6,record.malformed,"cannot be parsed: wrong number of cells: found 1, expected 2",Di

                """)
    }

    @Test func cellsAreQuotedAsTheDialectHasThem() throws {
        let workshop = try Workshop()
        try workshop.write(
            #"{"assay": 1, "fields": {"a": [{"rule": "integer", "message": "say \"1\", or '2'"}]}}"#,
            to: "r.yaml")
        for (name, options, text, expected) in [
            ("a.csv", [], "a\nx\n", #"2,integer.notWhole,"/a say ""1"", or '2'",x"#),
            ("a.csv", ["--quote", "'"], "a\nx\n", "2,integer.notWhole,'/a say \"1\", or ''2''',x"),
            (
                "a.csv", ["--escape", #"\"#], "a\nx\n",
                #"2,integer.notWhole,"/a say \"1\", or '2'",x"#
            ),
            ("a.csv", ["--quote", "none"], "a\nx\n", #"2,integer.notWhole,/a say "1"  or '2',x"#),
            (
                "a.tsv", [], "a\tb\nx\t\n",
                "2\tinteger.notWhole\t/a say \"1\", or '2'\tx\t"
            ),
        ] {
            let written = try reasons(text, as: name, options, in: workshop)
            #expect(written.split(separator: "\n").last == Substring(expected), "\(options)")
            let again = try RuleShellTool.run(
                ["validate", "-r", "r.yaml", "-f", "concise", "--input-format", "csv"]
                    + (name == "a.tsv" ? ["--delimiter", "tab", "--quote", "none"] : []) + options
                    + ["i"],
                in: workshop)
            #expect(again.errors.hasPrefix("ruleshell: 1 record: 0 valid, 1 invalid"))
        }
    }

    @Test func takenNamesGetAnUnderscore() throws {
        let workshop = try workshop()
        let first = try reasons("name,age\nAl,x\n", as: "a.csv", in: workshop)
        let second = try reasons(first, as: "b.csv", in: workshop)
        #expect(
            second.hasPrefix("__line,__codes,__reasons,_line,_codes,_reasons,name,age\n2,"),
            "\(second)")
    }

    @Test func inputWithoutHeaderHasCellsOnly() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields: {'1': integer}\n", to: "r.yaml")
        #expect(
            try reasons("x\n2\n", as: "a.csv", ["--no-header"], in: workshop)
                == "1,integer.notWhole,/1 must be a whole number,x\n")
    }

    @Test func rejectedColumnIsTheReasonOfEveryRecord() throws {
        let workshop = try workshop("unknownFields: reject\n")
        #expect(
            try reasons("name,age,x\nAl,33,1\nB,33,1\n", as: "a.csv", in: workshop) == """
                _line,_codes,_reasons,name,age,x
                2,record.unknownField,/x is not a field of the rule set,Al,33,1
                3,record.unknownField length.tooShort,/x is not a field of the rule set; /name must \
                have at least 2 characters,B,33,1

                """)
    }

    @Test func membersOfJSONComeLast() throws {
        let text = #"{"name":"B", "age":33 }"# + "\n{}\n" + #"{"name":"Al","age":1,}"# + "\n17\n"
        let lines = try reasons(text, as: "a.ndjson", in: workshop()).split(separator: "\n")
        #expect(lines.count == 4)
        let first =
            #"{"name":"B", "age":33 ,"_findings":[{"record":1,"pointer":"/name","field":"name","#
        #expect(lines[0].hasPrefix(first), "\(lines[0])")
        let place =
            #","value":"B","source":{"byteOffset":8,"byteLength":3,"line":1,"column":9}}]}"#
        #expect(lines[0].hasSuffix(place), "\(lines[0])")
        let objects = try lines.map { try JSONValueParser.parse(String($0)) }
        #expect(objects[1]["_findings"][0]["code"] == "required.missing")
        #expect(objects[2]["_record"] == .string(#"{"name":"Al","age":1,}"#))
        #expect(objects[2]["_findings"][0]["code"] == "record.malformed")
        #expect(objects[3]["_record"] == "17")
    }

    @Test func arrayStaysOneAndTakenNamesGetAnUnderscore() throws {
        let text = #"[{"name":"B","_findings":[]}, {"age":1,"name":"Al"}]"#
        let result = try JSONValueParser.parse(reasons(text, as: "a.json", in: workshop()))
        #expect(result[0]["__findings"][0]["code"] == "length.tooShort")
        #expect(result[0]["_findings"] == .array([]))
        #expect(result[1]["_findings"][0]["code"] == "range.tooSmall")
        #expect(result[2] == .absent)
    }

    @Test func findingsBeyondTheLimitAreCounted() throws {
        let workshop = try workshop("maximumViolations: 1\n")
        #expect(
            try reasons("name,age\nB,7\n", as: "a.csv", in: workshop)
                .hasSuffix(
                    "2,length.tooShort,/name must have at least 2 characters; and 1 more finding,B,7\n"
                ))
    }

    @Test func sensitiveValuesAreInNoReason() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              pin: {sensitive: true, rules: [{rule: digits(4), message: "'{value}' is no PIN"}]}
              a: string

            """, to: "r.yaml")
        let csv = try reasons("pin,a\n98765,x\n", as: "a.csv", in: workshop)
        #expect(csv.hasSuffix("2,digits.count,/pin '[sensitive]' is no PIN,98765,x\n"), "\(csv)")
        let json = try reasons(#"{"pin":"98765","a":"x"}"#, as: "a.ndjson", in: workshop)
        #expect(json.components(of: "98765") == 1, "\(json)")
    }

    @Test func jobWritesThemToo() throws {
        let workshop = try workshop()
        try workshop.write("name,age\nB,33\n", to: "a.csv")
        try workshop.write(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = \"a.csv\"\ninvalid-with-reasons = \"i.csv\"\n",
            to: "ruleshell.toml")
        let result = try RuleShellTool.run(["run", "a"], in: workshop)
        #expect(result.status == 1, "\(result.errors)")
        #expect(try workshop.read("i.csv").hasPrefix("_line,_codes,_reasons,name,age\n2,"))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
