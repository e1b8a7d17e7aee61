// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// Reads the sources that keys of a data set refer to, each once for each rule that reads it in its own way.
struct SourceReader {
    let dataSet: DataSetRun
    /// The files of `--source`, by the name of the source.
    let files: [SourceArgument]
    let inputs: [String]
    let threadCount: Int

    /// Reads all sources.
    ///
    /// - Returns: `false` if a source cannot be read, or if one of its records is malformed; the reason was written to
    ///   standard error.
    /// - Throws: A diagnostic if a source has no file, or if a file belongs to no source.
    func read() throws(Diagnostic) -> Bool {
        let plan = dataSet.plan
        try checkNames(of: plan.sources)
        var isReadable = true
        for (index, rule) in plan.recordsRules.enumerated() {
            guard DataSetRun.isSelected(rule, by: dataSet.filter),
                case .references(let name, _) = rule.check,
                let source = plan.sources.first(where: { $0.name == name }),
                let keys = plan.sourcePlan(of: rule)
            else { continue }
            let path = try path(of: source)
            let form = try form(of: source)
            do throws(InputError) {
                let counts = try read(path, in: form, by: keys, for: index)
                if let problem = Self.problem(with: counts, of: source, at: path) {
                    StandardError.write(problem.shown)
                    isReadable = false
                }
            } catch {
                StandardError.write(Diagnostic(error).shown)
                isReadable = false
            }
            if let failure = dataSet.failure { throw failure }
        }
        try dataSet.endSources()
        return isReadable
    }

    private func checkNames(of sources: [DataSource]) throws(Diagnostic) {
        for file in files {
            guard let source = sources.first(where: { $0.name == file.name }) else {
                let names = sources.filter { !$0.isSelf }.map(\.name)
                throw Diagnostic(
                    "usage", "--source: the rule set has no source '\(file.name)'",
                    help: nearestName(to: file.name, in: names).map { "did you mean '\($0)'?" }
                        ?? (names.isEmpty
                            ? "remove the option, or add 'sources' to the rule set"
                            : "its sources are \(names.joined(separator: ", "))"))
            }
            guard source.isSelf else { continue }
            throw Diagnostic(
                "usage", "--source: the source '\(file.name)' is the data set itself",
                help:
                    "remove the option, or give the source a 'file' instead of 'self' in the rule set"
            )
        }
    }

    /// Returns the path of a source's file.
    private func path(of source: DataSource) throws(Diagnostic) -> String {
        let given = files.first { $0.name == source.name }?.path ?? source.path
        if let path = given {
            let node = FileNode(path: path)
            guard let input = inputs.first(where: { node != nil && FileNode(path: $0) == node })
            else { return path }
            throw Diagnostic(
                "source.input",
                "the source '\(source.name)' is the input '\(FileName.shown(input))'",
                help: "write 'self: true' in place of 'file' for keys of the data set itself")
        }
        throw Diagnostic(
            "source.file", "the source '\(source.name)' has no file",
            help: "pass one with --source \(source.name)=FILE, or name it in the rule set")
    }

    /// The form of a source's file, as far as the rule set says it.
    private struct Form {
        var format: InputFormat?
        var delimiter: UInt8?
        var encoding = InputEncoding.utf8
    }

    /// Returns the form of a source's file.
    ///
    /// - Throws: A diagnostic for a word that is not known: another form could read other keys.
    private func form(of source: DataSource) throws(Diagnostic) -> Form {
        var form = Form()
        if let name = source.format {
            form.format = InputFormat(rawValue: name)
            if form.format == nil {
                throw Self.unknown(
                    "format '\(abbreviated(name))'", of: source,
                    help: "write one of "
                        + InputFormat.allCases.map(\.rawValue).joined(separator: ", "))
            }
        }
        if let text = source.delimiter {
            form.delimiter = try? Delimiter.read(text).byte
            if form.delimiter == nil {
                throw Self.unknown(
                    "delimiter '\(abbreviated(text))'", of: source,
                    help: "write one ASCII character, such as ';', or the word tab")
            }
        }
        if let name = source.encoding {
            guard let encoding = InputEncoding(named: name) else {
                throw Self.unknown(
                    "encoding '\(abbreviated(name))'", of: source,
                    help: "write one of "
                        + InputEncoding.allCases.map(\.rawValue).joined(separator: ", "))
            }
            form.encoding = encoding
        }
        return form
    }

    private static func unknown(
        _ what: String, of source: DataSource, help: String
    ) -> Diagnostic {
        Diagnostic(
            RuleSetIssue(
                code: "source.form", message: "the source has the \(what), which is not known",
                help: help, field: source.name, location: source.location),
            in: FileLines(path: source.location?.file ?? ""))
    }

    private func read(
        _ path: String, in form: Form, by plan: ValidationPlan, for rule: Int
    ) throws(InputError) -> StreamCounts {
        var options = ReaderOptions()
        options.format = form.format
        options.delimiter = form.delimiter
        options.complete(forFileName: path)
        let bytes = try ByteSource(path: path, compression: .auto, encoding: form.encoding)
        var validator = StreamValidator(plan, options: options, threadCount: threadCount)
        validator.checksRecords = true
        let dataSet = dataSet
        return try validator.run(bytes) { report in
            dataSet.addSource(report, for: rule)
        } emit: { isAdded, _ in
            isAdded
        }
    }

    private static func problem(
        with counts: StreamCounts, of source: DataSource, at path: String
    ) -> Diagnostic? {
        let name = FileName.shown(path)
        if counts.malformed > 0 {
            return Diagnostic(
                "source.malformed",
                "the source '\(source.name)' has \(Counted.text(counts.malformed, of: "malformed record")) in "
                    + "'\(name)', so that keys may be missing",
                help:
                    "'ruleshell validate --rule \"\(source.key.first?.description ?? "id"): required\" \(name)' shows them"
            )
        }
        if counts.inputErrors > 0 {
            return Diagnostic(
                "source.malformed",
                "the source '\(source.name)' has an error in its header in '\(name)'",
                help: "correct the header of the file")
        }
        if counts.records == 0 {
            return Diagnostic(
                "source.empty", "the source '\(source.name)' has no record in '\(name)'",
                help: "name a file with records, since no key is found in an empty one")
        }
        return nil
    }
}
