// SPDX-License-Identifier: Apache-2.0
package import Assay

extension BoundRule {
    /// Returns what the rule reads a text as, in words, or `nil` if it reads nothing else than the text
    /// says: "reads the date 2024-02-01".
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - value: The value that the rule left: the number or Boolean that replaced the text, or the text.
    /// - Returns: The words, or `nil`.
    package func readingWords(of text: String, as value: Value) -> String? {
        guard let reading else { return nil }
        let read: (quantity: String, text: String)?
        if reading.replaces {
            guard value != .string(text) else { return nil }
            read = (value == true || value == false ? "boolean" : "number", value.json)
        } else {
            read = reading.value(Array(text.utf8).span).flatMap(\.words)
        }
        guard let read, read.text != text else { return nil }
        return "reads the \(read.quantity) \(read.text)"
    }
}

extension TracedRule {
    /// The meaning that the rule reads in its value, in words, or `nil` if it reads nothing, or must not show it.
    package var readingWords: String? {
        guard !isSensitive, outcome == .passed, case .string(let text) = value else { return nil }
        return rule.readingWords(of: text, as: value)
    }
}

extension OrderedValue {
    /// The value in its usual form, or `nil` for versions and addresses, whose texts are that, and for
    /// numbers of more than 40 digits.
    fileprivate var words: (quantity: String, text: String)? {
        switch self {
        case .number(let number): number.decimal.plainText.map { ("number", $0) }
        case .day(let day): ("date", CalendarDate(daysSince1970: day).text)
        case .moment(let moment, _):
            ("moment", Self.moment(moment))
        case .time(let time): ("time", "\(Self.clock(time))Z")
        case .version, .address: nil
        }
    }

    private static func moment(_ moment: Duration) -> String {
        let seconds = moment.components.seconds
        let days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
        let day = CalendarDate(daysSince1970: Int(days)).text
        return "\(day)T\(clock(moment - .seconds(days) * 86_400))Z"
    }

    /// Returns a time since midnight as hours, minutes and seconds, with a fraction if there is one.
    private static func clock(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, to: 2) }
        let fraction = padded(attoseconds / 1_000_000_000, to: 9)
        let shown = String(fraction.reversed().drop { $0 == "0" }.reversed())
        return parts.joined(separator: ":") + (shown.isEmpty ? "" : ".\(shown)")
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension DecimalText {
    /// The number without an exponent, or `nil` if it has more than 40 digits then.
    fileprivate var plainText: String? {
        guard !isZero else { return "0" }
        guard (-40...40).contains(exponent), digits.count <= 40 else { return nil }
        let written = digits.map { String($0) }
        let whole =
            written.prefix(max(0, exponent)).joined()
            + String(repeating: "0", count: max(0, exponent - digits.count))
        let fraction =
            String(repeating: "0", count: max(0, -exponent))
            + written.dropFirst(max(0, exponent)).joined()
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole)
            + (fraction.isEmpty || isWhole ? "" : ".\(fraction)")
    }
}
