// SPDX-License-Identifier: Apache-2.0
import Assay

// :watch
extension PromptSession {
    /// Validates a file of records, or the last input, now and whenever a file changes, until ^C.
    func watch(_ argument: PromptArgument) throws(Diagnostic) {
        try requireRuleSet()
        let file = argument.text.isEmpty ? nil : argument.text
        if file == nil { _ = try lastTrial() }
        let watch = try Self.fileWatch(on: ruleFiles + (file.map { [$0] } ?? []))
        try watchOnce(file)
        write(paint.faint("watching; ^C ends it") + "\n")
        while interruption.awaitChange(watch) {
            do throws(Diagnostic) {
                try use(ruleFiles)
                try watchOnce(file)
            } catch {
                // The next change may correct the file.
                write(error.promptText(with: paint, columns: columns))
            }
        }
        // The terminal shows ^C without a line feed.
        write("\nno longer watching\n")
    }

    private static func fileWatch(on paths: [String]) throws(Diagnostic) -> FileWatch {
        do throws(FileWatchError) {
            return try FileWatch(paths)
        } catch {
            throw Diagnostic(
                "prompt.watch", "cannot watch '\(error.path)': \(error.reason)",
                help: "check the path, or raise fs.inotify.max_user_instances and max_user_watches")
        }
    }

    private func watchOnce(_ file: String?) throws(Diagnostic) {
        if let file {
            do throws(InputError) {
                return write(try validation(of: try dataFile(file)))
            } catch {
                throw Diagnostic(atPrompt: error)
            }
        }
        let last = try lastTrial()
        switch last.subject {
        case .expression(let text):
            let (rules, _) = try Self.expressions(text, registry: registry)
            show(
                try trial(
                    of: rules, text: text,
                    value: TypedValue(
                        last.value, isEmptyCell: !last.record.emptyFields.isEmpty)))
        case .field(let key):
            guard let target = target(at: key) else {
                throw Diagnostic(
                    "prompt.ruleSet", "the rule set has no field '\(key)' any more",
                    help: "restore it, or type another input")
            }
            show(
                try trial(
                    last.subject, ruleSet: ruleSet.only(target.field), record: last.record,
                    value: last.value,
                    about: key == target.field.path.description ? nil : target))
        case .record, .recordOfFile:
            show(
                try trial(
                    .record, ruleSet: ruleSet, record: last.record,
                    value: .object(ruleSet.masking(last.record).fields)))
        }
    }
}
