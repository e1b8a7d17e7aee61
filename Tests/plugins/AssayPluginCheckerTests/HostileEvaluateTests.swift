// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

extension HostileEvaluate {
    /// The check that is for it.
    fileprivate var check: String {
        switch self {
        case .loopsForEver, .crashesOnOneRow, .aborts, .throwsException, .leavesUnset,
            .givesNoStatus, .givesNoCode, .exits, .exitsAtOnce, .exitsByTheLibrary,
            .exitsBySystemCall, .looksUpExit, .replacesTheProgram, .endsItsThread, .stopsTheProcess:
            "verdicts"
        case .saysOneGibibyte: "kinds"
        case .keepsValues: "batches"
        case .ignoresCancel: "cancellation"
        case .overflowsStack: "stack"
        case .fillsMemory: "memory"
        case .forks, .becomesADaemon: "processes"
        case .writesAfterVerdicts, .writesFarAfterVerdicts: "verdictBounds"
        case .writesInput: "readOnlyInput"
        case .callsBackLater, .givesWrongArguments: "callbacks"
        case .isNotConcurrent: "concurrency"
        case .isNotPure: "determinism"
        case .registersExit, .blocksSignals, .setsATimer, .limitsFiles, .changesLocale,
            .changesUmask, .changesDirectory, .changesRounding, .closesTheInput:
            "processState"
        }
    }

    /// What the check found, for the page of hostile libraries.
    ///
    /// What a plugin reads where values were before is up to the allocator.
    fileprivate func text(of found: String) -> String {
        self == .keepsValues ? "a verdict that depends on an earlier call" : found
    }

    /// Whether no check finds it, the one above included.
    fileprivate var isOverlooked: Bool { self == .callsBackLater }
}

/// What a run says of a plugin, with nothing that depends on the machine.
private func run(of path: String, in workshop: Workshop) throws -> String {
    try validation(of: path, in: workshop, ["--plugin-timeout", "1s"])
        .replacing(#/ \(\d+, was \d+\)/#, with: "")
}

/// What the checker says of plugins that load and misbehave in `evaluate`.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct HostileEvaluateTests {
    @Test(arguments: HostileEvaluate.allCases)
    func pluginThatMisbehavesLaterIsFound(plugin: HostileEvaluate) throws {
        let workshop = try Workshop()
        let path = try workshop.compile(plugin.source, to: "plugin.so", plugin.flags)
        let report = try check(path, only: [plugin.check], callLimit: .seconds(5))
        let finding = report.results.first?.findings.first
        #expect((finding == nil) == plugin.isOverlooked)
        HostileOutcomes.record(
            HostileCase(.evaluate, plugin.rawValue),
            host: try plugin.outcomeAtTheHost ?? run(of: path, in: workshop),
            checker: finding.map { "\(plugin.check): \(plugin.text(of: $0.found))" }
                ?? "passes every check")
    }
}
