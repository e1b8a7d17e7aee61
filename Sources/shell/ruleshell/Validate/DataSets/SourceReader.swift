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
            do throws(InputError) {
                let counts = try read(source, at: path, by: keys, for: index)
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
        if let file = files.first(where: { $0.name == source.name }) { return file.path }
        if let path = source.path { return path }
        throw Diagnostic(
            "source.file", "the source '\(source.name)' has no file",
            help: "pass one with --source \(source.name)=FILE, or name it in the rule set")
    }

    private func read(
        _ source: DataSource, at path: String, by plan: ValidationPlan, for rule: Int
    ) throws(InputError) -> StreamCounts {
        var options = ReaderOptions()
        options.format = source.format.flatMap { InputFormat(rawValue: $0) }
        options.delimiter = source.delimiter.flatMap { try? Delimiter.read($0).byte }
        options.complete(forFileName: path)
        let bytes = try ByteSource(
            path: path, compression: .auto,
            encoding: source.encoding.flatMap { InputEncoding(named: $0) } ?? .utf8)
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
