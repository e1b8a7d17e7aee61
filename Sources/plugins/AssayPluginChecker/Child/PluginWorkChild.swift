// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssayPluginHost
import CPluginChecker
import AssayCLibrary

/// The process in which a plugin works for `PluginWorker`.
package enum PluginWorkChild {
    /// The time limit for the start of the plugin, in milliseconds; the probe has seen it start
    /// faster.
    private static let startLimit: Int64 = 10_000

    /// Does what the parent has requested, answers and exits: with status 0 after all answers, with 2
    /// if no worker has started this process.
    ///
    /// - Parameter body: Does the work with the plugin, which is started.
    package static func run(_ body: (StartedPlugin, Value, PluginWorkAnswers) -> Void) -> Never {
        guard let text = CheckProcess.request(), let request = PluginWorkRequest(parsing: text),
            let memory = CheckProcess.memory(bytes: PluginWorkMemory.size)
        else { exit(2) }
        let answers = PluginWorkAnswers(PluginWorkMemory(memory))
        guard
            CheckProcess.confine(
                parent: request.parent, seconds: 600, in: request.bounds) != nil,
            assay_faults_record(answers.fault) == 0
        else { exit(2) }
        answers.begin(-1, milliseconds: startLimit)
        do throws(PluginError) {
            let plugin = try StartedPlugin(
                path: request.path, configuration: request.settings,
                directory: request.directory, workingDirectory: request.workingDirectory)
            answers.end()
            assay_forbid_processes(0)
            body(plugin, request.work, answers)
            plugin.shutDown()
        } catch {
            answers.append(error.value)
        }
        answers.complete()
        _exit(0)  // what the plugin does at exit was seen by the probe
    }
}

/// Takes the answers of a process that works, and says what it is at.
package final class PluginWorkAnswers {
    private var memory: PluginWorkMemory

    init(_ memory: PluginWorkMemory) {
        self.memory = memory
    }

    var fault: UnsafeMutablePointer<assay_fault>? { memory.fault }

    /// Begins a step, which ends the process if it takes longer than the time.
    package func begin(_ step: Int, milliseconds: Int64) {
        memory.begin(step, milliseconds: milliseconds)
        assay_time_limit(UInt64(clamping: milliseconds))
    }

    /// Ends the step.
    package func end() {
        assay_time_limit(0)
    }

    /// Adds an answer; a process with more answers than its memory holds ends.
    package func append(_ answer: Value) {
        if !memory.append(answer) { _exit(3) }
    }

    func complete() {
        if !memory.complete() { _exit(3) }
    }
}

extension PluginError {
    /// The error as an answer.
    fileprivate var value: Value {
        .object([
            (
                "pluginError",
                .object([
                    ("stage", .string(stage.rawValue)), ("found", .string(found)),
                    ("expected", .string(expected)), ("remedy", .string(remedy)),
                ])
            )
        ])
    }

    /// Nil for what is no error.
    init?(_ value: Value, path: String) {
        guard case .string(let name) = value["stage"], let stage = PluginStage(rawValue: name),
            case .string(let found) = value["found"],
            case .string(let expected) = value["expected"],
            case .string(let remedy) = value["remedy"]
        else { return nil }
        self.init(stage: stage, path: path, found: found, expected: expected, remedy: remedy)
    }
}
