// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Who deals with a plugin that misbehaves in `evaluate`.
private enum Keeper: Equatable {
    /// The host: what it reports for the values 2, 3 and 4.
    case host([[String]])
    /// Nothing in the process of the host, for this reason: `ruleshell plugin check` finds the
    /// plugin, and only a process of its own keeps it away.
    case checker(String)
}

extension HostileEvaluate {
    fileprivate var keeper: Keeper {
        let odd = ["hostile.even.odd"]
        return switch self {
        case .loopsForEver, .ignoresCancel: .checker("a thread cannot be stopped")
        case .crashesOnOneRow, .aborts: .checker("a signal ends the process")
        case .throwsException: .checker("an exception that is not caught ends the process")
        case .overflowsStack: .checker("its depth is not known before")
        case .fillsMemory: .checker("memory is limited for a process")
        case .forks: .checker("processes are limited for a process")
        case .leavesUnset: .host([[], ["fault.unsetVerdict"], []])
        case .givesNoStatus, .givesNoCode: .host([[], odd, ["fault.invalidVerdict"]])
        case .writesBehindVerdicts:
            .host(Array(repeating: ["fault.pluginError"], count: 3))
        case .writesFarBehindVerdicts, .writesInput:
            .checker("all memory of the host is the plugin's too")
        case .keepsValues: .checker("reading memory of the host cannot be seen")
        case .callsBackLater, .givesWrongArguments: .host([[], odd, []])
        case .saysOneGibibyte: .host(Array(repeating: ["fault.pluginError"], count: 3))
        case .isNotConcurrent: .checker("two calls at once may give the right verdicts")
        case .isNotPure: .checker("a verdict is not asked for twice")
        }
    }

    fileprivate static let kept = allCases.compactMap { plugin in
        if case .host(let codes) = plugin.keeper { (plugin, codes) } else { nil }
    }
}

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

    @Test func writingBehindTheVerdictsIsNamed() throws {
        #expect(
            try faults(of: .writesBehindVerdicts)
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
