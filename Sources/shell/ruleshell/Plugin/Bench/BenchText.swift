// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPluginChecker

/// A measurement for people.
enum BenchText {
    static func text(
        of report: BenchReport, file: String, comparison: BenchComparison?
    ) -> String {
        let machine = report.machine
        var lines = [
            "\(report.plugin.id) \(report.plugin.version) (\(SafeText.path(file)))",
            "machine: \(machine.processor), \(Counted.text(machine.processors, of: "processor")), "
                + machine.system,
            "medians of \(Counted.text(report.rounds, of: "round")): CPU time of a value in ns, and its ratio to "
                + "\(PluginBench.reference) in the same round",
            "\(PluginBench.reference) (built in)",
            "  in batches of \(PluginBench.batchSize)  \(Decimals.text(report.reference.batch, digits: 1)) ns",
            "  alone               \(Decimals.text(report.reference.single, digits: 1)) ns",
        ]
        for (index, result) in report.results.enumerated() {
            let change = comparison?.changes[index]
            lines.append("\(result.expression), \(Counted.text(result.values, of: "value"))")
            guard result.values > 0 else { continue }
            lines += [
                "  in batches of \(PluginBench.batchSize)  "
                    + line(of: result.batch, change: change, isBatch: true),
                "  alone               " + line(of: result.single, change: change, isBatch: false),
            ]
            switch change {
            case .new: lines.append("  not in the baseline")
            case .otherValues:
                lines.append(
                    "  the values differ from those of the baseline: save it again with --save")
            default: break
            }
        }
        for expression in comparison?.missing ?? [] {
            lines.append("\(expression): in the baseline, and not measured")
        }
        return lines.map { SafeText.line($0) + "\n" }.joined()
    }

    private static func line(
        of timing: BenchResult.Timing, change: BenchComparison.Change?, isBatch: Bool
    ) -> String {
        let spread = Decimals.text(timing.spread * 100, digits: 0)
        var text =
            "\(Decimals.text(timing.nanoseconds, digits: 1)) ns, \(Decimals.text(timing.ratio, digits: 2)) times ±\(spread) %"
        if case .factors(let batch, let single)? = change {
            text += ", \(Decimals.text(isBatch ? batch : single, digits: 2)) of the baseline"
        }
        return text
    }
}
