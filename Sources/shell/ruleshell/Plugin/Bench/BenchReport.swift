// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPluginChecker

/// A measurement of `ruleshell plugin bench`, which is printed, saved, and read again as a
/// baseline.
struct BenchReport {
    let plugin: (id: String, version: String)
    let machine: BenchMachine
    let rounds: Int
    /// The median time of a value in the built-in rule, in nanoseconds: in a batch, and alone.
    let reference: (batch: Double, single: Double)
    let results: [BenchResult]

    /// The version of the file's form.
    private static let form: Int64 = 1

    /// One object on one line.
    var json: String { value.json + "\n" }

    private var value: Value {
        [
            "bench": .integer(Self.form),
            "plugin": ["id": .string(plugin.id), "version": .string(plugin.version)],
            "machine": machine.value, "rounds": .integer(Int64(rounds)),
            "batchSize": .integer(Int64(PluginBench.batchSize)),
            "reference": [
                "rule": .string(PluginBench.reference),
                "batch": ["ns": .number(reference.batch)],
                "single": ["ns": .number(reference.single)],
            ],
            "rules": .array(results.map(\.value)),
        ]
    }
}

extension BenchReport {
    /// Creates a report from the answers of the process, or returns `nil` if they have another
    /// form.
    init?(_ answers: [Value], of plugin: (id: String, version: String), rounds: Int) {
        guard case .array(let subjects)? = answers.first?["subjects"] else { return nil }
        let samples = answers.dropFirst()
        func numbers(_ name: String, of index: Int? = nil) -> [Double] {
            samples.filter { index == nil || $0["subject"] == .integer(Int64(index ?? 0)) }
                .compactMap { $0[name].double }
        }
        self.init(
            plugin: plugin, machine: .current(), rounds: rounds,
            reference: (
                BenchStatistics(numbers("referenceBatch")).median,
                BenchStatistics(numbers("referenceSingle")).median
            ),
            results: subjects.enumerated().compactMap { index, subject in
                guard case .string(let rule) = subject["rule"],
                    case .string(let expression) = subject["expression"],
                    case .integer(let values) = subject["values"],
                    case .string(let digest) = subject["digest"]
                else { return nil }
                return BenchResult(
                    rule: rule, expression: expression, values: Int(clamping: values),
                    digest: digest,
                    batch: BenchResult.Timing(
                        numbers("batch", of: index), reference: numbers("referenceBatch", of: index)
                    ),
                    single: BenchResult.Timing(
                        numbers("single", of: index),
                        reference: numbers("referenceSingle", of: index)))
            })
    }

    /// Reads a saved report.
    ///
    /// - Throws: An error if the text is not a report of this version.
    init(parsing text: String, from path: String) throws(Diagnostic) {
        guard let value = try? JSONValueParser.parse(text), value["bench"] == .integer(Self.form),
            value["reference"]["rule"] == .string(PluginBench.reference),
            case .string(let id) = value["plugin"]["id"],
            case .string(let version) = value["plugin"]["version"],
            case .integer(let rounds) = value["rounds"], case .array(let rules) = value["rules"],
            let batch = value["reference"]["batch"]["ns"].double,
            let single = value["reference"]["single"]["ns"].double
        else { throw Self.otherForm(path) }
        let results = rules.compactMap { BenchResult($0) }
        guard results.count == rules.count else { throw Self.otherForm(path) }
        self.init(
            plugin: (id, version), machine: BenchMachine(value["machine"]),
            rounds: Int(clamping: rounds), reference: (batch, single), results: results)
    }

    private static func otherForm(_ path: String) -> Diagnostic {
        Diagnostic(
            "bench.form", "'\(path)' is not a baseline of this version of ruleshell",
            help: "write one with 'ruleshell plugin bench SO --save FILE'")
    }
}
