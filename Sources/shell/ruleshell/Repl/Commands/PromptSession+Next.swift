// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTrials

// :next
extension PromptSession {
    /// Validates the next record, the next one that fails or has a finding of a code, or the one
    /// with a number.
    func next(_ argument: PromptArgument) throws(Diagnostic) {
        let goal = try goal(of: argument)
        var data = try openFile()
        if case .record(let number) = goal, number <= data.lastRecord {
            // A file is read forwards.
            try open(data.path)
            data = try openFile()
        }
        let (before, invalidBefore) = (data.count, data.invalidCount)
        do throws(InputError) {
            switch try data.next(goal, until: { self.interruption.wasRequested }) {
            case .found(let reading):
                try show(reading)
                return writeCounts(of: data, passed: data.count - before - 1)
            case .stopped:
                return write(
                    SafeText.line("stopped at record \(data.lastRecord) of \(data.path)") + "\n")
            case .endOfFile: break
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
            write(self.warning(warning.code, warning.message))
        }
    }

    /// Returns the open file of records.
    ///
    /// - Throws: An error if there is none.
    func openFile() throws(Diagnostic) -> DataFile {
        guard let data else {
            throw Diagnostic("prompt.data", "no file is open", help: ":open FILE opens one")
        }
        return data
    }

    /// Returns the line of a warning, with its line feed.
    func warning(_ code: String, _ message: String) -> String {
        "\(paint.text("warning[\(code)]", in: .doubtful)) \(SafeText.line(message))\n"
    }

    private func goal(of argument: PromptArgument) throws(Diagnostic) -> RecordGoal {
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

    private func show(_ reading: DataFile.Reading) throws(InputError) {
        let (record, place, report) = (reading.record, reading.place, reading.report)
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
