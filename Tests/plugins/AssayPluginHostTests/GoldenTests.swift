// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Testing

/// Plugins that were written for earlier versions of the contract, built with the header of then.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct GoldenTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func load(
        _ version: String, _ compiler: Compiler, configuration: Value = .absent
    ) throws -> RuleRegistry {
        let folder = Repository.path("Tests/plugins/AssayPluginHostTests/Golden/\(version)")
        let path = workshop.path("golden.so")
        try compiler.build(["\(folder)/plugin.c"], headers: folder, to: path)
        let registry = RuleRegistry()
        let plugin = try PluginHost().load(
            path: path, configuration: configuration, into: registry)
        #expect(plugin.ruleIds == ["golden.amount", "golden.present"])
        return registry
    }

    /// The rule of a record, its fields `field` and `most`, and what is found.
    private static let expectations: [(rule: String, field: Value, most: Value, found: [String])] =
        [
            ("golden.amount(most)", 9, 10, []),
            ("golden.amount(most)", 9, 3, ["golden.amount.tooLarge at /field: must be less by 6"]),
            (
                "golden.amount(most, 2, dozens)", 9, 10,
                ["golden.amount.step at /field: must be a multiple of 2 dozens"]
            ),
            ("golden.amount(most)", 9, .absent, []),
            (
                "golden.amount(most)", 9, "10",
                [
                    "fault.pluginError at /field: could not be checked by golden.amount: "
                        + "the plugin reported an error: the largest amount is no integer"
                ]
            ),
            (
                "golden.amount(most)", "9", 10,
                ["golden.amount.kind at /field: must be a whole number"]
            ),
            ("golden.present", 9, .absent, []),
            (
                "golden.present", .absent, .absent,
                ["golden.present.missing at /field: must be there"]
            ),
        ]

    @Test(arguments: ["1.0", "1.1", "1.2"], Compiler.c)
    func pluginOfAnEarlierVersionIsLoadedAndRuns(version: String, compiler: Compiler) throws {
        let registry = try load(version, compiler)
        for expectation in Self.expectations {
            let record: ValidationRecord = ["field": expectation.field, "most": expectation.most]
            #expect(
                try findings(of: expectation.rule, in: registry, [record]) == [expectation.found],
                "\(expectation)")
        }
        let error = #expect(throws: RuleError.self) {
            try registry.bind(RuleExpressionParser.parseOne("golden.amount(most, 100, dozens)"))
        }
        #expect(error?.message == "golden.amount: the step is above 1000 units")
    }

    /// A plugin of version 1.1 gives one reason after the other, and none of them is shown at the wrong record.
    @Test(arguments: [("1.1", nil), ("1.2", "the largest amount is no integer")])
    func reasonsOfABatchAreThoseOfTheirRecords(version: String, reason: String?) throws {
        let registry = try load(version, .clang)
        let records: [ValidationRecord] = [
            ["field": 9, "most": "a"], ["field": 9, "most": 10], ["field": 9, "most": "b"],
        ]
        let several =
            "it gave several reasons in one call, and did not say which records they are about"
        let fault =
            "fault.pluginError at /field: could not be checked by golden.amount: "
            + "the plugin reported an error: \(reason ?? several)"
        #expect(
            try findings(of: "golden.amount(most)", in: registry, records) == [
                [fault], [], [fault],
            ])
    }

    @Test func pluginOfAnEarlierVersionIsConfigured() throws {
        let registry = try load("1.0", .clang, configuration: ["bonus": 2])
        let record: ValidationRecord = ["field": 9, "most": 3]
        #expect(
            try findings(of: "golden.amount(most)", in: registry, [record])
                == [["golden.amount.tooLarge at /field: must be less by 4"]])
    }

    @Test func definitionsOfAnEarlierVersionAreRead() throws {
        let definition = try load("1.0", .clang).definition(for: "golden.amount")
        #expect(definition?.parameters.map(\.name) == ["atMost", "step", "unit"])
        #expect(definition?.parameters.map(\.typeName) == ["field", "int", "units | dozens"])
        #expect(definition?.parameters.map(\.isRequired) == [true, false, false])
        #expect(definition?.parameters.map(\.defaultValue) == [.absent, 1, "units"])
        #expect(definition?.parameters.map(\.limits) == [nil, 1...1000, nil])
        #expect(definition?.codes.map(\.id) == ["golden.amount.step", "golden.amount.tooLarge"])
        #expect(
            definition?.examples.map(\.expression)
                == ["golden.amount(most, unit=dozens)", "golden.amount(most, 2)"])
        #expect(definition?.deprecation == nil)
        #expect(definition?.codes.map(\.deprecation) == [nil, nil])
        #expect(definition?.examples.map(\.fields) == [[:], [:]])
        #expect(definition?.examples.map(\.settings) == [[:], [:]])
    }

    @Test func definitionsWithAllThatVersion1_1AddedAreRead() throws {
        let registry = try load("1.1", .clang)
        let definition = registry.definition(for: "golden.amount")
        #expect(definition?.deprecation == nil)
        #expect(definition?.codes.map(\.deprecation) == ["the rule multipleOf", nil])
        #expect(
            definition?.examples.map(\.fields)
                == [[:], [:], ["most": 3], ["most": 10]])
        #expect(definition?.examples.map(\.settings) == [[:], [:], [:], ["bonus": 1]])
        #expect(registry.definition(for: "golden.present")?.deprecation == "the rule required")
    }
}
