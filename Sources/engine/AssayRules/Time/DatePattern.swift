// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A date format in the letters of UTS #35: `yyyy` (or `yy`), `MM` or `M`, `dd` or `d`; other
/// letters are in single quotes.
package struct DatePattern: Sendable {
    /// A defect of a format, with a reason that follows the format's name in a message.
    package struct Defect: Error {
        let reason: String
        var help: String?
    }

    private enum Part: Sendable {
        case year(digits: Int)
        case month(atLeast: Int)
        case day(atLeast: Int)
        case literal(UInt8)
    }

    private let parts: [Part]

    /// - Parameters:
    ///   - format: The letters.
    ///   - strict: MM and dd take two digits.
    /// - Throws: The defect of the format.
    package init(_ format: String, strict: Bool) throws(Defect) {
        var parts: [Part] = []
        var rest = Array(format.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "'") {
                parts += try DatePattern.quoted(&rest).map(Part.literal)
                continue
            }
            let run = rest.prefix { $0 == byte }.count
            guard ASCII.isLetter(byte) else {
                parts.append(.literal(byte))
                rest = rest.dropFirst()
                continue
            }
            parts.append(try DatePattern.field(byte, count: run, strict: strict))
            rest = rest.dropFirst(run)
        }
        self.parts = parts
        guard parts.contains(where: { if case .literal = $0 { false } else { true } }) else {
            throw Defect(reason: "has none of yyyy, MM and dd")
        }
    }

    private static func field(
        _ letter: UInt8, count run: Int, strict: Bool
    ) throws(Defect) -> Part {
        switch (letter, run) {
        case (UInt8(ascii: "y"), 4), (UInt8(ascii: "y"), 2): return .year(digits: run)
        case (UInt8(ascii: "M"), 1...2): return .month(atLeast: strict ? run : 1)
        case (UInt8(ascii: "d"), 1...2): return .day(atLeast: strict ? run : 1)
        default:
            let letters = String(repeating: String(UnicodeScalar(letter)), count: run)
            throw Defect(
                reason: "has '\(letters)', which is not one of yyyy, yy, MM, M, dd and d",
                help: "put other letters in single quotes")
        }
    }

    /// `'text'`; two quotes are one, inside and outside.
    private static func quoted(
        _ rest: inout ArraySlice<UInt8>
    ) throws(Defect) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        rest = rest.dropFirst()
        if rest.first == quote {
            rest = rest.dropFirst()
            return [quote]
        }
        var text: [UInt8] = []
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == quote {
                guard rest.first == quote else { return text }
                rest = rest.dropFirst()
            }
            text.append(byte)
        }
        throw Defect(reason: "has a quote that is not closed")
    }

    /// Reads a whole text; nil where it has another form.
    ///
    /// Parts that the format leaves out are the first of January of the year 2000, a leap year.
    package func read(_ text: Span<UInt8>) -> CalendarDate? {
        var (year, month, day) = (2000, 1, 1)
        var index = 0
        for part in parts {
            switch part {
            case .literal(let byte):
                guard index < text.count, text[index] == byte else { return nil }
                index += 1
            case .year(let digits):
                guard let number = number(in: text, at: &index, digits: digits...digits) else {
                    return nil
                }
                year = digits == 2 ? 2000 + number : number
            case .month(let least):
                guard let number = number(in: text, at: &index, digits: least...2) else {
                    return nil
                }
                month = number
            case .day(let least):
                guard let number = number(in: text, at: &index, digits: least...2) else {
                    return nil
                }
                day = number
            }
        }
        return index == text.count ? CalendarDate(year: year, month: month, day: day) : nil
    }

    /// Returns a day in this form, or `nil` if the text would not be read as the same day: a form without
    /// a year, or with two digits of it, has some days only.
    package func text(of date: CalendarDate) -> [UInt8]? {
        var text: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let byte): text.append(byte)
            case .year(digits: 2): Self.append(date.year % 100, digits: 2, to: &text)
            case .year(let digits): Self.append(date.year, digits: digits, to: &text)
            case .month(let least): Self.append(date.month, digits: least, to: &text)
            case .day(let least): Self.append(date.day, digits: least, to: &text)
            }
        }
        let back = text.withUnsafeBufferPointer { read($0.span)?.ordinal }
        return back == date.ordinal ? text : nil
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        let written = Array(String(number).utf8)
        text += Array(repeating: UInt8(ascii: "0"), count: max(0, digits - written.count))
        text += written
    }

    private func number(
        in text: Span<UInt8>, at index: inout Int, digits: ClosedRange<Int>
    ) -> Int? {
        var number = 0
        let start = index
        while index < text.count, index - start < digits.upperBound, ASCII.isDigit(text[index]) {
            number = number * 10 + Int(text[index] &- 0x30)
            index += 1
        }
        return index - start >= digits.lowerBound ? number : nil
    }
}

// What rules with a format have in common.
extension DatePattern {
    /// The message for a text of another form.
    static var syntax: String { "must be a date of the form {format}" }

    static var strictness: RuleParameter {
        RuleParameter("strict", .boolean, default: true, "MM and dd take two digits")
    }

    /// The pattern of a rule with the parameter `strict`.
    ///
    /// - Throws: An error that names the defect of the parameter `format`.
    init(_ format: String, of arguments: Arguments) throws(RuleError) {
        do throws(Defect) {
            try self.init(format, strict: arguments.bool("strict"))
        } catch {
            throw arguments.invalid("format", error.reason, help: error.help)
        }
    }
}
