// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The outputs of a run.
struct RunOutputs: Sendable {
    /// The outputs of findings, one for each format.
    let reports: [OutputFile]
    let summary: SummaryTarget
    /// The file of the page, or `nil` if it is not wanted.
    let page: OutputFile?
    /// The files of records that are wanted.
    let records: [RecordFile: OutputFile]

    /// Opens the files that the options name, and keeps their content.
    ///
    /// - Throws: A diagnostic if one cannot be written; files that did not exist before are
    ///   removed.
    init(
        reports paths: [String?], options: OutputOptions, summary: String?, page: String?
    ) throws(Diagnostic) {
        var files = OpenOutputs()
        do throws(Diagnostic) {
            reports = try paths.map { path throws(Diagnostic) in
                try files.open(path, option: "--output") ?? .standardOutput
            }
            self.summary =
                summary == "-"
                ? .standardOutput
                : try files.open(summary, option: "--summary").map(SummaryTarget.file) ?? .none
            self.page = try files.open(page, option: "--html")
            var records: [RecordFile: OutputFile] = [:]
            for file in RecordFile.allCases {
                records[file] = try files.open(options.path(of: file), option: file.option)
            }
            self.records = records
        } catch {
            files.discard()
            throw error
        }
    }

    /// The outputs of records and findings, which grow while the run lasts.
    var streams: [OutputFile] { reports + RecordFile.allCases.compactMap { records[$0] } }

    /// The files that are written when the run ends.
    var totals: [OutputFile] {
        let pages = [page].compactMap(\.self)
        if case .file(of: let file) = summary { return [file] + pages }
        return pages
    }

    private var files: [OutputFile] { streams + totals }

    /// Rejects outputs that are also read, and two outputs to one file.
    ///
    /// - Parameters:
    ///   - uses: The files that are read.
    ///   - replaced: The files that are replaced as a whole.
    /// - Throws: A diagnostic about the first such output; files that did not exist before are
    ///   removed.
    func check(against uses: FileUses, replaced: [ReplacedFile]) throws(Diagnostic) {
        do throws(Diagnostic) {
            try checkEach(uses, replaced: replaced)
        } catch {
            OpenOutputs(files: files).discard()
            throw error
        }
    }

    private func checkEach(_ uses: FileUses, replaced: [ReplacedFile]) throws(Diagnostic) {
        var uses = uses
        for file in files where !file.isStandardOutput {
            try uses.check(file.node, writer: file.writer)
            uses.add(file.node, as: "what \(file.option) writes")
        }
        for file in replaced {
            try uses.check(FileNode(path: file.path), writer: "\(file.option) '\(file.path)'")
            uses.add(path: file.path, as: file.kind)
        }
        if writesToStandardOutput { try uses.checkStandardOutput() }
    }

    private var writesToStandardOutput: Bool {
        if case .standardOutput = summary { return true }
        return reports.contains(where: \.isStandardOutput)
    }

    /// Empties the files of a run that begins; standard output is left as it is.
    func empty() throws(Diagnostic) {
        for file in files where !file.isStandardOutput {
            try file.cut(to: 0)
        }
    }
}

/// A file that a run replaces as a whole.
struct ReplacedFile {
    /// The option that names it.
    let option: String
    /// The kind of the file for messages, such as `the checkpoint`.
    let kind: String
    let path: String
}

/// The files that were opened so far.
private struct OpenOutputs {
    var files: [OutputFile] = []

    /// Opens the file that an option names, or returns `nil` if the option is not given.
    mutating func open(_ path: String?, option: String) throws(Diagnostic) -> OutputFile? {
        guard let path else { return nil }
        let file = try OutputFile(path: path, option: option)
        files.append(file)
        return file
    }

    func discard() {
        for file in files { file.discard() }
    }
}
