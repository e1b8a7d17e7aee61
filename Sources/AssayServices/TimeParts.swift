// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRules

/// The numbers of a time of day that `ClockTime` has accepted.
struct ClockParts {
    private(set) var hour = 0
    private(set) var minute = 0
    private(set) var second = 0
    private(set) var nanosecond = 0
    /// East of UTC; nil where the text has none.
    private(set) var offsetMinutes: Int?

    /// Reads the rest of a text from a place on.
    init(_ text: Span<UInt8>, from start: Int) {
        hour = Self.number(text, at: start)
        minute = Self.number(text, at: start + 3)
        var index = start + 5
        if index < text.count, text[index] == UInt8(ascii: ":") {
            second = Self.number(text, at: index + 1)
            index += 3
            readFraction(text, at: &index)
        }
        readOffset(text, at: index)
    }

    private mutating func readFraction(_ text: Span<UInt8>, at index: inout Int) {
        guard index < text.count, text[index] == UInt8(ascii: ".") else { return }
        index += 1
        var scale = 100_000_000
        while index < text.count, text[index] &- 0x30 < 10 {
            nanosecond += Int(text[index] &- 0x30) * scale
            scale /= 10
            index += 1
        }
    }

    private mutating func readOffset(_ text: Span<UInt8>, at index: Int) {
        guard index < text.count else { return }
        guard text[index] | 0x20 != UInt8(ascii: "z") else { return offsetMinutes = 0 }
        let minutes =
            Self.number(text, at: index + 1) * 60 + Self.number(text, at: index + 4)
        offsetMinutes = text[index] == UInt8(ascii: "-") ? -minutes : minutes
    }

    private static func number(_ text: Span<UInt8>, at index: Int) -> Int {
        guard index + 1 < text.count else { return 0 }
        return Int(text[index] &- 0x30) * 10 + Int(text[index + 1] &- 0x30)
    }
}

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
        let minutes = (date.daysSince1970 * 24 + clock.hour) * 60 + clock.minute - offset
        unix_seconds = Int64(minutes * 60 + clock.second)
    }
}

extension CalendarDate {
    /// Days since 1970-01-01, which is 719,468 days after 0000-03-01: a year ends with February here.
    fileprivate var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
