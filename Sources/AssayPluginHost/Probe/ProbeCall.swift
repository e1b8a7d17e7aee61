// SPDX-License-Identifier: Apache-2.0
import AssayCore
internal import CPluginHost
import Glibc

extension PluginPolicy {
    /// Has the copy tried in a process of its own, if the policy asks for it.
    ///
    /// - Throws: The refusal of the probe, or one at stage probe if it could not say.
    func tryInProbe(
        _ copy: PrivateCopy, path: String, settings: PluginSettings, note: PluginManifest?
    ) throws(Refusal) {
        guard let program = try probe.path() else { return }
        let request = ProbeRequest(
            path: path, settings: settings, parent: getpid(),
            seconds: probeDeadline.components.seconds, note: note)
        try ProbeCall(program: program, deadline: probeDeadline).run(request, on: copy)
    }
}

/// One run of the probe.
struct ProbeCall {
    /// The path of the executable.
    let program: String
    let deadline: Duration

    /// - Throws: Why the plugin is not to be loaded.
    @discardableResult
    func run(_ request: ProbeRequest, on copy: PrivateCopy) throws(Refusal) -> ProbeAnswer {
        let text = Array(request.json.utf8)
        guard let question = Descriptor(Descriptor.Storage.allCases),
            question.write(text, text.count), lseek(question.number, 0, SEEK_SET) == 0,
            let answer = Descriptor(Descriptor.Storage.allCases),
            ftruncate(answer.number, ProbeBoard.size) == 0
        else { throw failed(errno) }
        var probe = try start([copy.descriptor.number, question.number, answer.number])
        let end = ProbeEnd(assay_probe_finish(&probe, deadline.milliseconds))
        return try judge(end, ProbeBoard.read(answer))
    }

    private func start(_ descriptors: [Int32]) throws(Refusal) -> assay_probe {
        var probe = assay_probe()
        let name = strdup(PluginProbe.name)
        defer { free(name) }
        let error = assay_probe_start(
            program, [name, nil], getenv("LD_LIBRARY_PATH"), descriptors, &probe)
        guard error == 0 else { throw failed(error) }
        return probe
    }

    private func failed(_ error: Int32) -> Refusal {
        Refusal(
            .probe, found: "an error (\(program): \(String(cString: strerror(error))))",
            expected: "a probe that runs", remedy: "install \(PluginProbe.name) of this version")
    }

    private func judge(
        _ end: ProbeEnd, _ board: (step: PluginStep, line: [UInt8]?)
    ) throws(Refusal) -> ProbeAnswer {
        if end == .exited(ProbeChild.answered) || end == .unknown, let line = board.line {
            return try judge(line)
        }
        let isOurs = board.step == .begin
        throw Refusal(
            .probe, found: "\(end.words(deadline)) \(board.step.place)",
            expected: isOurs ? "a probe that runs" : "a plugin that can be loaded and started",
            remedy: isOurs
                ? "install \(PluginProbe.name) of this version"
                : "correct the plugin; if its file may be damaged, build it again")
    }

    private func judge(_ line: [UInt8]) throws(Refusal) -> ProbeAnswer {
        guard let answer = ProbeAnswer(parsing: line) else {
            let text = oneLine(String(decoding: line.prefix(80), as: UTF8.self))
            throw Refusal(
                .probe, found: "an answer that is none ('\(text)')",
                expected: "an answer of \(PluginProbe.name) \(HostTable.version)",
                remedy: "install \(PluginProbe.name) of this version, and keep the plugin from its "
                    + "descriptors")
        }
        if let refusal = answer.refusal { throw refusal }
        return answer
    }
}

extension Duration {
    /// For the system, which takes no more than fits.
    var milliseconds: Int64 {
        let parts = components
        guard parts.seconds < 1 << 32 else { return 1 << 42 }
        return max(0, parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }
}

/// How the process of a probe ended.
package enum ProbeEnd: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    /// The program takes the status of all its children.
    case unknown

    init(_ end: assay_probe_end) {
        switch end.kind {
        case ASSAY_PROBE_EXITED: self = .exited(end.number)
        case ASSAY_PROBE_SIGNALLED: self = .signalled(end.number)
        case ASSAY_PROBE_TIMED_OUT: self = .timedOut
        default: self = .unknown
        }
    }

    package func words(_ deadline: Duration) -> String {
        switch self {
        case .exited(let status): "an exit with status \(status)"
        case .signalled(let signal): signalName(signal)
        case .timedOut: "no answer within \(deadline)"
        case .unknown: "no answer"
        }
    }
}

/// "SIGSEGV".
func signalName(_ signal: Int32) -> String {
    assay_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
}
