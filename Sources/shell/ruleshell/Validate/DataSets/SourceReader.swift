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
            guard rule.isSelected(by: dataSet.filter),
                case .references(let name, _) = rule.check,
                let source = plan.sources.first(where: { $0.name == name }),
                let keys = plan.sourcePlan(of: rule)
            else { continue }
            let path = try path(of: source)
            if let problem = try problem(of: source, at: path, by: keys, for: index) {
                StandardError.write(problem.shown)
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

    /// Reads the keys of a source.
    ///
    /// - Returns: What is wrong with the source, or `nil` if it gives all of its keys.
    private func problem(
        of source: DataSource, at path: String, by plan: ValidationPlan, for rule: Int
    ) throws(Diagnostic) -> Diagnostic? {
        let form: SourceForm
        do throws(SourceError) {
            form = try SourceForm(of: source, at: path)
        } catch {
            throw Diagnostic(error.issue, in: FileLines(path: source.location?.file ?? ""))
        }
        let counts: StreamCounts
        do throws(InputError) {
            counts = try read(path, in: form, by: plan, for: rule)
        } catch {
            return Diagnostic(error)
        }
        do throws(SourceError) {
            try source.check(
                records: counts.records, malformed: counts.malformed,
                inputErrors: counts.inputErrors, at: path)
            return nil
        } catch {
            return Diagnostic(error.issue.code, error.issue.message, help: error.issue.help)
        }
    }

    private func read(
        _ path: String, in form: SourceForm, by plan: ValidationPlan, for rule: Int
    ) throws(InputError) -> StreamCounts {
        let bytes = try ByteSource(path: path, compression: .auto, encoding: form.encoding)
        var validator = StreamValidator(plan, options: form.options, threadCount: threadCount)
        validator.checksRecords = true
        let dataSet = dataSet
        return try validator.run(bytes) { report in
            dataSet.addSource(report, for: rule)
        } emit: { isAdded, _ in
            isAdded
        }
    }
}
