// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Synchronization

/// The findings that a quota has fullBuckets for.
struct FindingLimiter: Sendable {
    private let quota: FindingQuota?
    private let fullBuckets: FullBuckets?
    private var counts: [Int]

    /// Takes all findings without a quota.
    init(quota: FindingQuota?, fullBuckets: FullBuckets?) {
        self.quota = quota
        self.fullBuckets = fullBuckets
        counts = Array(repeating: 0, count: quota?.bucketCount ?? 0)
    }

    /// Findings that were taken by a quota.
    var taken: Int { counts.reduce(0, +) }

    /// No finding is taken any more.
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

    /// The bytes of the findings that are taken.
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

    /// For each bucket whether it is full; a copy with memory of its own, as that of `FindingTexts`.
    var snapshot: [Bool] { full.withLock { $0.map(\.self) } }

    func close(_ bucket: Int) {
        full.withLock { $0[bucket] = true }
    }

    func reopen() {
        full.withLock { $0 = Array(repeating: false, count: $0.count) }
    }
}
