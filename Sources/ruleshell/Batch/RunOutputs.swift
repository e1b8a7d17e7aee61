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
    init(_ options: OutputOptions, summary: String?, page: String?) throws(Diagnostic) {
        report =
            try options.output.map { path throws(Diagnostic) in
                try OutputFile(path: path, option: "--output")
            } ?? .standardOutput
        self.summary = try SummaryTarget(summary)
        self.page = try page.map { path throws(Diagnostic) in
            try OutputFile(path: path, option: "--html")
        }
        valid = try options.valid.map { path throws(Diagnostic) in
            try OutputFile(path: path, option: "--valid")
        }
        invalid = try options.invalid.map { path throws(Diagnostic) in
            try OutputFile(path: path, option: "--invalid")
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

    /// Refuses to write over what is read, and to write two things to one file.
    func check(inputs: [String], rules: String, checkpoint: String?) throws(Diagnostic) {
        var taken: [(identity: FileIdentity, what: String)] = []
        for input in inputs {
            guard let identity = FileIdentity(input: input) else { continue }
            taken.append((identity, input == "-" ? "standard input" : "the input '\(input)'"))
        }
        if let identity = FileIdentity(path: rules) {
            taken.append((identity, "the rule set '\(rules)'"))
        }
        for file in files {
            guard let identity = file.identity else { continue }
            try Self.check(identity, file.option, taken)
            taken.append((identity, "what \(file.option) writes"))
        }
        if let checkpoint, let identity = FileIdentity(path: checkpoint) {
            try Self.check(identity, "--checkpoint", taken)
        }
    }

    private static func check(
        _ identity: FileIdentity, _ option: String,
        _ taken: [(identity: FileIdentity, what: String)]
    ) throws(Diagnostic) {
        guard let other = taken.first(where: { $0.identity.isSameFile(as: identity) }) else {
            return
        }
        throw Diagnostic(
            "output.collision", "\(option) would write over \(other.what)",
            help: "name another file")
    }

    /// Empties the files of a run that begins; standard output is left as it is.
    func empty() throws(Diagnostic) {
        for file in files where file.descriptor != OutputFile.standardOutput.descriptor {
            let error = file.cut(to: 0)
            if error != 0 { throw .unwritable(file.name, error) }
        }
    }
}
