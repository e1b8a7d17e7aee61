// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

// :use, :open, :save, :read
extension PromptSession {
    func use(_ argument: PromptArgument) throws(Diagnostic) {
        try use([argument.text])
        write("\(Self.summary(of: ruleSet)) from \(SafeText.line(argument.text))\n")
    }

    /// Describes a rule set: `3 fields, 7 rules`.
    private static func summary(of ruleSet: RuleSet) -> String {
        let rules = ruleSet.fields.reduce(0) { $0 + $1.validator.rules.count }
        return Counted.text(ruleSet.fields.count, of: "field") + ", "
            + Counted.text(rules, of: "rule")
    }

    /// Opens the fields of all these files as one rule set.
    ///
    /// - Throws: The first issue in them, with the number of others; the old rule set stays open.
    func use(_ files: [String]) throws(Diagnostic) {
        do throws(RuleSetError) {
            ruleSet = try RuleSetFiles.load(
                files, registry: registry, combines: combines
            ).ruleSet
        } catch {
            throw Self.first(of: error, in: files.last ?? "")
        }
        ruleFiles = files
        if let data { _ = try? open(data.path) }
    }

    private static func first(of error: RuleSetError, in file: String) -> Diagnostic {
        let issue = error.issues.first ?? RuleSetIssue(code: "ruleSet.value", message: "\(error)")
        let first = Diagnostic(
            issue, in: FileLines(path: issue.location?.file ?? file), loading: ":load FILE")
        let more = error.issues.count + error.omittedCount - 1
        guard more > 0 else { return first }
        let help = first.help.map { "\($0)\n" } ?? ""
        return Diagnostic(
            first.code, first.message,
            help: help + "'ruleshell check' shows \(Counted.text(more, of: "further issue"))",
            location: first.location, excerpt: first.excerpt)
    }

    // MARK: - Records

    /// Opens a file, and takes values that are typed as it does: as text for CSV, else as JSON.
    func open(_ argument: PromptArgument) throws(Diagnostic) {
        if let missing = try open(argument.text) {
            write(warning(missing.code, missing.message))
        }
        guard let data, data.isText != settings.isText else { return }
        settings.isText = data.isText
        let values = data.isText ? "text, like its cells" : "JSON, like its own"
        write(
            "\(SafeText.line(SafeText.path(argument.text))): values are taken as \(values) "
                + "(:set text \(data.isText ? "off" : "on") changes that)\n")
    }

    /// Opens a file from its beginning.
    ///
    /// - Returns: A warning about the columns that it lacks, if it has others of the rule set.
    @discardableResult
    func open(_ path: String) throws(Diagnostic) -> Diagnostic? {
        try requireRuleSet()
        do throws(InputError) {
            do throws(InputError) {
                data = try dataFile(path)
            } catch {
                guard case .missingColumns(_, let missing) = error.reason, !missing.areAll else {
                    throw error
                }
                data = try dataFile(path, allowsMissingColumns: true)
                data?.missingColumns = Diagnostic(error)
            }
        } catch {
            throw Diagnostic(atPrompt: error)
        }
        return data?.missingColumns
    }

    /// Opens the open file again, since what decides about its records has changed.
    ///
    /// - Throws: An error if it cannot be read. No file is open then.
    func reopen() throws(Diagnostic) {
        guard let path = data?.path else { return }
        data = nil
        if let missing = try open(path) { write(warning(missing.code, missing.message)) }
    }

    func dataFile(
        _ path: String, allowsMissingColumns: Bool = false
    ) throws(InputError) -> DataFile {
        try DataFile(
            path, ruleSet: ruleSet, session: try validationSession(ofOpenRules: ()),
            reasons: reasons, columns: answerColumns, patternLimits: patternLimits,
            allowsMissingColumns: allowsMissingColumns)
    }

    /// A session for the open rule set, whose plan is known to compile.
    func validationSession(ofOpenRules: Void) throws(InputError) -> ValidationSession {
        do throws(Diagnostic) {
            return try validationSession(for: ruleSet)
        } catch {
            throw InputError(.unreadable(name: ruleFiles.first ?? "", reason: error.message))
        }
    }

    // MARK: - Cases and scripts

    func saveCases(to path: String) throws(Diagnostic) {
        if tried.isEmpty { _ = try lastTrial() }
        try checkUnsaved(path)
        let cases = TriedCases(tried, registry: registry, for: path)
        guard !cases.lines.isEmpty else {
            throw Diagnostic(
                "prompt.nothingTried", "none of the inputs so far can be a case",
                help: "try a value or a record that shows no secret and has a verdict")
        }
        try FileSystem.replace(path, by: cases.text, mode: 0o644)
        kept.add(path: path, as: "the cases in")
        if let file = FileIdentity(path: path) { saved.insert(file) }
        var text = "\(Counted.text(cases.lines.count, of: "case")) in \(SafeText.line(path))"
        if cases.leftOut > 0 {
            text +=
                "; \(cases.leftOut) left out: sensitive, undecided, or not the same when read again"
        }
        write(text + "\n")
    }

    /// Rejects replacing a file that is not as this prompt has written it.
    private func checkUnsaved(_ path: String) throws(Diagnostic) {
        try checkTarget(at: path)
        guard let file = FileIdentity(path: path), !saved.contains(file) else { return }
        throw Diagnostic(
            "output.unwritable", "cannot write '\(path)': the file exists",
            help: "name another file, or remove this one; :save replaces only files that it wrote")
    }

    /// Rejects replacing a file that is in use, or that :save has written.
    ///
    /// Any other file is replaced, as other prompts do.
    func checkAnswerFile(at path: String) throws(Diagnostic) {
        try checkTarget(at: path)
        var uses = kept
        for script in scripts { uses.add(path: script, as: "the script") }
        for fixtures in ruleFiles.flatMap({ FixtureFile.fixtures(beside: $0) }) {
            uses.add(path: fixtures, as: "the fixtures")
        }
        try uses.check(FileNode(path: path), writer: "the answer in '\(path)'")
    }

    /// Rejects writing to a file that is open, by whatever name, or where there is no directory.
    private func checkTarget(at path: String) throws(Diagnostic) {
        if let help = Diagnostic.missingDirectory(of: path) {
            throw Diagnostic(
                "output.unwritable", "cannot write '\(path)': no such directory", help: help)
        }
        var uses = FileUses()
        for file in ruleFiles { uses.add(path: file, as: "the rule set") }
        if let data { uses.add(path: data.path, as: "the input") }
        // Names such as /dev/stdout lead to them.
        for (descriptor, name) in [
            (BorrowedDescriptor.standardInput, "standard input"),
            (.standardOutput, "standard output"), (.standardError, "standard error"),
        ] {
            uses.add(FileNode(descriptor: descriptor), as: name)
        }
        for case .success(let plugin) in host.plugins {
            uses.add(path: plugin.path, as: "the plugin")
        }
        try uses.check(FileNode(path: path), writer: "the answer in '\(path)'")
    }

    func readFile(at path: String) throws(Diagnostic) {
        scripts.append(path)
        defer { scripts.removeLast() }
        try read(try TextLines.read(path, limit: 16 << 20), of: path)
    }
}
