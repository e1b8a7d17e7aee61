// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How long each record of a pass took, in nanoseconds.
struct Latencies {
    private var times: [UInt64] = []

    init(capacity: Int) {
        times.reserveCapacity(capacity)
    }

    /// A point in time, for differences.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    mutating func append(_ time: UInt64) { times.append(time) }

    mutating func removeAll() { times.removeAll(keepingCapacity: true) }

    /// Prints what was counted, with the median and the 99th percentile.
    func print(_ result: BenchResult, _ options: BenchOptions) {
        let sorted = times.sorted()
        let total = Double(sorted.reduce(0, +)) * 1e-9
        let p50 = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        let p99 = sorted.isEmpty ? 0 : sorted[sorted.count * 99 / 100]
        result.print(options, seconds: total, ",\"p50_ns\":\(p50),\"p99_ns\":\(p99)")
    }
}
