// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
@_spi(Engine) import AssayRecords
import CAssay

/// Reads the sources that keys of a data set refer to, each once for each rule that reads it in its own way.
struct SourceKeys {
    let plan: ValidationPlan
    let worker: DataSetWorker
    /// The paths that the caller gives, by the name of the source.
    let given: [(name: String, path: String)]

    /// Reads the source of a rule.
    ///
    /// - Parameters:
    ///   - rule: A rule about records.
    ///   - index: The place of the rule in the plan.
    /// - Returns: The source, or `nil` if the rule refers to none, or to the data set itself.
    /// - Throws: An error if keys may be missing.
    func read(
        _ rule: CompiledRecordsRule, at index: Int
    ) throws(LibraryError) -> (name: String, path: String)? {
        guard case .references(let name, _) = rule.check,
            let source = plan.sources.first(where: { $0.name == name }),
            let keys = plan.sourcePlan(of: rule)
        else { return nil }
        guard let path = given.first(where: { $0.name == name })?.path ?? source.path else {
            throw LibraryError(
                SourceError(
                    "source.file", "the source '\(name)' has no file",
                    help: "pass its path in 'sources', or name it in a rule set that is a file",
                    of: source))
        }
        let form: SourceForm
        do throws(SourceError) {
            form = try SourceForm(of: source, at: path)
        } catch {
            throw LibraryError(error)
        }
        let counts = try read(path, in: form, by: keys, for: index)
        do throws(SourceError) {
            try source.check(
                records: counts.records, malformed: counts.malformed,
                inputErrors: counts.inputErrors, at: path)
        } catch {
            throw LibraryError(error)
        }
        return (name, path)
    }

    /// The numbers of the records of a source.
    private struct Counts {
        var records = 0
        var malformed = 0
        var inputErrors = 0
    }

    private func read(
        _ path: String, in form: SourceForm, by keys: ValidationPlan, for index: Int
    ) throws(LibraryError) -> Counts {
        var counts = Counts()
        guard let rule = keys.recordsRules.first else { return counts }
        do {
            let bytes = try ByteSource(path: path, compression: .auto, readsAhead: false)
            try bytes.transcode(from: form.encoding)
            let lines = try LinesInput(bytes, form.options, plan: keys, minimumRecords: 0)
            let session = ValidationSession(keys)
            while let (part, _) = try lines.next() {
                let report = session.validate(part.batch, isCached: true)
                try worker.addSource(report, keys: rule, for: index)
                counts.records += part.recordCount
                counts.malformed += part.malformedCount
                for violation in part.inputViolations {
                    if violation.code == RecordIssue.malformedCode {
                        counts.malformed += 1
                    } else if violation.severity == .error {
                        counts.inputErrors += 1
                    }
                }
            }
            try worker.flush()
        } catch let error as InputError {
            throw LibraryError(error)
        } catch let error as DataSetError {
            throw LibraryError(error)
        } catch {
            throw .state("the source '\(path)' cannot be read: \(error)")
        }
        return counts
    }
}
