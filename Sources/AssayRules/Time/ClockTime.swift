// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A time of day as RFC 3339 writes it.
struct ClockTime: Sendable {
    enum Presence: String, CaseIterable {
        case required, optional, forbidden
    }

    enum Fault {
        case syntax, leapSecond
    }

    let offset: Presence
    /// Seconds may be left out, and their fraction with them.
    let allowsNoSeconds: Bool

    /// What is wrong with the time that fills `text` from `start` on, or nil.
    @inline(__always)
    func fault(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Fault? {
        guard let hour = ASCII.twoDigits(text, at: start), hour < 24, start + 5 <= text.count,
            text[start + 2] == UInt8(ascii: ":"),
            let minute = ASCII.twoDigits(text, at: start + 3), minute < 60
        else { return .syntax }
        var index = start + 5
        var second = 0
        if index < text.count, text[index] == UInt8(ascii: ":") {
            guard let number = ASCII.twoDigits(text, at: index + 1), number <= 60 else {
                return .syntax
            }
            second = number
            index += 3
            guard skipFraction(text, &index) else { return .syntax }
        } else if !allowsNoSeconds {
            return .syntax
        }
        guard let shift = readOffset(text, index) else { return .syntax }
        guard second == 60 else { return nil }
        // A leap second is the last of a day in UTC.
        let minutes = (hour * 60 + minute - shift + 2 * 1440) % 1440
        return minutes == 1439 ? nil : .leapSecond
    }

    @inline(__always)
    private func skipFraction(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: ".") else { return true }
        let start = index + 1
        index = start
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        return index > start
    }

    /// The offset in minutes that fills the rest of the text; nil where it is malformed.
    @inline(__always)
    private func readOffset(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        guard index < text.count else { return offset == .required ? nil : 0 }
        guard offset != .forbidden else { return nil }
        let byte = text[index]
        if byte | 0x20 == UInt8(ascii: "z") { return index + 1 == text.count ? 0 : nil }
        guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), index + 6 == text.count,
            let hours = ASCII.twoDigits(text, at: index + 1), hours < 24,
            text[index + 3] == UInt8(ascii: ":"),
            let minutes = ASCII.twoDigits(text, at: index + 4), minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (byte == UInt8(ascii: "-") ? -1 : 1)
    }

    static let offsetParameter = RuleParameter(
        "offset", .choice(Presence.allCases.map(\.rawValue)), default: "required",
        "Z or an offset such as +01:00")
}
