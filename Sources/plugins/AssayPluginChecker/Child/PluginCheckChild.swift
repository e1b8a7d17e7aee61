// SPDX-License-Identifier: Apache-2.0
import AssayPluginHost
import CPluginChecker
import AssayCLibrary

/// The process in which one check runs.
package enum PluginCheckChild {
    /// The status after the functions have run that are registered for the exit: one that says that
    /// the plugin meant another is unlikely.
    static let statusOfHandlers: Int32 = 93

    /// Runs the check that the parent has requested, answers and exits: with status 0 after an answer,
    /// with `statusOfHandlers` where the check looks at the exit, with 2 if no checker has started this
    /// process.
    package static func run() -> Never {
        guard let text = CheckProcess.request(), let request = CheckRequest(parsing: text),
            let memory = CheckProcess.memory(bytes: CheckChannel.size)
        else { exit(2) }
        let channel = CheckChannel(memory)
        channel.write(CheckActivity(.rest))
        guard let check = AllChecks.named(request.check),
            CheckProcess.confine(
                parent: request.parent, seconds: 110, in: request.bounds) != nil,
            assay_faults_record(channel.fault) == 0
        else { exit(2) }
        run(check, request: request, channel: channel)
        guard check.looksAtExit else { _exit(0) }
        let limit: Int64 = 10_000
        channel.write(CheckActivity(.exit, milliseconds: limit))
        assay_time_limit(UInt64(limit))
        exit(statusOfHandlers)
    }

    private static func run(
        _ check: any PluginCheck.Type, request: CheckRequest, channel: CheckChannel
    ) {
        let limit: Int64 = 10_000  // the probe has seen that it is faster
        channel.write(CheckActivity(.start, milliseconds: limit))
        assay_time_limit(UInt64(limit))
        do throws(PluginError) {
            let plugin = try StartedPlugin(
                path: request.path, configuration: request.configuration,
                directory: request.directory)
            assay_time_limit(0)
            // A plugin that starts one process after the other does no harm so.
            assay_forbid_processes(check == ProcessesCheck.self ? 1 : 0)
            let trial = Trial(of: plugin, request: request, channel: channel)
            check.run(in: trial)
            trial.shutDown()
        } catch {
            var answer = CheckAnswer()
            answer.isComplete = true
            answer.findings = [
                CheckFinding(
                    found: "\(error.found) at stage \(error.stage.rawValue)",
                    expected: error.expected, remedy: error.remedy)
            ]
            channel.write(answer)
        }
    }
}
