// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssayPluginHost
import AssaySystem

/// Tries to break a plugin, one check after the other, each in a process of its own.
package struct PluginChecker: Sendable {
    /// The policy that says which files may be checked and how the probe runs; trust is not
    /// required.
    package var policy = PluginPolicy.standard
    /// The plugin's settings, an object or absent.
    package var configuration = Value.absent
    /// The seed of the random values, which makes the same values again.
    package var seed: UInt64
    /// `true` for fewer values and smaller batches.
    package var isQuick = false
    /// The names of the checks to run, in any order, or `nil` for all checks.
    package var only: Set<String>?
    /// The id of the only rule to check, or `nil` to check all.
    package var rule: String?
    /// The time after which one call of the plugin counts as hanging.
    package var callLimit = Duration.seconds(2)
    /// The time limit for one check, whatever the plugin does to its process.
    package var checkTimeout = Duration.seconds(120)
    /// The executable that calls `PluginCheckChild.run`, and its arguments, its name first.
    let child: (program: String, arguments: [String])

    /// - Parameters:
    ///   - program: The path of an executable that calls `PluginCheckChild.run`.
    ///   - arguments: The arguments that make it do so, its name first.
    ///   - seed: The seed of an earlier report, or any number.
    package init(program: String, arguments: [String], seed: UInt64) {
        child = (program, arguments)
        self.seed = seed
    }

    /// The names of all checks, in their order.
    package static var checkNames: [String] { AllChecks.list.map { $0.name } }

    /// Checks a library.
    ///
    /// - Throws: `PluginError` for a library that fails to load.
    package func check(path: String) throws(PluginError) -> CheckReport {
        let library = try CheckedLibrary(path: path, policy: policy, configuration: configuration)
        let request = CheckRequest(
            path: path, configuration: configuration, check: "", seed: seed, isQuick: isQuick,
            parent: CurrentProcess.identifier, milliseconds: max(1, milliseconds),
            rule: rule, directory: library.dataDirectory, bounds: library.bounds)
        var denied = library.deniedCalls
        var results: [CheckResult] = []
        var identity: (id: String, version: String)?
        for check in AllChecks.list where only?.contains(check.name) ?? true {
            var request = request
            request.check = check.name
            let run = CheckRun(
                library: library, child: child, request: request, timeout: checkTimeout)
            let outcome = try run.outcomeWithExamples()
            // The threads of the checker itself are started by this call, or by an older one.
            denied += outcome.deniedCalls.filter { $0 != "clone3" }
            if !outcome.id.isEmpty { identity = (outcome.id, outcome.version) }
            results.append(
                CheckResult(
                    name: check.name, summary: check.summary, verdict: outcome.verdict,
                    warnings: outcome.warnings, figures: outcome.figures))
        }
        return CheckReport(
            path: path, id: identity?.id ?? "(unknown)", version: identity?.version ?? "",
            seed: seed, isQuick: isQuick, rule: rule, configuration: configuration,
            results: results,
            deniedCalls: denied.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    /// Checks a library in this process, for debuggers: without the probe, a jail or limits of time.
    ///
    /// A plugin that crashes ends the process. Examples that hold under settings of their own are not
    /// checked, as they need another start of the plugin; a warning says so.
    ///
    /// - Throws: `PluginError` for a library that fails to load.
    package func checkInProcess(path: String) throws(PluginError) -> CheckReport {
        let plugin = try StartedPlugin(
            debugging: path, policy: policy, configuration: configuration)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: CheckChannel.size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        defer { memory.deallocate() }
        var results: [CheckResult] = []
        for check in AllChecks.list where only?.contains(check.name) ?? true {
            let request = CheckRequest(
                path: path, configuration: configuration, check: check.name, seed: seed,
                isQuick: isQuick, parent: CurrentProcess.identifier, milliseconds: 0, rule: rule)
            let trial = Trial(of: plugin, request: request, channel: CheckChannel(memory))
            check.run(in: trial)
            var answer = trial.answer
            if !answer.exampleSettings.isEmpty {
                answer.warnings.append(
                    CheckFinding(
                        found: "examples with settings of their own, which were not checked",
                        expected: "a start of the plugin for each of these settings",
                        remedy: "check them without --in-process"))
            }
            results.append(
                CheckResult(
                    name: check.name, summary: check.summary, verdict: answer.verdict,
                    warnings: answer.warnings, figures: answer.figures))
        }
        plugin.shutDown()
        return CheckReport(
            path: path, id: plugin.id, version: plugin.version, seed: seed, isQuick: isQuick,
            rule: rule, configuration: configuration, results: results, deniedCalls: [])
    }

    private var milliseconds: Int64 {
        let parts = callLimit.components
        return min(parts.seconds, 1 << 20) * 1000 + parts.attoseconds / 1_000_000_000_000_000
    }
}

extension CheckAnswer {
    fileprivate var verdict: CheckVerdict {
        if !findings.isEmpty { return .failed(findings) }
        return reason.map { .notApplicable($0) } ?? .passed
    }
}
