// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Synchronization

/// Takes findings up to the limits of a quota.
struct FindingLimiter: Sendable {
    private let quota: FindingQuota?
    private let fullBuckets: FullBuckets?
    private var counts: [Int]

    /// Creates a limiter, which takes all findings if there is no quota.
    init(quota: FindingQuota?, fullBuckets: FullBuckets?) {
        self.quota = quota
        self.fullBuckets = fullBuckets
        counts = Array(repeating: 0, count: quota?.bucketCount ?? 0)
    }

    /// The number of findings that were taken, or 0 without a quota.
    var taken: Int { counts.reduce(0, +) }

    /// `true` if no further finding is taken.
    var isFull: Bool { quota.map { quota in counts.allSatisfy { $0 >= quota.limit } } ?? false }

    var saved: Value { Value(counts) }

    mutating func restore(_ saved: Value) {
        guard let quota, let counts = saved.naturals(count: counts.count) else { return }
        self.counts = counts
        for (bucket, count) in counts.enumerated() where count >= quota.limit {
            fullBuckets?.close(bucket)
        }
    }

    mutating func reset() {
        counts = Array(repeating: 0, count: counts.count)
        fullBuckets?.reopen()
    }

    /// Counts the findings of a chunk, and returns the bytes of those that are taken.
    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        guard quota != nil else { return chunk.bytes }
        var bytes: [UInt8] = []
        forEachTaken(chunk) { bytes += $1 }
        return bytes[...]
    }

    /// Calls `body` with the bucket and the bytes of each finding that is taken.
    mutating func forEachTaken(
        _ chunk: ReportedChunk, _ body: (Int, ArraySlice<UInt8>) -> Void
    ) {
        guard let quota else { return }
        var start = chunk.bytes.startIndex
        for mark in chunk.marks {
            let bytes = chunk.bytes[start..<max(start, mark.end)]
            start = max(start, mark.end)
            let bucket = quota.bucket(mark.kind, mark.rule)
            guard counts[bucket] < quota.limit else { continue }
            counts[bucket] += 1
            if counts[bucket] == quota.limit { fullBuckets?.close(bucket) }
            body(bucket, bytes)
        }
    }
}

/// The buckets of a quota that are full: their findings need not be rendered.
final class FullBuckets: Sendable {
    private let full: Locked<[Bool]>

    init(bucketCount: Int) {
        full = Locked(Array(repeating: false, count: bucketCount))
    }

    /// Returns for each bucket `true` if it is full.
    ///
    /// The array is a copy with memory of its own, as in `FindingTexts`.
    var snapshot: [Bool] { full.withLock { $0.map(\.self) } }

    func close(_ bucket: Int) {
        full.withLock { $0[bucket] = true }
    }

    func reopen() {
        full.withLock { $0 = Array(repeating: false, count: $0.count) }
    }
}
