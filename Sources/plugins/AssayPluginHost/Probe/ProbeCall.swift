// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

extension PluginPolicy {
    /// Tries the copy in a process of its own, if the policy says so.
    ///
    /// - Returns: The answer of the probe, or `nil` if nothing was tried.
    /// - Throws: The error that the probe found, or one of stage probe if it gave no answer.
    func tryInProbe(
        _ copy: PrivateCopy, path: String, settings: GivenSettings, note: PluginManifest?,
        workingDirectory: String? = nil
    ) throws(StageError) -> ProbeAnswer? {
        try checkAllowedCalls()
        guard let program = try probe.path() else { return nil }
        let request = ProbeRequest(
            path: path, settings: settings, directory: copy.dataDirectory,
            workingDirectory: workingDirectory, parent: CurrentProcess.identifier,
            seconds: probeTimeout.components.seconds, note: note,
            bounds: TrialBounds(self))
        return try ProbeCall(program: program, timeout: probeTimeout)
            .run(request, on: copy.descriptor.borrowed)
    }
}

/// One run of the probe.
struct ProbeCall {
    /// The path of the executable.
    let program: String
    let timeout: Duration

    /// - Throws: Why the plugin is not to be loaded.
    @discardableResult
    func run(
        _ request: ProbeRequest, on library: BorrowedDescriptor
    ) throws(StageError) -> ProbeAnswer {
        let channel: (step: PluginStep, line: [UInt8]?)
        let exit: ProcessExit
        let notice: ProbeNotice
        let process = ChildProcess(
            program: program, arguments: [PluginProbe.name], timeout: timeout)
        do throws(SystemError) {
            let outcome = try process.run(
                on: library, request: Array(request.json.utf8), memoryBytes: ProbeChannel.size)
            channel = ProbeChannel.read(outcome.memory)
            exit = outcome.exit
            notice = outcome.notice
        } catch {
            throw StageError(
                .probe, found: "an error (\(program): \(error))", expected: "a probe that runs",
                remedy: error.lackRemedy ?? "install \(PluginProbe.name) of this version")
        }
        if let attempt = notice.attempt {
            throw StageError(
                .probe, found: "\(attempt.words) \(channel.step.place)",
                expected: ProbedAttempt.expected, remedy: attempt.remedy)
        }
        var answer = try answer(after: exit, memory: channel)
        answer.deniedCalls = notice.deniedCalls
        return answer
    }

    private func answer(
        after exit: ProcessExit, memory channel: (step: PluginStep, line: [UInt8]?)
    ) throws(StageError) -> ProbeAnswer {
        if exit == .exited(ProbeChild.answered) || exit == .unknown, let line = channel.line {
            return try answer(in: line)
        }
        let isOurs = channel.step == .begin
        // No function of the plugin runs there, but a filter that one has set can end the process.
        let isLimited = channel.step == .read && exit.isByFilter
        throw StageError(
            .probe, found: "\(exit.words(timeout: timeout)) \(channel.step.place)",
            expected: isOurs ? "a probe that runs" : "a plugin that can be loaded and started",
            remedy: isOurs
                ? "install \(PluginProbe.name) of this version"
                : isLimited
                    ? ProcessBounds.remedy
                    : "correct the plugin; if its file may be damaged, build it again")
    }

    private func answer(in line: [UInt8]) throws(StageError) -> ProbeAnswer {
        guard let answer = ProbeAnswer(parsing: line) else {
            let text = oneLine(String(decoding: line.prefix(80), as: UTF8.self))
            throw StageError(
                .probe, found: "an answer that is not understood ('\(text)')",
                expected: "an answer of \(PluginProbe.name) \(HostTable.version)",
                remedy: "install \(PluginProbe.name) of this version; the plugin must not use its "
                    + "descriptors")
        }
        if let error = answer.error { throw error }
        return answer
    }
}
