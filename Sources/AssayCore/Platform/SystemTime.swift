// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time of day of the system, as rules compare it with dates.
@usableFromInline
package enum SystemTime {
    /// The time since 1970-01-01T00:00:00Z by CLOCK_REALTIME, leap seconds not counted.
    @usableFromInline
    package static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec),
            attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }
}
