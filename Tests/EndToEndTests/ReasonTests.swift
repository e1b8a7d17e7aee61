// SPDX-License-Identifier: Apache-2.0
import Testing

/// Notes that say why a value failed, in `try` and in `-f full`.
@Suite struct ReasonTests {
    @Test(arguments: [
        (
            "anyOf(length(2...2), regex(/^[0-9]+$/))", #""abc""#,
            [
                "length(2...2): must have at most 2 characters",
                "regex(/^[0-9]+$/): must match ^[0-9]+$",
            ]
        ),
        (
            "anyOf(integer, email)", "true",
            ["integer: must be a number", "email: must be a string"]
        ),
        ("exactlyOne(multipleOf(2), multipleOf(3))", "6", []),
        ("uniqueItems", "[1,2,3,2,1]", ["elements 1 and 3 are equal: 2"]),
        ("uniqueItems", "[0,1,2,3,4,5,6,7,8,9,0.0]", ["elements 0 and 10 are equal: 0.0"]),
        ("uniqueItems(ignoreCase=true)", #"["a","b","A"]"#, [#"elements 0 and 2 are equal: "A""#]),
        (
            #"uniqueItems(by="id")"#, #"[{"id":1},{"id":2},{"id":1}]"#,
            ["elements 0 and 2 have the same id: 1"]
        ),
        (
            #"uniqueItems("a.b")"#, #"[{"a":{"b":"x"},"c":1},{"a":{"b":"x"},"c":2}]"#,
            [#"elements 0 and 1 have the same a.b: "x""#]
        ),
        (
            "each(length(1...3))", #"["a","abcd",""]"#,
            [#"element 1: length(1...3) of "abcd": must have at most 3 characters"#]
        ),
        ("email", #""a b@x.org""#, [#"character 2, " ", is not allowed there"#]),
        ("email", #""a@x..org""#, [#"character 4, ".", is not allowed there"#]),
        ("email", #"".a@.x.org""#, [#"character 4, ".", is not allowed there"#]),
        ("email", #""日@x.org""#, [#"character 1, "日", is not allowed there"#]),
        ("email", #""a@b@x.org""#, [#"character 2, "@", is not allowed there"#]),
        ("email", #""a@x_y.org""#, [#"character 4, "_", is not allowed there"#]),
        ("email", #""a@-b.de""#, [#"character 3, "-", is not allowed there"#]),
        ("email", #""a@b-.de""#, [#"character 4, "-", is not allowed there"#]),
        ("email", #""a@b.d-""#, [#"character 6, "-", is not allowed there"#]),
        ("email", #""\"a b\"@c.de""#, [#"character 1, "\"", is not allowed there"#]),
        (
            "email", "\"a@c.\(String(repeating: "b", count: 64)).de\"",
            [
                "the label \"\(String(repeating: "b", count: 38))… has 64 characters, and at most 63 "
                    + "are allowed"
            ]
        ),
        ("email", #""abc""#, ["there is no '@'"]),
        ("email", #""@x""#, ["there is nothing before the '@'"]),
        ("email", #""x@""#, ["there is nothing after the '@'"]),
        ("email", "3", ["--text reads the value as text, like a cell of CSV"]),
        (
            "creditCard", "4111111111111111",
            ["--text reads the value as text, like a cell of CSV"]
        ),
        ("email", "true", ["--text reads the value as text, like a cell of CSV"]),
        ("email", "{}", []), ("positive", #""x""#, []), ("creditCard", #""4111""#, []),
    ])
    func tryTellsWhy(expression: String, value: String, notes: [String]) throws {
        let result = try RuleShellTool.run(["try", expression, value], in: try Workshop())
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("    note: ") }
        #expect(lines.map { String($0.dropFirst(10)) } == notes, "\(result.output)")
    }

    private func full(
        _ rules: String, _ input: String, _ more: String...
    ) throws -> [String] {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n" + rules, to: "r.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml"] + more, in: workshop, input: input)
        #expect(result.status == 1)
        return result.output.split(separator: "\n").filter { $0.hasPrefix("   = note: ") }.map {
            String($0.dropFirst(11))
        }
    }

    @Test func fullTellsWhatAnotherFieldRequires() throws {
        let rules = "  a: requiredIf(kind, in=[\"x\", \"y\"])\n"
        #expect(try full(rules, #"{"kind":"y"}"# + "\n") == [#"kind is "y""#])
        #expect(
            try full("  a: requiredUnless(\"b.c\", 1)\n", #"{"b":{"c":2}}"# + "\n") == ["b.c is 2"])
        #expect(
            try full("  a: requiredUnless(kind, 1)\n", "{\"b\":1}\n") == ["kind is absent"])
    }

    @Test func fullTellsOfTheCellThatRequiresAnother() throws {
        let rules = "  kind: string\n  a: requiredIf(kind, in=[\"x\", \"y,\"])\n"
        let text = "kind,a\n\"u\n\",1\n\"y,\",\nx,\n"
        #expect(
            try full(rules, text, "--input-format", "csv") == [#"kind is "y,""#, #"kind is "x""#])
        let unless = "  a: requiredUnless(kind, \"x\")\n"
        #expect(
            try full(unless, "kind,a\n,\n", "--input-format", "csv") == ["kind is absent"])
        let sensitive =
            "  a: requiredIf(kind, \"x\")\n  kind: { rules: string, sensitive: true }\n"
        #expect(try full(sensitive, "kind,a\nx,\n", "--input-format", "csv") == [])
    }

    @Test func anElementIsShownInsteadOfItsArray() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  tags: each(length(2...5))\n", to: "r.yaml")
        let input = #"{"tags":["ab","c"]}"# + "\n" + #"{"tags":["ab",{"c":1}]}"# + "\n"
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"], in: workshop, input: input)
        #expect(
            result.output == """
                -:1:15: error[each.failed] /tags/1 must satisfy length(2...5): "c"
                -:2:15: error[each.failed] /tags/1 must satisfy length(2...5): {"c":1}

                """)
        #expect(
            try full("  tags: each(length(2...5))\n", input)
                == [
                    #"element 1: length(2...5) of "c": must have at least 2 characters"#,
                    #"element 1: length(2...5) of {"c":1}: must be a string"#,
                ])
    }

    /// With a sensitive field nothing of the record is shown, and nothing of the field itself.
    @Test func sensitiveValuesAreNotInNotes() throws {
        let other =
            "  a: requiredIf(kind, in=[\"x\"])\n  kind: { rules: string, sensitive: true }\n"
        #expect(try full(other, #"{"kind":"x"}"# + "\n") == [])
        let own = "  a: { rules: \"anyOf(integer, email)\", sensitive: true }\n"
        #expect(try full(own, #"{"a":"zq9"}"# + "\n") == [])
    }

    /// A text that is read has no notes about its kind, nor has one that nothing could read.
    @Test(
        arguments: [
            ("boolean, equals(true)", "5", []),
            ("integer, range(1...9)", "55", []),
            ("number, range(1...9)", "5e1", []), ("maxItems(3)", "5", []),
        ] as [(String, String, [String])])
    func aNumberInACellIsToBeRead(rules: String, cell: String, notes: [String]) throws {
        #expect(
            try full("  a: \(rules)\n", "a\n\(cell)\n", "--input-format", "csv") == notes)
        #expect(try full("  a: range(1...9)\n", #"{"a":"5"}"# + "\n") == [])
    }

    @Test func cellsAreText() throws {
        let notes = try full(
            "  a: anyOf(length(3...), email)\n", "a\n17\n", "--input-format", "csv")
        #expect(
            notes == [
                "length(3...): must have at least 3 characters", "email: must be an e-mail address",
            ])
    }
}
