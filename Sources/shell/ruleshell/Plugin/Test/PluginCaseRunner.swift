// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPluginChecker

/// Runs cases in processes with the plugin, one for each setting of it and one more after each crash.
struct PluginCaseRunner {
    let file: String
    /// The settings of cases without their own: an object, or `absent`.
    let settings: Value
    /// The policy for the processes.
    let policy: PluginPolicy

    /// The timeout of all cases of one process.
    private static let timeout = Duration.seconds(600)
    /// The number of crashes after which the other cases with the same settings are not run.
    private static let maximumCrashes = 16

    /// Runs the cases.
    ///
    /// - Returns: The results in the order of the cases.
    /// - Throws: An error if the plugin does not start with the settings of the command.
    func run(_ cases: [PluginCase]) throws(Diagnostic) -> [PluginCaseResult] {
        var results = [PluginCaseResult](repeating: PluginCaseResult(), count: cases.count)
        var groups: [(settings: Value, directory: String?, cases: [Int])] = []
        for (index, testCase) in cases.enumerated() {
            let own = testCase.settings == .absent ? settings : testCase.settings
            let directory = testCase.directory
            if let group = groups.firstIndex(where: {
                $0.settings == own && $0.directory == directory
            }) {
                groups[group].cases.append(index)
            } else {
                groups.append((own, directory, [index]))
            }
        }
        for group in groups {
            do throws(PluginError) {
                let worker = try PluginWorker(
                    ruleshell: file, settings: group.settings, in: group.directory,
                    policy: policy)
                try run(group.cases, of: cases, by: worker, into: &results)
            } catch {
                guard group.settings != settings || group.directory != nil else {
                    throw Diagnostic(error)
                }
                for index in group.cases {
                    results[index].difference.error =
                        "plugin.\(error.stage.rawValue): found \(error.found), expected \(error.expected)"
                }
            }
        }
        return results
    }

    private func run(
        _ indexes: [Int], of cases: [PluginCase], by worker: PluginWorker,
        into results: inout [PluginCaseResult]
    ) throws(PluginError) {
        var left = indexes[...]
        var crashes = 0
        while !left.isEmpty {
            let work: Value = [
                "do": "cases", "cases": .array(left.map { cases[$0].work }),
            ]
            let outcome = try worker.run(work, timeout: Self.timeout)
            for (index, answer) in zip(left, outcome.answers) {
                results[index] = PluginCaseResult(answer)
            }
            left = left.dropFirst(outcome.answers.count)
            guard !left.isEmpty else { return }
            let found = outcome.failure?.found ?? "no answer"
            let isAtStart = outcome.failure?.step == nil
            guard let index = left.popFirst() else { return }
            results[index].difference.error = "the plugin ended its process: \(found)"
            crashes += 1
            guard isAtStart || crashes == Self.maximumCrashes else { continue }
            for index in left {
                results[index].difference.error =
                    isAtStart
                    ? "the plugin ended its process: \(found)" : "not run: too many crashes"
            }
            return
        }
    }
}

extension PluginWorker {
    /// Prepares processes of ruleshell itself.
    init(
        ruleshell file: String, settings: Value, in directory: String? = nil,
        policy: PluginPolicy
    ) throws(PluginError) {
        try self.init(
            path: file, settings: settings, in: directory, policy: policy,
            program: "/proc/self/exe",
            arguments: ["ruleshell", "plugin", "work-child"])
    }
}
