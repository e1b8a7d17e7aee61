// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The clock of `assay_call`'s deadlines, which no change of the date moves.
package enum MonotonicClock {
    /// Nanoseconds of CLOCK_MONOTONIC.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
