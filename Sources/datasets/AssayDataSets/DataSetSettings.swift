// SPDX-License-Identifier: Apache-2.0

/// The key of all fingerprints of a run, 128 bits.
///
/// Without it no one can tell what a fingerprint is of, or choose values whose fingerprints
/// collide. A checkpoint contains it, so that only the owner may be able to read a checkpoint.
package struct FingerprintKey: Sendable, Equatable {
    package let first: UInt64
    package let second: UInt64

    /// Creates a random key.
    package init() {
        first = .random(in: .min ... .max)
        second = .random(in: .min ... .max)
    }

    /// Creates the key of another part of the same run.
    package init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }
}

/// The settings of the checks across records of a run.
package struct DataSetSettings: Sendable {
    /// The number of bytes that keys and findings take in memory; what does not fit goes to scratch
    /// files.
    ///
    /// At least 4 KiB are used.
    package var scratchMemory = 16 << 20
    /// The directory of scratch files, or `nil` for `TMPDIR` or `/tmp`.
    package var scratchDirectory: String?
    /// The number of bytes that scratch files may have together, or `nil` for no limit.
    package var scratchLimit: Int?
    package var key = FingerprintKey()
    /// The number of workers that are expected to be at work at the same time.
    package var workers = 1
    /// The beginning of the paths of scratch files that another process can continue with, or `nil`
    /// for files without names, which end with the process.
    package var namedFiles: String?
    /// The rules that do not run, by their places in `ValidationPlan.recordsRules`: no one wants their
    /// findings.
    package var skippedRules: Set<Int> = []

    package init() {}
}
