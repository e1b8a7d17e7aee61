// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import CPluginChecker
import Glibc

/// One check: a process that answers or dies, and further ones to find out why it died.
struct CheckRun {
    let library: CheckedLibrary
    let child: (program: String, arguments: [String])
    let request: CheckRequest

    /// Of the whole check; single calls have a limit of their own, which is far below it.
    let timeout: Duration

    /// - Throws: `PluginError` at stage probe if there is no process to check in.
    func outcome() throws(PluginError) -> CheckAnswer {
        let (end, contents) = try run(request)
        if end == .exited(0), let answer = contents.answer, answer.isComplete { return answer }
        let death = try closer(to: Death(end: end, contents: contents))
        var answer = CheckAnswer()
        answer.id = contents.answer?.id ?? ""
        answer.version = contents.answer?.version ?? ""
        answer.findings = [death.finding(request)]
        return answer
    }

    private func run(
        _ request: CheckRequest
    ) throws(PluginError) -> (ProbeEnd, CheckBoard.Contents) {
        do throws(SystemFailure) {
            let outcome = try library.run(
                child.program, child.arguments, request: Array(request.json.utf8),
                memoryBytes: CheckBoard.size, deadline: timeout)
            return (outcome.end, CheckBoard.read(outcome.memory))
        } catch {
            throw PluginError(
                stage: .probe, path: request.path,
                found: "an error (\(child.program): \(error))",
                expected: "a process to check the plugin in", remedy: "free memory and try again")
        }
    }

    /// Repeats a call of several rows with half of them, until one row is left or none is to blame.
    private func closer(to death: Death) throws(PluginError) -> Death {
        guard let activity = death.contents.activity, activity.step == .evaluate,
            let rows = activity.place.rows, rows > 1
        else { return death }
        var death = death
        var range = 0..<rows
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            var half = try died(activity.call, range.lowerBound..<middle, rows)
            if half == nil { half = try died(activity.call, middle..<range.upperBound, rows) }
            guard let half else { return death }
            (range, death) = half
        }
        return death
    }

    private func died(
        _ call: Int, _ rows: Range<Int>, _ all: Int
    ) throws(PluginError) -> (Range<Int>, Death)? {
        var request = request
        request.focus = CheckFocus(call: call, rows: rows)
        let (end, contents) = try run(request)
        let isComplete = end == .exited(0) && contents.answer?.isComplete == true
        guard !isComplete, contents.activity?.call == call else { return nil }
        var death = Death(end: end, contents: contents)
        death.row = rows.count == 1 ? rows.lowerBound : nil
        death.rows = all
        return (rows, death)
    }
}

/// How the process of a check died.
struct Death {
    let end: ProbeEnd
    let contents: CheckBoard.Contents
    var row: Int?
    var rows: Int?

    func finding(_ request: CheckRequest) -> CheckFinding {
        let activity = contents.activity ?? CheckActivity(.start)
        var place = activity.place
        if let row { place.row = row }
        if let rows { place.rows = rows }
        let (found, remedy) = words(request, activity)
        return CheckFinding(
            place, found: "\(found) \(activity.words)",
            expected: activity.step == .evaluate
                ? "a verdict for every row" : "a function that returns", remedy: remedy)
    }

    private func words(
        _ request: CheckRequest, _ activity: CheckActivity
    ) -> (found: String, remedy: String) {
        if end == .signalled(SIGALRM) || end == .timedOut {
            return (
                "no return within \(activity.milliseconds) ms",
                "end every loop, and look at call->cancelled in long ones"
            )
        }
        if contents.fault.signal != 0, let words = faultWords(request.check) { return words }
        switch end {
        case .exited(let status):
            return ("an exit with status \(status)", "return an error instead of ending the host")
        case .signalled(SIGSYS):
            return ("an attempt to start a process", "let the rule do its work in the process")
        case .signalled(SIGABRT):
            return ("SIGABRT", "return an error instead of ending the host")
        default: return (end.words(.zero), "run the replay in a debugger or with a sanitizer")
        }
    }

    private func faultWords(_ check: String) -> (found: String, remedy: String)? {
        let flags = contents.fault.flags
        if flags & ASSAY_FAULT_WATCHED != 0 { return AllChecks.named(check)?.watchedFault }
        guard flags & ASSAY_FAULT_STACK != 0 else { return nil }
        return ("a stack overflow", "recurse less deeply, and keep large arrays off the stack")
    }
}
