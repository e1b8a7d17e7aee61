// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Mode D: each record by itself, timed by itself.
struct LatencyBenchmark {
    private let options: BenchOptions
    private let plan: ValidationPlan

    init(_ options: BenchOptions, _ plan: ValidationPlan) {
        self.options = options
        self.plan = plan
    }

    func run() throws {
        let loaded = try LoadedFile(options, plan)
        let session = ValidationSession(plan)
        var result = pass(loaded, session) { _ in }
        var times = Latencies(capacity: loaded.recordCount)
        for _ in 0..<(options.passes ?? 1) {
            times.removeAll()
            result = pass(loaded, session) { times.append($0) }
        }
        times.print(result, options)
    }

    private func pass(
        _ loaded: LoadedFile, _ session: ValidationSession, _ time: (UInt64) -> Void
    ) -> BenchResult {
        var result = BenchResult()
        for batch in loaded.batches {
            for row in 0..<batch.count {
                let start = Latencies.now()
                let report = session.validate(batch, row: row)
                time(Latencies.now() - start)
                result.invalid += report.invalidCount
                result.errors += report.count
            }
            result.records += batch.count
        }
        return result
    }
}
