// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

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
        var times: [UInt64] = []
        times.reserveCapacity(loaded.recordCount)
        result = pass(loaded, session) { times.append($0) }
        times.sort()
        let total = Double(times.reduce(0, +)) * 1e-9
        let p50 = times.isEmpty ? 0 : times[times.count / 2]
        let p99 = times.isEmpty ? 0 : times[times.count * 99 / 100]
        result.print(options, seconds: total, ",\"p50_ns\":\(p50),\"p99_ns\":\(p99)")
    }

    private func pass(
        _ loaded: LoadedFile, _ session: ValidationSession, _ time: (UInt64) -> Void
    ) -> BenchResult {
        var result = BenchResult()
        for batch in loaded.batches {
            for row in 0..<batch.count {
                let start = now()
                let report = session.validate(batch, row: row)
                time(now() - start)
                result.invalid += report.invalidCount
                result.errors += report.count
            }
            result.records += batch.count
        }
        return result
    }

    private func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
