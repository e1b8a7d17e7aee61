// SPDX-License-Identifier: Apache-2.0

/// Everything that a run writes to.
struct RunOutputs: Sendable {
    let report: OutputFile
    let summary: SummaryTarget
    /// Nil: not wanted.
    let page: OutputFile?
    /// Nil: not wanted.
    let valid: OutputFile?
    let invalid: OutputFile?

    /// Opens what the options name, before anything is read, and leaves what is in it.
    ///
    /// - Throws: That one cannot be written; those that were not there before are not there then.
    init(_ options: OutputOptions, summary: String?, page: String?) throws(Diagnostic) {
        var files = OpenOutputs()
        do throws(Diagnostic) {
            report = try files.open(options.output, "--output") ?? .standardOutput
            self.summary =
                summary == "-"
                ? .standardOutput
                : try files.open(summary, "--summary").map(SummaryTarget.file) ?? .none
            self.page = try files.open(page, "--html")
            valid = try files.open(options.valid, "--valid")
            invalid = try files.open(options.invalid, "--invalid")
        } catch {
            files.discard()
            throw error
        }
    }

    /// The outputs of records and findings, which grow while the run lasts.
    var streams: [OutputFile] { [report] + [valid, invalid].compactMap(\.self) }

    /// The files that are written when the run ends.
    var totals: [OutputFile] {
        let pages = [page].compactMap(\.self)
        if case .file(let file) = summary { return [file] + pages }
        return pages
    }

    private var files: [OutputFile] { streams + totals }

    /// Rejects outputs that are among what is read, and two outputs to one file.
    ///
    /// - Parameters:
    ///   - uses: What is read.
    ///   - checkpoint: Where the checkpoint is written.
    /// - Throws: Which output that is; those that were not there before are not there then.
    func check(against uses: FileUses, checkpoint: String?) throws(Diagnostic) {
        do throws(Diagnostic) {
            try checkEach(uses, checkpoint)
        } catch {
            OpenOutputs(files: files).discard()
            throw error
        }
    }

    private func checkEach(_ uses: FileUses, _ checkpoint: String?) throws(Diagnostic) {
        var uses = uses
        for file in files where !file.isStandardOutput {
            try uses.check(file.node, file.writer)
            uses.add(file.node, "what \(file.option) writes")
        }
        if let checkpoint {
            let node = FileNode(path: checkpoint)
            try uses.check(node, "--checkpoint '\(checkpoint)'")
            uses.add(node, "the checkpoint '\(checkpoint)'")
        }
        if writesToStandardOutput { try uses.checkStandardOutput() }
    }

    private var writesToStandardOutput: Bool {
        if case .standardOutput = summary { return true }
        return report.isStandardOutput
    }

    /// Empties the files of a run that begins; standard output is left as it is.
    func empty() throws(Diagnostic) {
        for file in files where !file.isStandardOutput {
            let error = file.cut(to: 0)
            if error != 0 { throw .unwritable(file.name, error) }
        }
    }
}

/// The files that were opened so far.
private struct OpenOutputs {
    var files: [OutputFile] = []

    /// Opens what an option names; nil if it is not given.
    mutating func open(_ path: String?, _ option: String) throws(Diagnostic) -> OutputFile? {
        guard let path else { return nil }
        let file = try OutputFile(path: path, option: option)
        files.append(file)
        return file
    }

    func discard() {
        for file in files { file.discard() }
    }
}
