// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CPluginChecker

/// One rule must not take the memory of a service.
enum MemoryCheck: PluginCheck {
    static let name = "memory"
    static let summary = "a batch takes less than 256 MiB of memory"

    private static let limit: UInt64 = 256 << 20

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let cycle = trial.rows(for: instance).different
            guard !cycle.isEmpty else { return }
            let rows = Rows(cycle, count: 1024)
            let batch = PreparedBatch(of: rows, columnCount: instance.columnCount, in: ValueArena())
            let verdicts = VerdictMemory(count: rows.count)
            let call = TrialCall()
            let before = assay_peak_bytes()
            trial.step(.evaluate, at: trial.place(of: instance, on: rows)) {
                _ = batch.invoke(instance, offering: call, into: verdicts)
            }
            let growth = assay_peak_bytes() - min(before, assay_peak_bytes())
            guard growth >= limit else { return }
            trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows),
                    found: "256 MiB and more in use during evaluate",
                    expected: "less", remedy: "bound what a row can make the rule allocate"))
        }
    }
}
