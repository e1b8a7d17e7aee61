// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRules

extension assay_time {
    init(date: CalendarDate?, clock: ClockParts?) {
        self.init()
        if let date {
            parts |= ASSAY_TIME_HAS_DATE
            (year, month, day) = (Int32(date.year), UInt32(date.month), UInt32(date.day))
        }
        guard let clock else { return }
        parts |= ASSAY_TIME_HAS_CLOCK
        (hour, minute) = (UInt32(clock.hour), UInt32(clock.minute))
        (second, nanosecond) = (UInt32(clock.second), UInt32(clock.nanosecond))
        guard let offset = clock.offsetMinutes else { return }
        parts |= ASSAY_TIME_HAS_OFFSET
        offset_minutes = Int32(offset)
        guard let date else { return }
        parts |= ASSAY_TIME_HAS_INSTANT
        unix_seconds = Int64(clock.unixSeconds(on: date))
    }
}
