// SPDX-License-Identifier: Apache-2.0
import Assay

// :watch
extension PromptSession {
    /// Failed records of a file that are shown.
    private static let mostShown = 5

    /// Judges a file of records, or what was tried last, now and whenever a file changes; until ^C.
    func watch(_ argument: PromptArgument) throws(Diagnostic) {
        try requireRuleSet()
        let file = argument.text.isEmpty ? nil : argument.text
        if file == nil { _ = try lastTrial() }
        let watch = try Self.fileWatch(ruleFiles + (file.map { [$0] } ?? []))
        try watchOnce(file)
        write(paint.faint("watching; ^C ends it") + "\n")
        while interruption.awaitChange(watch) {
            do throws(Diagnostic) {
                try use(ruleFiles)
                try watchOnce(file)
            } catch {
                // Whoever edits the file puts it right.
                write(error.promptText(paint))
            }
        }
        // The terminal shows ^C without a line feed.
        write("\nno longer watching\n")
    }

    private static func fileWatch(_ paths: [String]) throws(Diagnostic) -> FileWatch {
        do throws(FileWatchError) {
            return try FileWatch(paths)
        } catch {
            throw Diagnostic(
                "prompt.watch", "cannot watch '\(error.path)': \(SmallFile.reason(error.number))",
                help: "check the path, or raise fs.inotify.max_user_instances and max_user_watches")
        }
    }

    private func watchOnce(_ file: String?) throws(Diagnostic) {
        if let file { return try judgeFile(file) }
        let last = try lastTrial()
        switch last.subject {
        case .expression(let text):
            let (rules, _) = try Self.expressions(text, registry)
            show(try trial(of: rules, text, last.value))
        case .field(let key):
            guard let field = ruleSet.fields.first(where: { $0.path.description == key }) else {
                throw Diagnostic(
                    "prompt.ruleSet", "the rule set has no field '\(key)' any more",
                    help: "put it back, or try something else")
            }
            var rules = ruleSet
            rules.fields = [field]
            rules.unknownFields = .allow
            show(try trial(last.subject, rules, last.record, last.value))
        case .record, .recordOfFile:
            show(
                try trial(
                    .record, ruleSet, last.record, .object(ruleSet.masking(last.record).fields)))
        }
    }

    /// Judges every record; shows the first that fail, and how many there are.
    private func judgeFile(_ path: String) throws(Diagnostic) {
        var invalid = 0
        let data: DataFile
        do throws(InputError) {
            data = try DataFile(path, ruleSet, try validationSession(ofOpenRules: ()))
            while let (_, place, report) = try data.next(), !interruption.wasRequested {
                guard !report.isValid else { continue }
                invalid += 1
                if invalid <= Self.mostShown { write(place.excerpts) }
            }
        } catch {
            throw Diagnostic(error)
        }
        let valid = data.count - invalid
        write(
            SafeText.line("\(SafeText.path(path)): \(Self.count(data.count, "record")): ")
                + paint.good("\(valid) valid") + ", "
                + (invalid > 0 ? paint.bad("\(invalid) invalid") : "0 invalid") + "\n")
    }
}
