// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import AssayRuleSets
import AssayRules
import Synchronization
import Testing

@_spi(Engine) @testable import AssayCore

/// The same flat records give the same findings as lines of JSON, as cells of CSV and in a form of text, and
/// in whatever pieces an input arrives.
///
/// The tests of the Python package compare JSON and CSV with tables of Arrow and of pandas.
@MainActor
@Suite struct OneValueInputTests {
    /// The findings of each record of an input, which arrives in pieces of some bytes.
    private static func findings(
        in text: String, _ format: InputFormat, pieces: Int, by manager: ValidatorsManager
    ) throws -> [Set<String>] {
        var options = ReaderOptions()
        options.format = format
        if format == .csv { options.delimiter = UInt8(ascii: ",") }
        var rest = Array(text.utf8)[...]
        let source = ByteSource(name: "test") { buffer in
            let count = min(pieces, rest.count, buffer.count)
            buffer.copyBytes(from: rest.prefix(count))
            rest.removeFirst(count)
            return count
        }
        let found = Mutex<[Set<String>]>([])
        try StreamValidator(manager, options: options).run(
            source,
            render: { chunk in
                // What is in no record is no finding that a record could have.
                chunk.inputViolations.map { ["\($0)"] }
                    + chunk.reports.map { OneValueTests.normal(EnginePaths.lines($0)) }
            },
            emit: { lines, _ in
                found.withLock { $0 += lines }
                return true
            })
        return found.withLock(\.self)
    }

    /// The errors that a form of text shows after all of it was checked.
    private static func errors(
        _ record: ValidationRecord, by manager: ValidatorsManager
    ) async throws -> Set<String> {
        let form = try FormModel(manager, initial: record)
        await form.validate()
        let violations = form.fields.flatMap(\.validation.violations) + form.formErrors
        return OneValueTests.normal(
            violations.filter { $0.severity == .error }.map { "\($0.pointer) \($0.code) error" })
    }

    /// The records as a CSV with a column for every name.
    private static func cells(_ records: [ValidationRecord]) -> String {
        let rows = records.map { record in
            CatalogueRuleSets.names.map { name in
                if case .string(let text) = record.fields[name] { text } else { "" }
            }
        }
        return ([CatalogueRuleSets.names] + rows).map { row in
            row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
        }.joined()
    }

    /// The records as lines of JSON, where a text that is read as a number or Boolean is one.
    private static func lines(_ records: [ValidationRecord], _ plan: ValidationPlan) -> String {
        records.map { record in
            var object = Value.Object()
            // An empty cell is an absent member.
            for (key, value) in record.fields.members where value != "" {
                object[key] = OneValueTests.read(value, of: key, in: plan)
            }
            return Value.object(object).json + "\n"
        }.joined()
    }

    @Test func theSameRecordsGiveTheSameFindings() async throws {
        var (compared, failures, forms) = (0, 0, 0)
        for seed in CatalogueRuleSets.seeds {
            var sets = CatalogueRuleSets(seed: seed, isText: true)
            var ruleSet = sets.ruleSet()
            let records = (0..<3).map { _ in sets.record(for: ruleSet) }
            // A CSV and a form have every field that a rule names.
            let known = Set(ruleSet.fields.map(\.path))
            ruleSet.fields += CatalogueRuleSets.names.map { FieldPath(key: $0) }
                .filter { !known.contains($0) }.map { Field($0) }
            guard let manager = try? ValidatorsManager(ruleSet, registry: standardRules),
                manager.plan.cellIssues.isEmpty, !OneValueTests.readsElsewhere(ruleSet)
            else { continue }
            compared += 1
            let about = "seed \(seed): \(ruleSet.fields) on \(records)"
            let lines = Self.lines(records, manager.plan)
            let expected = try Self.findings(in: lines, .ndjson, pieces: .max, by: manager)
            #expect(expected.count == records.count, "\(about)")
            let cells = Self.cells(records)
            let pieces = Int(1 + seed % 50)
            for (text, format) in [(cells, InputFormat.csv), (lines, .ndjson)] {
                #expect(
                    try Self.findings(in: text, format, pieces: pieces, by: manager) == expected,
                    "\(format) in pieces of \(pieces) bytes, \(about)")
            }
            for (record, findings) in zip(records, expected) {
                failures += findings.count
                // A field of a form has violations or faults.
                guard !findings.contains(where: { $0.hasSuffix(" fault") }) else { continue }
                forms += 1
                #expect(
                    try await Self.errors(record, by: manager)
                        == findings.filter { $0.hasSuffix(" error") },
                    "a form, \(about)")
            }
        }
        #expect(compared > 100 && failures > compared && forms > compared)
    }
}
