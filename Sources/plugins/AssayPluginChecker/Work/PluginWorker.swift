// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssayPluginHost
import AssaySystem
import CPluginChecker

/// Runs a plugin in processes of its own, for work that is no check: a crash is an answer too.
package struct PluginWorker: Sendable {
    private let library: CheckedLibrary
    private let path: String
    private let settings: Value
    private let workingDirectory: String?
    private let child: (program: String, arguments: [String])

    /// Opens and probes a library.
    ///
    /// - Parameters:
    ///   - path: The library.
    ///   - settings: The plugin's settings, an object or absent.
    ///   - directory: The directory that relative paths in the settings begin with, or `nil` for the
    ///     working directory.
    ///   - policy: Which files may be used; trust is not required.
    ///   - program: The path of an executable that calls `PluginWorkChild.run`.
    ///   - arguments: What it is called with so that it does, its name first.
    /// - Throws: `PluginError` with the stage that failed.
    package init(
        path: String, settings: Value, in directory: String? = nil, policy: PluginPolicy,
        program: String, arguments: [String]
    ) throws(PluginError) {
        library = try CheckedLibrary(
            path: path, policy: policy, configuration: settings, directory: directory)
        workingDirectory = directory
        self.path = path
        self.settings = settings
        child = (program, arguments)
    }

    /// Starts a process, has it work, and waits for its end.
    ///
    /// - Parameters:
    ///   - work: What is to be done; it is passed on as it is.
    ///   - timeout: How long all of it may take.
    /// - Returns: What the process answered until it ended.
    /// - Throws: `PluginError` if there is no process, or if the plugin does not start in it.
    package func run(_ work: Value, timeout: Duration) throws(PluginError) -> PluginWorkOutcome {
        let request = PluginWorkRequest(
            path: path, settings: settings, parent: CurrentProcess.identifier,
            directory: library.dataDirectory, workingDirectory: workingDirectory,
            bounds: library.bounds, work: work)
        let outcome = try run(request, timeout: timeout)
        let answer = PluginWorkMemory.read(from: outcome.memory)
        if let error = answer.lines.first.flatMap({ PluginError($0["pluginError"], path: path) }) {
            throw error
        }
        if outcome.exit == .exited(0), answer.isComplete {
            return PluginWorkOutcome(answers: answer.lines, failure: nil)
        }
        return PluginWorkOutcome(
            answers: answer.lines,
            failure: PluginWorkFailure(
                step: answer.step, found: Self.words(for: outcome, after: answer)))
    }

    private func run(
        _ request: PluginWorkRequest, timeout: Duration
    ) throws(PluginError) -> CheckedLibrary.Outcome {
        do throws(SystemError) {
            return try library.run(
                child.program, arguments: child.arguments, request: Array(request.json.utf8),
                memoryBytes: PluginWorkMemory.size, timeout: timeout)
        } catch {
            throw PluginError(
                stage: .probe, path: path, found: "an error (\(child.program): \(error))",
                expected: "a process to run the plugin in", remedy: "free memory and try again")
        }
    }

    private static func words(
        for outcome: CheckedLibrary.Outcome, after answer: PluginWorkMemory.Answer
    ) -> String {
        if let attempt = outcome.notice.attempt { return attempt.words }
        let exit = outcome.exit
        return switch exit {
        case .signalled(assay_time_limit_signal()), .timedOut:
            "no return within \(answer.milliseconds) ms"
        case .forbiddenCall: "an attempt to start a process"
        case _ where answer.fault.flags & ASSAY_FAULT_STACK != 0: "a stack overflow"
        default: exit.words(timeout: .zero)
        }
    }
}

/// The answers of a process.
package struct PluginWorkOutcome: Sendable {
    /// The answers in the order in which the process gave them.
    package let answers: [Value]
    /// The reason the answers are incomplete, or `nil` if they are complete.
    package let failure: PluginWorkFailure?
}

/// The end of a process before its work was done.
package struct PluginWorkFailure: Sendable, Equatable {
    /// The step it was at, from 0, or `nil` before the first step.
    package let step: Int?
    /// "SIGSEGV", "no return within 2000 ms".
    package let found: String
}

/// The task of the process.
struct PluginWorkRequest {
    var path: String
    var settings: Value
    var parent: Int32
    /// The directory of the plugin's data files.
    var directory: String
    /// The directory that relative paths in the settings begin with, or `nil` for that of the parent.
    var workingDirectory: String?
    var bounds: TrialBounds
    var work: Value

    var json: String {
        Value.object([
            ("path", .string(path)), ("directory", .string(directory)),
            ("workingDirectory", workingDirectory.map(Value.string) ?? .null),
            ("settings", settings == .absent ? .null : settings),
            ("parent", .integer(Int64(parent))), ("bounds", bounds.value),
            ("work", work),
        ]).json
    }
}

extension PluginWorkRequest {
    /// Nil for what is no request.
    init?(parsing text: [UInt8]) {
        guard let value = try? JSONValueParser.parse(String(decoding: text, as: UTF8.self)),
            case .string(let path) = value["path"],
            case .string(let directory) = value["directory"],
            case .integer(let parent) = value["parent"],
            let parent = Int32(exactly: parent),
            let bounds = TrialBounds(value["bounds"])
        else { return nil }
        let settings = value["settings"]
        var workingDirectory: String?
        if case .string(let path) = value["workingDirectory"] { workingDirectory = path }
        self.init(
            path: path, settings: settings == .null ? .absent : settings, parent: parent,
            directory: directory, workingDirectory: workingDirectory, bounds: bounds,
            work: value["work"])
    }
}
