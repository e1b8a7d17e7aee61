// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// `{value}` is the parameter of that name for rules that have one, else the value.
@Suite struct ValuePlaceholderTests {
    @Test func theRulesWithSuchAParameterAreThese() {
        let rules = RuleRegistry.standard().allDefinitions.filter { definition in
            definition.parameters.contains { $0.name == "value" }
        }
        #expect(rules.map(\.id).sorted() == ["equals", "notEquals"])
    }

    private func violations(_ rule: String) throws -> [Violation] {
        let (ruleSet, _) = try RuleSetLoader.load(
            "assay: 1\nfields:\n  a: \(rule)\n", registry: .standard())
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        return manager.validate(["a": 2]).violations
    }

    @Test(arguments: [
        ("equals(1)", "must be 1"), ("equals(\"x\")", "must be x"),
        ("equals([1, \"b\"])", "must be 1, b"), ("equals(null)", "must be null"),
        ("notEquals(2)", "must not be 2"), ("notEquals(2.0)", "must not be 2.0"),
        ("range(5...)", "must be at least 5"),
    ])
    func messagesOfRulesNameTheirParameters(_ rule: String, _ message: String) throws {
        for field in [
            "'\(rule)'", "{rules: '\(rule)', sensitive: true}", "{rules: '\(rule)', policy: first}",
        ] {
            #expect(try violations(field).map(\.message) == [message])
        }
    }

    @Test(arguments: [
        ("equals(1)", "got 1 here", "got 1 here"), ("notEquals(2)", "got 2 here", "got 2 here"),
        ("range(5...)", "got 2 here", "got [sensitive] here"),
        ("type(\"string\")", "got 2 here", "got [sensitive] here"),
    ])
    func messagesOfRuleSetsMeanTheSame(
        _ rule: String, _ open: String, _ sensitive: String
    ) throws {
        let entry = "{rule: '\(rule)', message: 'got {value} here'}"
        #expect(try violations("[\(entry)]").map(\.message) == [open])
        #expect(
            try violations("{rules: [\(entry)], sensitive: true}").map(\.message) == [sensitive])
    }

    @Test func theJSONAgreesWithTheMessage() throws {
        #expect(
            try violations("equals(1)").map(\.object.json) == [
                "{\"pointer\":\"/a\",\"field\":\"a\",\"rule\":\"equals\",\"code\":\"equals.different\","
                    + "\"severity\":\"error\",\"message\":\"must be 1\","
                    + "\"parameters\":{\"value\":1,\"ignoreCase\":false},\"value\":2}"
            ])
        #expect(
            try violations("{rules: notEquals(2), sensitive: true}").map(\.object.json) == [
                "{\"pointer\":\"/a\",\"field\":\"a\",\"rule\":\"notEquals\","
                    + "\"code\":\"notEquals.equal\",\"severity\":\"error\","
                    + "\"message\":\"must not be 2\","
                    + "\"parameters\":{\"value\":2,\"ignoreCase\":false}}"
            ])
    }

    @Test func aCatalogueMeansTheSame() throws {
        let catalogue: MessageCatalogue = [
            "equals.different": "ist nicht {value}", "range.tooSmall": "{value} ist zu klein",
        ]
        #expect(try violations("equals(1)").map(catalogue.message) == ["ist nicht 1"])
        #expect(try violations("range(5...)").map(catalogue.message) == ["2 ist zu klein"])
        #expect(try violations("equals(1)").map { $0.showsValue(in: nil) } == [false])
    }
}
