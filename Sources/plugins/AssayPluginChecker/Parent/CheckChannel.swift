// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CPluginChecker

/// The memory through which a check answers: its current step, a fault if there was one, and its
/// answer.
///
/// What was written last can be read whatever became of the process.
struct CheckChannel {
    private let memory: UnsafeMutableRawBufferPointer

    /// The size of the memory in bytes: the fault, the activity and the answer, in this order.
    static let size = 1 << 20
    private static let activityStart = 64
    private static let answerStart = 1 << 16

    /// The child's side, over memory of `size`.
    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// The memory in which a fault is recorded.
    var fault: UnsafeMutablePointer<assay_fault>? {
        memory.baseAddress?.bindMemory(to: assay_fault.self, capacity: 1)
    }

    func write(_ activity: CheckActivity) {
        write(activity.json, in: Self.activityStart..<Self.answerStart)
    }

    func write(_ answer: CheckAnswer) {
        write(answer.json, in: Self.answerStart..<Self.size)
    }

    /// A line that is too long is not written.
    private func write(_ line: String, in range: Range<Int>) {
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        guard bytes.count <= range.count, memory.count >= range.upperBound else { return }
        UnsafeMutableRawBufferPointer(rebasing: memory[range]).copyBytes(from: bytes)
    }

    /// The data that a process left in the memory.
    struct Contents {
        let fault: assay_fault
        let activity: CheckActivity?
        let answer: CheckAnswer?

        /// `true` if the check was over and the functions that are registered for the exit were
        /// running.
        var isAtExit: Bool { activity?.step == .exit }
    }

    /// The parent's side, over a copy of the memory.
    static func read(from bytes: [UInt8]) -> Contents {
        var fault = assay_fault()
        withUnsafeMutableBytes(of: &fault) { target in
            if bytes.count >= target.count { target.copyBytes(from: bytes[..<target.count]) }
        }
        return Contents(
            fault: fault,
            activity: line(in: bytes, at: activityStart..<answerStart).flatMap(CheckActivity.init),
            answer: line(in: bytes, at: answerStart..<size).flatMap(CheckAnswer.init))
    }

    private static func line(in bytes: [UInt8], at range: Range<Int>) -> Value? {
        guard bytes.count >= range.upperBound,
            let end = bytes[range].firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let text = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
        return try? JSONValueParser.parse(text)
    }
}

/// The current step of the child.
struct CheckActivity: Equatable {
    enum Step: String {
        case start, create, evaluate, destroy, shutdown, exit, rest
    }

    var step: Step
    /// The number of the call of `evaluate`, from 1.
    var call = 0
    /// The time limit for the step, in milliseconds.
    var milliseconds: Int64 = 0
    var place = CheckPlace()

    var json: String {
        Value.object(
            [
                ("step", .string(step.rawValue)), ("call", .integer(Int64(call))),
                ("milliseconds", .integer(milliseconds)),
            ] + place.members
        ).json
    }

    init(
        _ step: Step, call: Int = 0, milliseconds: Int64 = 0, at place: CheckPlace = CheckPlace()
    ) {
        self.step = step
        self.call = call
        self.milliseconds = milliseconds
        self.place = place
    }

    /// Nil for what is no activity.
    init?(_ value: Value) {
        guard case .string(let name) = value["step"], let step = Step(rawValue: name),
            case .integer(let call) = value["call"],
            case .integer(let milliseconds) = value["milliseconds"]
        else { return nil }
        self.init(step, call: Int(call), milliseconds: milliseconds, at: CheckPlace(value))
    }

    /// "in evaluate".
    var words: String {
        switch step {
        case .start: "while the plugin was started"
        case .exit: "at the exit of the process"
        case .rest: "between the calls of the plugin"
        default: "in \(step.rawValue)"
        }
    }
}

/// The result of the child.
struct CheckAnswer {
    var id = ""
    var version = ""
    var findings: [CheckFinding] = []
    var warnings: [CheckFinding] = []
    var figures: [CheckFigure] = []
    /// The reason there was nothing to check, or `nil` if there was something.
    var reason: String?
    /// Settings under which examples hold that are still to be checked, each an object.
    var exampleSettings: [Value] = []
    /// The calls that failed in the jail, by their names, as the process that watches saw them.
    var deniedCalls: [String] = []
    /// `true` if the check came to its end.
    ///
    /// The exit status does not prove it, because a plugin may end the process with status 0.
    var isComplete = false

    var json: String {
        var members: [(key: String, value: Value)] = [
            ("id", .string(id)), ("version", .string(version)),
            ("findings", .array(findings.map { $0.value(replay: nil) })),
            ("warnings", .array(warnings.map { $0.value(replay: nil) })),
            ("figures", .array(figures.map(\.object))),
        ]
        if let reason { members.append(("reason", .string(reason))) }
        if !exampleSettings.isEmpty { members.append(("exampleSettings", .array(exampleSettings))) }
        members.append(("complete", .bool(isComplete)))
        return Value.object(members).json
    }
}

extension CheckAnswer {
    /// Nil for what is no answer.
    init?(_ value: Value) {
        guard case .string(let id) = value["id"], case .string(let version) = value["version"],
            case .array(let findings) = value["findings"],
            case .array(let warnings) = value["warnings"],
            case .array(let figures) = value["figures"]
        else { return nil }
        self.init(
            id: id, version: version, findings: findings.compactMap(CheckFinding.init),
            warnings: warnings.compactMap(CheckFinding.init),
            figures: figures.compactMap(CheckFigure.init))
        if case .string(let reason) = value["reason"] { self.reason = reason }
        if case .array(let settings) = value["exampleSettings"] { exampleSettings = settings }
        isComplete = value["complete"] == .bool(true)
    }
}
