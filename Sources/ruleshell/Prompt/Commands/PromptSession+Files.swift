// SPDX-License-Identifier: Apache-2.0
import Assay

// :use, :open, :next, :save, :read
extension PromptSession {
    func use(_ argument: PromptArgument) throws(Diagnostic) {
        try use([argument.text])
        write("\(Self.summary(of: ruleSet)) from \(SafeText.line(argument.text))\n")
    }

    /// `3 fields, 7 rules`.
    private static func summary(of ruleSet: RuleSet) -> String {
        let rules = ruleSet.fields.reduce(0) { $0 + $1.validator.rules.count }
        return count(ruleSet.fields.count, "field") + ", " + count(rules, "rule")
    }

    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Opens the fields of all these files as one rule set.
    ///
    /// - Throws: The first mistake in them, the others on its help; the old rule set stays then.
    func use(_ files: [String]) throws(Diagnostic) {
        var all = RuleSet()
        for (index, file) in files.enumerated() {
            do throws(RuleSetError) {
                let one = try RuleSetLoader.load(file: file, registry: registry).ruleSet
                all = index == 0 ? one : Self.joined(all, one)
            } catch {
                throw Self.first(of: error, in: file)
            }
        }
        do throws(RuleSetError) {
            _ = try ValidationPlan(all, registry: registry)
        } catch {
            throw Self.first(of: error, in: files.last ?? "")
        }
        ruleFiles = files
        ruleSet = all
        if let data { try? open(data.path) }
    }

    private static func joined(_ first: RuleSet, _ second: RuleSet) -> RuleSet {
        var all = first
        all.fields += second.fields
        all.plugins += second.plugins
        if second.unknownFields != .allow { all.unknownFields = second.unknownFields }
        all.maximumViolations = min(first.maximumViolations, second.maximumViolations)
        return all
    }

    private static func first(of error: RuleSetError, in file: String) -> Diagnostic {
        let issue = error.issues.first ?? RuleSetIssue(code: "ruleSet.value", message: "\(error)")
        let first = Diagnostic(issue, in: FileLines(path: issue.location?.file ?? file))
        let more = error.issues.count + error.omittedCount - 1
        guard more > 0 else { return first }
        let help = first.help.map { "\($0)\n" } ?? ""
        return Diagnostic(
            first.code, first.message,
            help: help + "'ruleshell check' shows \(Self.count(more, "further mistake"))",
            location: first.location, excerpt: first.excerpt)
    }

    // MARK: - Records

    func open(_ path: String) throws(Diagnostic) {
        try requireRuleSet()
        do throws(InputError) {
            data = try DataFile(path, ruleSet, try validationSession(ofOpenRules: ()))
        } catch {
            throw Diagnostic(error)
        }
    }

    /// A session for the open rule set, whose plan is known to compile.
    func validationSession(ofOpenRules: Void) throws(InputError) -> ValidationSession {
        do throws(Diagnostic) {
            return try validationSession(ruleSet)
        } catch {
            throw .unreadable(name: ruleFiles.first ?? "", reason: error.message)
        }
    }

    func next(_ argument: PromptArgument) throws(Diagnostic) {
        guard argument.text.isEmpty || argument.text == "fail" else {
            throw argument.mistake(
                "':next' takes nothing or 'fail'", help: "write \(argument.command.call)")
        }
        guard let data else {
            throw Diagnostic("prompt.data", "no file is open", help: ":open FILE opens one")
        }
        do throws(InputError) {
            while let (record, place, report) = try data.next() {
                if argument.text == "fail", report.isValid {
                    if interruption.wasRequested { return write("stopped at \(place)\n") }
                    continue
                }
                return try showRecord(record, place, report)
            }
        } catch {
            throw Diagnostic(error)
        }
        write("no more records: \(data.count) read\n")
    }

    private func showRecord(
        _ record: Record, _ place: DataFile.Place, _ report: ValidationReport
    ) throws(InputError) {
        let session = try validationSession(ofOpenRules: ())
        var trace = session.trace(record)
        // What stands in the file, unknown fields included.
        trace.report = report
        let isMalformed = report.violations.contains { $0.code == RecordIssue.malformedCode }
        if isMalformed { trace.rules = [] }
        let trial = PromptTrial(
            subject: .recordOfFile(place), ruleSet: ruleSet, record: record,
            value: .object(ruleSet.masking(record).fields), trace: trace)
        remember(trial)
        if settings.mode == .full {
            let answer = AnswerText(mode: .full, paint: paint)
            write("\(answer.head(trial))\n")
            if !isMalformed { write("  \(AnswerText.value(trial.value))\n") }
            if !place.excerpts.isEmpty { write("\n" + place.excerpts) }
        } else {
            show(trial)
        }
    }

    // MARK: - Cases and scripts

    func saveCases(_ path: String) throws(Diagnostic) {
        if tried.isEmpty { _ = try lastTrial() }
        let cases = TriedCases(tried, registry, for: path)
        guard !cases.lines.isEmpty else {
            throw Diagnostic(
                "prompt.nothingTried", "nothing of what was tried can be a case",
                help: "cases have one rule, a value, and no other fields")
        }
        try checkTarget(path)
        try NewFile.replace(path, by: cases.text, mode: 0o644)
        var text = "\(Self.count(cases.lines.count, "case")) in \(SafeText.line(path))"
        if cases.leftOut > 0 {
            text += "; \(cases.leftOut) left out: sensitive, undecided, or about several fields"
        }
        write(text + "\n")
    }

    /// Rejects a file to write to that is open.
    func checkTarget(_ path: String) throws(Diagnostic) {
        var uses = FileUses()
        for file in ruleFiles { uses.add(path: file, "the rule set") }
        if let data { uses.add(path: data.path, "the input") }
        for case .loaded(let plugin) in host.plugins { uses.add(path: plugin.path, "the plugin") }
        try uses.check(FileNode(path: path), "the answer in '\(path)'")
    }

    func readFile(_ path: String) throws(Diagnostic) {
        try read(try ScriptLines.lines(of: path), of: path)
    }
}
