// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct EvaluateTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// A registry with the hostile plugin and a good one.
    private func registry(_ plugin: HostileEvaluate) throws -> RuleRegistry {
        let registry = RuleRegistry()
        let path = try workshop.compile(plugin.source, to: "plugin.so", plugin.flags)
        let host = PluginHost()
        try host.load(path: path, into: registry)
        try host.load(path: try BuiltPlugin.template.path(), into: registry)
        return registry
    }

    /// The probe asks nothing of `evaluate`, so that each of them is loaded.
    @Test(arguments: HostileEvaluate.allCases)
    func pluginThatMisbehavesLaterIsLoaded(plugin: HostileEvaluate) throws {
        let registry = try registry(plugin)
        #expect(registry.allDefinitions.map(\.id) == ["hostile.even", "template.even"])
        #expect(
            try failures(of: RuleExpression("template.even"), in: registry, [2, 3])
                == [[], ["template.even.odd"]])
    }

    @Test(arguments: HostileEvaluate.kept)
    func hostSurvives(plugin: HostileEvaluate, codes: [[String]]) throws {
        let registry = try registry(plugin)
        let hostile = RuleExpression("hostile.even")
        #expect(try failures(of: hostile, in: registry, [2, 3, 4]) == codes)
        #expect(
            try failures(of: RuleExpression("template.even"), in: registry, [2, 3])
                == [[], ["template.even.odd"]])
    }

    private func faults(of plugin: HostileEvaluate) throws -> [String] {
        let manager = try ValidatorsManager(registry: try registry(plugin))
        try manager.addValidator(for: "field", Validator(RuleExpression("hostile.even")))
        return manager.validate(["field": 2]).faults.map(\.message)
    }

    private static let prefix =
        "could not be checked by hostile.even: the plugin reported an error: "

    @Test func writingAfterTheVerdictsIsNamed() throws {
        #expect(
            try faults(of: .writesAfterVerdicts)
                == [Self.prefix + "it wrote after the verdicts of its rows"])
    }

    @Test func longWordsAreCut() throws {
        let words = String(repeating: "x", count: 4096)
        #expect(try faults(of: .saysOneGibibyte) == [Self.prefix + words])
    }

    /// While the thread of the earlier call still has what it lent.
    @Test func callbackAfterTheCallDoesNothing() throws {
        let registry = try registry(.callsBackLater)
        let manager = try ValidatorsManager(registry: registry)
        let rule = Validator(RuleExpression("hostile.even"))
        try manager.addValidator(for: "field", rule)
        #expect(manager.validate(["field": 2]).faults.isEmpty)
        try ValidatorsManager(registry: registry).addValidator(for: "field", rule)
        #expect(manager.validate(["field": 2]).faults.isEmpty)
    }
}
