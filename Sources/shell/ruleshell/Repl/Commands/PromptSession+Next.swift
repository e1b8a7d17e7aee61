// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTrials

// :next
extension PromptSession {
    /// The record that `:next` goes to.
    private enum Goal {
        /// The next one.
        case any
        /// The next one that is not valid.
        case failing
        /// The next one with a finding of this code.
        case code(String)
        /// The one with this number, from 1.
        case record(Int)

        var isAny: Bool { if case .any = self { true } else { false } }

        func isReached(at place: DataFile.Place, with report: ValidationReport) -> Bool {
            switch self {
            case .any: true
            case .failing: !report.isValid
            case .code(let code): report.has(code)
            case .record(let number): place.record >= number
            }
        }
    }

    /// Validates the next record, the next one that fails or has a finding of a code, or the one
    /// with a number.
    func next(_ argument: PromptArgument) throws(Diagnostic) {
        let goal = try goal(of: argument)
        guard var data else {
            throw Diagnostic("prompt.data", "no file is open", help: ":open FILE opens one")
        }
        if case .record(let number) = goal, number <= data.lastRecord {
            // A file is read forwards.
            try open(data.path)
            guard let anew = self.data else { return }
            data = anew
        }
        let (before, invalidBefore) = (data.count, data.invalidCount)
        do throws(InputError) {
            while let (record, place, report) = try data.next() {
                guard goal.isReached(at: place, with: report) else {
                    if interruption.wasRequested { return write("stopped at \(place)\n") }
                    continue
                }
                try showRecord(record, place: place, report: report)
                return writeCounts(of: data, passed: data.count - before - 1)
            }
        } catch {
            throw Diagnostic(atPrompt: error)
        }
        let found = data.invalidCount - invalidBefore
        let passed = data.count - before
        write(
            "no more records: \(data.count) read, \(data.invalidCount) invalid"
                + (passed > 0 && !goal.isAny ? " (\(found) of the last \(passed))" : "") + "\n")
        for warning in data.notes.warnings(isWhole: true) {
            let head = paint.text("warning[\(warning.code)]", in: .doubtful)
            write("\(head) \(SafeText.line(warning.message))\n")
        }
    }

    private func goal(of argument: PromptArgument) throws(Diagnostic) -> Goal {
        let text = argument.text
        if text.isEmpty { return .any }
        if text == "fail" { return .failing }
        if let number = Int(text) {
            guard number > 0 else {
                throw argument.error(
                    "records are counted from 1", help: "write \(argument.command.call)")
            }
            return .record(number)
        }
        let codes = codes + CodeCatalogue.codes
        if codes.contains(text) { return .code(text) }
        // A rule stands for all of its codes.
        if registry.definition(for: text) != nil { return .code(text) }
        throw argument.error(
            "':next' takes nothing, 'fail', a code or a number, not '\(text)'",
            help: nearestName(to: text, in: ["fail"] + codes).map { "did you mean '\($0)'?" }
                ?? "write \(argument.command.call)")
    }

    /// Writes the number of records that were read, and the number of invalid ones.
    private func writeCounts(of data: DataFile, passed: Int) {
        guard settings.mode == .full else { return }
        let skipped = passed > 0 ? "\(Counted.text(passed, of: "record")) skipped; " : ""
        write(
            paint.faint("\(skipped)\(data.count) read, \(data.invalidCount) invalid") + "\n")
    }

    private func showRecord(
        _ record: ValidationRecord, place: DataFile.Place, report: ValidationReport
    ) throws(InputError) {
        let session = try validationSession(ofOpenRules: ())
        var trace = session.trace(record)
        // The record as it is in the file, unknown fields included.
        trace.report = report
        let isMalformed = report.violations.contains { $0.code == RecordIssue.malformedCode }
        if isMalformed { trace.rules = [] }
        let trial = PromptTrial(
            subject: .recordOfFile(place), ruleSet: ruleSet, open: openRuleSet, record: record,
            value: .object(ruleSet.masking(record).fields), trace: trace)
        remember(trial)
        if settings.mode == .full {
            write("\(answerText.head(of: trial))\n")
            if !isMalformed { write("  \(AnswerText.value(of: trial.value))\n") }
            if !place.excerpts.isEmpty { write("\n" + place.excerpts) }
        } else {
            show(trial)
        }
    }
}

extension ValidationReport {
    /// Returns `true` if there is a finding of a code, or of any code of a rule.
    fileprivate func has(_ code: String) -> Bool {
        let all = violations.map(\.code) + faults.map(\.reason.code)
        let rules = violations.map(\.rule) + faults.map(\.rule)
        return all.contains(code) || rules.contains(code)
    }
}
