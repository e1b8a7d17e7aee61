// SPDX-License-Identifier: Apache-2.0

/// The numbers of a time of day that `ClockTime` has accepted.
package struct ClockParts {
    package private(set) var hour = 0
    package private(set) var minute = 0
    package private(set) var second = 0
    package private(set) var nanosecond = 0
    /// East of UTC; nil where the text has none.
    package private(set) var offsetMinutes: Int?

    /// Reads the rest of a text from a place on.
    package init(_ text: Span<UInt8>, from start: Int) {
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

    /// Seconds since 1970-01-01T00:00:00Z of this time on a day; in UTC where there is no offset.
    package func unixSeconds(on date: CalendarDate) -> Int {
        let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - (offsetMinutes ?? 0)
        return minutes * 60 + second
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
