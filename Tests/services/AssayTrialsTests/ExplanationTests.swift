// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials
import Testing

/// The outcome of every rule, and examples, as a page shows them.
@Suite struct ExplanationTests {
    private let trying = Trying()
    private static let rules = """
        assay: 1
        fields:
          name: required, length(3...20), anyOf(email, uuid)
          secret: { rules: "required, length(8...)", sensitive: true }
          items[*].price: number

        """
    private static let data = """
        {"name":"ann"}
        {"name":"ab","secret":"hidden","items":[{"price":1},{"price":"x"}]}

        """

    private func why(_ why: Value) throws -> Value {
        try trying.answer([
            "rules": .string(Self.rules), "data": .string(Self.data), "why": why,
        ])["why"]
    }

    @Test func everyRuleOfARecordHasItsOutcome() throws {
        let why = try why(["record": 2])
        #expect(why["verdict"] == "invalid")
        let lines = why["values"].elements.flatMap { value in
            value["rules"].elements.map { rule in
                "\(value["pointer"].text) \(value["value"].text) \(rule["rule"].text) "
                    + "\(rule["outcome"].text)\(rule["code"] == .absent ? "" : " " + rule["code"].text)"
            }
        }
        #expect(
            lines == [
                "/name \"ab\" required passed",
                "/name \"ab\" length(3...20) failed length.tooShort",
                "/name \"ab\" anyOf(email, uuid) failed anyOf.none",
                "/secret [sensitive] required passed",
                "/secret [sensitive] length(8...) failed length.tooShort",
                "/items/0/price 1 number passed",
                "/items/1/price \"x\" number failed number.kind",
            ])
        let anyOf = why["values"][0]["rules"][2]
        #expect(anyOf["checks"].elements.map(\.["rule"].text) == ["email", "uuid"])
        #expect(anyOf["rulePlace"].part(of: Self.rules) == "3:35-3:53 anyOf(email, uuid)")
        #expect(!why.json.contains("hidden"))
    }

    @Test func aFieldIsExplainedAlone() throws {
        let why = try why(["record": 1, "field": "secret"])
        #expect(why["values"].elements.map(\.["field"].text) == ["secret"])
        #expect(why["values"][0]["rules"][1]["reason"] == "there is no value")
    }

    @Test(arguments: [
        (3, "record 3 is not there, or is malformed"),
        (1_000_000, "record 1000000 is not there, or is malformed"),
    ])
    func aRecordThatIsNotThereIsSaid(record: Int, expected: String) throws {
        let why = try why(["record": .integer(Int64(record))])
        #expect(why["problem"].text == expected)
    }

    @Test func aRecordOfTooManyValuesIsNotExplained() throws {
        let data =
            "{\"items\":[" + Array(repeating: "{}", count: 9000).joined(separator: ",") + "]}"
        let answer = try trying.answer([
            "rules": .string(Self.rules), "data": .string(data), "why": [:],
        ])
        #expect(
            answer["why"]["problem"]
                == .string("the record has too many values for its rules to be explained"))
    }

    @Test func aRowOfCSVIsExplained() throws {
        let answer = try trying.answer([
            "rules": "assay: 1\nfields:\n  age: integer, range(18...)\n", "format": "csv",
            "data": "age\n20\n17\n", "why": ["record": 2],
        ])
        #expect(answer["why"]["values"][0]["value"] == "17")
        #expect(answer["why"]["values"][0]["rules"][1]["code"] == "range.tooSmall")
    }

    // MARK: - Examples

    private func examples(_ examples: Value, record: Int64 = 2) throws -> Value {
        try trying.answer([
            "rules": .string(Self.rules), "data": .string(Self.data), "examples": examples,
            "why": ["record": .integer(record)],
        ])["examples"]
    }

    @Test func examplesPassAndFailAsTheySay() throws {
        let found = try examples(["field": "name"], record: 1)
        #expect(found["isComplete"] == true)
        let records = found["failing"].elements + [found["passing"]]
        for example in records {
            let answer = try trying.answer([
                "rules":
                    "assay: 1\nfields:\n  name: required, length(3...20), anyOf(email, uuid)\n",
                "data": example["record"],
            ])
            let codes = answer["findings"].elements.map(\.["code"].text)
            let expected = example["code"]
            #expect(
                expected == .absent ? codes.isEmpty : codes.contains(expected.text),
                "\(example.json)")
        }
        let codes = Set(found["failing"].elements.map(\.["code"].text))
        #expect(codes.isSuperset(of: ["required.missing", "length.tooShort", "length.tooLong"]))
    }

    @Test func anExampleIsPutIntoTheRecord() throws {
        let found = try examples(["field": "items[*].price"])
        #expect(found["passing"]["record"].text.contains(#""name":"ab""#))
        #expect(found["failing"].elements.contains { $0["code"] == "number.kind" })
    }

    @Test func rulesAloneHaveExamplesAndTellWhatTheyAre() throws {
        let found = try examples(["rules": "range(18...120)"])
        #expect(found["passing"]["value"] == "18")
        #expect(found["passing"]["record"] == .absent)
        #expect(found["about"][0]["rule"] == "range")
        #expect(!found["about"][0]["examples"].elements.isEmpty)
    }

    @Test(
        arguments: [
            (["field": "nam"], "the rule set has no field 'nam'; did you mean 'name'?"),
            (["rules": "nope"], "there is no rule 'nope'"),
            (["rules": "length("], "expected a value, found the end"),
            (
                ["rules": .string("oneOf(\"" + String(repeating: "a", count: 5000) + "\")")],
                "the rules are too long: examples are made for rules of up to 4,096 bytes"
            ),
        ] as [(Value, String)])
    func examplesThatCannotBeMadeAreSaid(wanted: Value, expected: String) throws {
        #expect(try examples(wanted)["problem"].text == expected)
    }
}
