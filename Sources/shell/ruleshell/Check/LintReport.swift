// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The findings of `check` in files, as text or as JSON.
struct LintReport {
    /// A finding in a file, or an issue that keeps the file from being used.
    private struct Item {
        let isError: Bool
        let code: String
        let field: String
        let message: String
        let help: String?
        let extent: LintExtent?
        let excerpt: Excerpt?

        init(
            isError: Bool, code: String, field: String, message: String, help: String?,
            extent: LintExtent?, excerpt: Excerpt?
        ) {
            self.isError = isError
            self.code = code
            self.field = field
            self.message = message
            self.help = help
            self.extent = extent
            self.excerpt = excerpt
        }

        init(_ issue: RuleSetIssue, in lines: FileLines) {
            self.init(
                isError: true, code: issue.code, field: issue.field ?? "", message: issue.message,
                help: issue.ownHelp,
                extent: issue.location.map {
                    LintExtent($0, endColumn: lines.endColumn(ofWordAt: $0))
                },
                excerpt: issue.location.flatMap { lines.excerpt(at: $0) })
        }
    }

    /// The notes of the report besides its findings, a line each.
    private var notes: [String] = []

    private var items: [(file: String, item: Item)] = []
    private var files: [String] = []
    private var fileCount: Int { files.count }
    private var jobFileCount = 0
    private(set) var isUnusable = false

    var isEmpty: Bool { items.isEmpty }

    /// Begins a file.
    mutating func begin(_ file: String) {
        files.append(file)
        if JobFile.isJobFile(file) { jobFileCount += 1 }
    }

    mutating func add(_ findings: [LintFinding], of file: String) {
        let lines = FileLines(path: file)
        for finding in findings {
            let own = finding.extent?.start.file ?? file
            let shown = own == file ? lines : FileLines(path: own)
            items.append(
                (
                    own,
                    Item(
                        isError: finding.severity == .error, code: finding.code.id,
                        field: finding.field, message: finding.message, help: finding.help,
                        extent: finding.extent,
                        // A fixture may contain sensitive values.
                        excerpt: finding.code == .example
                            ? nil
                            : finding.extent.flatMap {
                                shown.excerpt(at: $0.start, endColumn: $0.endColumn)
                            })
                ))
        }
    }

    /// Adds what is worth knowing about a file, which leaves the exit status as it is.
    mutating func add(note text: String, code: String, of file: String) {
        notes.append("note[\(code)]: \(SafeText.line("\(file): \(text)"))\n")
    }

    /// Adds the issues that the rules have with records from text.
    ///
    /// - Parameters:
    ///   - issues: The issues.
    ///   - file: The rule set.
    ///   - areErrors: `true` if they count as errors; otherwise they are notes, which leave the exit
    ///     status as it is.
    mutating func add(textIssues issues: [RuleSetIssue], of file: String, areErrors: Bool) {
        // A rule set with `missing` is for text.
        let isError = { (issue: RuleSetIssue) in areErrors || issue.code == "field.missingText" }
        let errors = issues.filter(isError)
        let notes = issues.filter { !isError($0) }
        if !notes.isEmpty {
            let rules = Counted.text(notes.count, of: "rule")
            add(
                note: "\(rules) cannot decide about records from text, such as CSV; "
                    + "'ruleshell check --text' lists \(notes.count == 1 ? "it" : "them")",
                code: notes[0].code, of: file)
        }
        guard !errors.isEmpty else { return }
        let lines = FileLines(path: file)
        for issue in errors { items.append((file, Item(issue, in: lines))) }
    }

    /// Adds the reasons that a file cannot be used.
    mutating func add(_ error: RuleSetError, of file: String) {
        isUnusable = true
        let lines = FileLines(path: file)
        for issue in error.issues { items.append((file, Item(issue, in: lines))) }
        if let omission = error.omission {
            items.append(
                (
                    file,
                    Item(
                        isError: true, code: "ruleSet.tooManyIssues", field: "",
                        message: omission, help: nil, extent: nil, excerpt: nil)
                ))
        }
    }

    private var errorCount: Int { items.count { $0.item.isError } }

    // MARK: - Text

    /// Every finding as a diagnostic, then one line with the totals.
    func text(with paint: Paint) -> String {
        let messages = items.map { file, item in
            let about = item.field.isEmpty ? "" : "\(item.field): "
            let diagnostic = Diagnostic(
                item.code, about + item.message, help: item.help,
                location: item.extent?.start ?? FileLocation(file: file, line: 1, column: 1),
                excerpt: item.excerpt)
            return diagnostic.listed(isError: item.isError, paint: paint)
        }
        return messages.joined(separator: "\n") + (items.isEmpty ? "" : "\n") + totals
            + notes.joined()
    }

    private var totals: String {
        let areRuleSets = jobFileCount == 0
        let files = Counted.text(fileCount, of: areRuleSets ? "rule set" : "file")
        guard !items.isEmpty else { return "\(files): nothing found\n" }
        return "\(files): \(Counted.text(errorCount, of: "error")), "
            + "\(Counted.text(items.count - errorCount, of: "warning"))\n"
    }

    /// The report for the formats that CI systems read.
    var report: ToolReport {
        let shown = items.map(\.file).filter { !files.contains($0) }
        var others: [String] = []
        for file in shown where !others.contains(file) { others.append(file) }
        return ToolReport(
            command: "check", files: files + others,
            findings: items.map { file, item in
                let about = item.field.isEmpty ? "" : "\(item.field): "
                return ToolFinding(
                    file: file, extent: item.extent, isError: item.isError, code: item.code,
                    message: about + item.message, help: item.help)
            })
    }

    // MARK: - JSON

    /// One object on one line.
    var json: String {
        let object: Value = [
            "findings": .array(items.map { Self.value(file: $0.file, item: $0.item) }),
            "errors": .integer(Int64(errorCount)),
            "warnings": .integer(Int64(items.count - errorCount)),
        ]
        return object.json + "\n"
    }

    private static func value(file: String, item: Item) -> Value {
        var members: [(key: String, value: Value)] = [("file", .string(FileName.shown(file)))]
        if let extent = item.extent {
            members += [
                ("line", .integer(Int64(extent.start.line))),
                ("column", .integer(Int64(extent.start.column))),
                ("endColumn", .integer(Int64(extent.endColumn))),
            ]
        }
        members += [
            ("field", .string(item.field)), ("code", .string(item.code)),
            ("severity", item.isError ? "error" : "warning"), ("message", .string(item.message)),
            ("help", item.help.map { .string($0) } ?? .null),
        ]
        return .object(Value.Object(members))
    }
}
