// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssaySystem
import CPluginChecker

/// One check: a process that answers or crashes, and further ones to find the row that crashes it.
struct CheckRun {
    let library: CheckedLibrary
    let child: (program: String, arguments: [String])
    let request: CheckRequest

    /// The time limit for the whole check, which is far above the limit for a single call.
    let timeout: Duration

    /// - Throws: `PluginError` at stage probe if there is no process to check in.
    func outcome() throws(PluginError) -> CheckAnswer {
        let outcome = try run(request)
        if outcome.isExpected, var answer = outcome.contents.answer {
            answer.deniedCalls = outcome.notice.deniedCalls
            return answer
        }
        let contents = outcome.contents
        let failure = try narrow(CheckProcessExit(outcome))
        var answer = CheckAnswer()
        answer.deniedCalls = outcome.notice.deniedCalls
        answer.id = contents.answer?.id ?? ""
        answer.version = contents.answer?.version ?? ""
        if contents.isAtExit { answer.findings = contents.answer?.findings ?? [] }
        answer.findings.append(failure.finding(for: request))
        return answer
    }

    /// The outcome of the check, and of its examples that hold under settings of their own: each of
    /// these starts the plugin anew.
    ///
    /// - Throws: `PluginError` at stage probe if there is no process to check in.
    func outcomeWithExamples() throws(PluginError) -> CheckAnswer {
        var answer = try outcome()
        for settings in answer.exampleSettings {
            var request = request
            request.configuration = settings
            request.exampleSettings = settings
            let run = CheckRun(
                library: library, child: child, request: request, timeout: timeout)
            let further = try run.outcome()
            answer.deniedCalls += further.deniedCalls
            answer.findings += further.findings.map { finding in
                var finding = finding
                finding.place.settings = CheckPlace.text(settings)
                return finding
            }
        }
        return answer
    }

    private func run(_ request: CheckRequest) throws(PluginError) -> CheckOutcome {
        do throws(SystemError) {
            let outcome = try library.run(
                child.program, arguments: child.arguments, request: Array(request.json.utf8),
                memoryBytes: CheckChannel.size, timeout: timeout)
            return CheckOutcome(
                exit: outcome.exit, notice: outcome.notice,
                contents: CheckChannel.read(from: outcome.memory))
        } catch {
            throw PluginError(
                stage: .probe, path: request.path,
                found: "an error (\(child.program): \(error))",
                expected: "a process to check the plugin in", remedy: "free memory and try again")
        }
    }

    /// Repeats a call of several rows with half of them, until one row is left or none is to blame.
    private func narrow(_ failure: CheckProcessExit) throws(PluginError) -> CheckProcessExit {
        guard let activity = failure.contents.activity, activity.step == .evaluate,
            let count = activity.place.rows, count > 1
        else { return failure }
        var failure = failure
        var rows = 0..<count
        while rows.count > 1 {
            let middle = rows.lowerBound + rows.count / 2
            let halves = [rows.lowerBound..<middle, middle..<rows.upperBound]
            var found = false
            for half in halves where !found {
                let focus = CheckFocus(call: activity.call, rows: half)
                guard let exit = try exit(with: focus, rowCount: count) else { continue }
                (rows, failure, found) = (half, exit, true)
            }
            if !found { return failure }
        }
        return failure
    }

    /// Nil if the process does not end in the call with these rows.
    private func exit(
        with focus: CheckFocus, rowCount: Int
    ) throws(PluginError) -> CheckProcessExit? {
        var request = request
        request.focus = focus
        let outcome = try run(request)
        guard !outcome.isExpected, outcome.contents.activity?.call == focus.call
        else { return nil }
        var failure = CheckProcessExit(outcome)
        failure.row = focus.rows.count == 1 ? focus.rows.lowerBound : nil
        failure.rows = rowCount
        return failure
    }
}

/// The end of a check's process, and what it left.
struct CheckOutcome {
    let exit: ProcessExit
    let notice: ProbeNotice
    let contents: CheckChannel.Contents

    /// `true` if the process answered and ended as planned.
    var isExpected: Bool {
        contents.answer?.isComplete == true
            && exit == .exited(contents.isAtExit ? PluginCheckChild.statusOfHandlers : 0)
    }
}

/// The exit of a check's process that gave no complete answer.
struct CheckProcessExit {
    let exit: ProcessExit
    let notice: ProbeNotice
    let contents: CheckChannel.Contents
    var row: Int?
    var rows: Int?

    init(_ outcome: CheckOutcome) {
        exit = outcome.exit
        notice = outcome.notice
        contents = outcome.contents
    }

    func finding(for request: CheckRequest) -> CheckFinding {
        let activity = contents.activity ?? CheckActivity(.start)
        var place = activity.place
        if let row { place.row = row }
        if let rows { place.rows = rows }
        if let attempt = notice.attempt {
            return CheckFinding(
                at: place, found: "\(attempt.words) \(activity.words)",
                expected: ProbedAttempt.expected,
                remedy:
                    "correct the plugin; if it has to make this call, allow it with --plugin-allow-call "
                    + attempt.call.rawValue)
        }
        let (found, remedy) = words(for: request, activity: activity)
        return CheckFinding(
            at: place, found: "\(found) \(activity.words)",
            expected: activity.step == .evaluate
                ? "a verdict for every row" : "a function that returns", remedy: remedy)
    }

    private func words(
        for request: CheckRequest, activity: CheckActivity
    ) -> (found: String, remedy: String) {
        if exit == .signalled(assay_time_limit_signal()) || exit == .timedOut {
            return (
                "no return within \(activity.milliseconds) ms",
                "end every loop, and look at call->cancelled in long ones"
            )
        }
        if contents.fault.signal != 0, let words = faultWords(for: request.check, in: activity.step)
        {
            return words
        }
        switch exit {
        case .stopped:
            return (exit.words(timeout: .zero), "return an error instead of stopping the host")
        case .exited(let status) where contents.isAtExit:
            return (
                "an exit with status \(status) instead of \(PluginCheckChild.statusOfHandlers)",
                "register no function that ends the process with atexit"
            )
        case .exited(let status):
            return ("an exit with status \(status)", "return an error instead of ending the host")
        case .forbiddenCall:
            return ("an attempt to start a process", "let the rule do its work in the process")
        case .abort:
            return ("SIGABRT", "return an error instead of ending the host")
        default:
            return (exit.words(timeout: .zero), "run the replay in a debugger or with a sanitizer")
        }
    }

    private func faultWords(
        for check: String, in step: CheckActivity.Step
    ) -> (found: String, remedy: String)? {
        let flags = contents.fault.flags
        if flags & ASSAY_FAULT_WATCHED != 0 {
            return AllChecks.named(check)?.watchedFault(in: step)
        }
        guard flags & ASSAY_FAULT_STACK != 0 else { return nil }
        return ("a stack overflow", "recurse less deeply, and keep large arrays off the stack")
    }
}
