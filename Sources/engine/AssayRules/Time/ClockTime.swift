// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A time of day as RFC 3339 writes it.
package struct ClockTime: Sendable {
    package enum Defect {
        case syntax, leapSecond
    }

    package let offset: RuleExpression.Presence
    /// Seconds may be left out, and their fraction with them.
    package let allowsNoSeconds: Bool

    package init(offset: RuleExpression.Presence, allowsNoSeconds: Bool) {
        self.offset = offset
        self.allowsNoSeconds = allowsNoSeconds
    }

    /// Returns the defect of the time that is the rest of `text` from `start` on, or `nil`.
    @inline(__always)
    package func defect(in text: Span<UInt8>, from start: Int) -> Defect? {
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
            guard skipFraction(of: text, at: &index) else { return .syntax }
        } else if !allowsNoSeconds {
            return .syntax
        }
        guard let shift = readOffset(of: text, at: index) else { return .syntax }
        guard second == 60 else { return nil }
        // A leap second is the last of a day in UTC.
        let minutes = (hour * 60 + minute - shift + 2 * 1440) % 1440
        return minutes == 1439 ? nil : .leapSecond
    }

    @inline(__always)
    private func skipFraction(of text: Span<UInt8>, at index: inout Int) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: ".") else { return true }
        let start = index + 1
        index = start
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        return index > start
    }

    /// The offset in minutes that is the rest of the text; nil where it is malformed.
    @inline(__always)
    private func readOffset(of text: Span<UInt8>, at index: Int) -> Int? {
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

    static let offsetParameter = RuleParameter.choice(
        "offset", default: RuleExpression.Presence.required, "Z or an offset such as +01:00")
}

extension RuleExpression {
    /// The presence of a part of a value.
    public enum Presence: String, RuleChoice {
        /// It is there.
        case required
        /// It may be there.
        case optional
        /// It is not there.
        case forbidden
    }
}
