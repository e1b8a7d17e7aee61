// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayCLibrary

/// A rule with its arguments and with the batches on which it is timed.
struct BenchSubject {
    let instance: TrialInstance
    /// Some batches of 1,024 rows.
    let batch: BenchBatches
    /// Batches of one row.
    let single: BenchBatches
    /// The number of values that the rule runs on.
    private let count: Int
    /// Changes with the values.
    private let digest: UInt64

    private static let singles = 64

    init(_ instance: TrialInstance, on values: [Value]) {
        self.instance = instance
        let rows = instance.rule.rows(of: values, for: instance)
        count = rows.count
        digest = Self.digest(of: rows)
        batch = BenchBatches(
            of: instance,
            rows: rows.isEmpty ? [] : [Rows(rows, count: PluginBench.batchSize)])
        single = BenchBatches(of: instance, rows: rows.prefix(Self.singles).map { Rows([$0]) })
    }

    var value: Value {
        .object([
            ("rule", .string(instance.rule.id)), ("expression", .string(instance.expression)),
            ("values", .integer(Int64(count))), ("digest", .string(String(digest, radix: 16))),
        ])
    }

    /// FNV-1a of the JSON of the rows.
    private static func digest(of rows: [TrialRow]) -> UInt64 {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for row in rows {
            for value in [row.value] + row.others {
                for byte in value.json.utf8 + [10] {
                    digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
                }
            }
        }
        return digest
    }
}

/// Batches that are prepared, for calls one after the other.
final class BenchBatches {
    private let instance: TrialInstance
    private let batches: [PreparedBatch]
    private let rowCount: Int
    private let verdicts: VerdictMemory
    private let call = TrialCall()

    init(of instance: TrialInstance, rows: [Rows]) {
        self.instance = instance
        batches = rows.map {
            PreparedBatch(of: $0, columnCount: instance.columnCount, in: ValueArena())
        }
        rowCount = rows.map(\.count).reduce(0, +)
        verdicts = VerdictMemory(count: rows.map(\.count).max() ?? 0)
    }

    /// Calls `evaluate` with all batches, again and again, until the time is over.
    ///
    /// The time is that of the processor, so that what else runs on the machine counts little.
    ///
    /// - Parameter time: The least time to measure.
    /// - Returns: Nanoseconds a row, or 0 if there are no rows.
    func sample(of time: Duration) -> Double {
        guard rowCount > 0 else { return 0 }
        var (passes, step) = (0, 1)
        let start = Self.processorTime()
        while true {
            for _ in 0..<step {
                for batch in batches { _ = batch.invoke(instance, offering: call, into: verdicts) }
            }
            passes += step
            let elapsed = Self.processorTime() - start
            if elapsed >= time {
                return elapsed / .nanoseconds(1) / (Double(rowCount) * Double(passes))
            }
            step = min(passes, 1 << 20)  // the clock is read less and less often
        }
    }

    /// Returns the processor time of this thread since it started.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
