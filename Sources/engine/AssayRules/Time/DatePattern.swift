// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A format of dates, with a time of day or without, or of times of day, in the letters of UTS #35; other
/// letters are in single quotes.
///
/// The letters are `yyyy` or `yy`, `MM`, `M`, `MMM` or `MMMM`, `dd` or `d`, `HH` or `H`, `hh` or `h` with `a`,
/// `mm` or `m`, `ss` or `s`, `S` to `SSSSSSSSS`, and for offsets from UTC `x` to `xxx`, `X` to `XXX`, and `Z`.
package struct DatePattern: Sendable {
    /// A defect of a format, with a reason that follows the format's name in a message.
    package struct Defect: Error {
        /// The parameter that has the defect.
        var parameter = "format"
        let reason: String
        var help: String?
    }

    private enum Part: Sendable, Equatable {
        case year(digits: Int)
        case month(atLeast: Int)
        case monthName(MonthNames.Kind)
        case day(atLeast: Int)
        case hour(atLeast: Int)
        /// An hour from 1 to 12.
        case halfDayHour(atLeast: Int)
        /// AM or PM.
        case halfDay
        case minute(atLeast: Int)
        case second(atLeast: Int)
        case fraction(digits: Int)
        case offset(OffsetForm)
        case literal(UInt8)

        /// The letter of the part, which a format has once, or `nil` for text between parts.
        var letter: Character? {
            switch self {
            case .year: "y"
            case .month, .monthName: "M"
            case .day: "d"
            case .hour: "H"
            case .halfDayHour: "h"
            case .halfDay: "a"
            case .minute: "m"
            case .second: "s"
            case .fraction: "S"
            case .offset: "x"
            case .literal: nil
            }
        }
    }

    /// A form of offsets from UTC.
    private struct OffsetForm: Sendable, Equatable {
        /// `true` if a colon is between the hours and the minutes.
        let hasColon: Bool
        /// `true` if the minutes may be left out, and are if they are 0.
        var isShort = false
        /// `true` if `Z` is an offset of 0.
        let takesZ: Bool
    }

    /// The subject of a format.
    private enum Subject {
        case date, time
    }

    /// A text that has been read.
    private struct Reading {
        var date = CalendarDate(year: 2000, month: 1, day: 1)
        /// The time since midnight, as it is written.
        var time = Duration.zero
        /// The difference to UTC, or zero if the format has none.
        var offset = Duration.zero
    }

    private let parts: [Part]
    /// The names of months, or `nil` if the format has none.
    private let names: MonthNames?
    /// The first of the hundred years that two digits can mean.
    private let pivot: Int
    /// `true` if the format has a time of day.
    package let hasTime: Bool

    /// - Parameters:
    ///   - format: The letters.
    ///   - strict: `true` if MM, dd and the like take two digits, and MMM and MMMM one of the two forms of names.
    ///   - language: The language of the names of months, or `nil` for English.
    ///   - pivot: The first of the hundred years that `yy` can mean, or `nil` for 2000.
    /// - Throws: The defect of the format.
    package init(
        _ format: String, strict: Bool, language: String? = nil, pivot: Int? = nil
    ) throws(Defect) {
        let parts = try Self.parts(of: format, strict: strict)
        self.parts = parts
        let letters = parts.compactMap(\.letter)
        try Self.check(letters, of: .date)
        hasTime = letters.contains("H") || letters.contains("h")
        let hasNames = parts.contains { if case .monthName = $0 { true } else { false } }
        if let language, !hasNames {
            throw Defect(
                parameter: "language", reason: "needs a format with names of months",
                help: "write MMM or MMMM for the name of a month, or remove '\(language)'")
        }
        let names = MonthNames(language ?? "en")
        guard let names else {
            throw Defect(
                parameter: "language",
                reason: "takes \(MonthNames.languages.joined(separator: ", ")), "
                    + "not \"\(language ?? "")\"",
                help: "write the number of the month, or name a language of the list")
        }
        self.names = hasNames ? names : nil
        if pivot != nil, !parts.contains(.year(digits: 2)) {
            throw Defect(
                parameter: "pivot", reason: "needs a format with yy",
                help: "write yy for a year of two digits, or remove the pivot")
        }
        self.pivot = pivot ?? 2000
    }

    /// Creates a format of times of day.
    ///
    /// - Parameters:
    ///   - format: The letters, without those of dates.
    ///   - strict: `true` if HH, mm and the like take two digits.
    /// - Throws: The defect of the format.
    package init(ofTimes format: String, strict: Bool) throws(Defect) {
        parts = try Self.parts(of: format, strict: strict)
        try Self.check(parts.compactMap(\.letter), of: .time)
        (names, pivot, hasTime) = (nil, 2000, true)
    }

    private static func parts(of format: String, strict: Bool) throws(Defect) -> [Part] {
        var parts: [Part] = []
        var rest = Array(format.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "'") {
                parts += try quoted(&rest).map(Part.literal)
                continue
            }
            let run = rest.prefix { $0 == byte }.count
            guard ASCII.isLetter(byte) else {
                parts.append(.literal(byte))
                rest = rest.dropFirst()
                continue
            }
            parts.append(try field(byte, count: run, strict: strict))
            rest = rest.dropFirst(run)
        }
        return parts
    }

    /// Checks that the parts of a format make a date, with a time or without, or a time.
    private static func check(_ letters: [Character], of subject: Subject) throws(Defect) {
        let ofDate = letters.first { "yMd".contains($0) }
        switch (subject, ofDate) {
        case (.date, nil): throw Defect(reason: "has none of yyyy, MM and dd")
        case (.time, let letter?):
            throw Defect(
                reason: "has '\(letter)', which is a part of a date",
                help: "M is the month, m the minute; `date` reads a date with a time")
        case (.time, nil) where !letters.contains { "Hh".contains($0) }:
            throw Defect(reason: "has neither HH nor hh")
        default: break
        }
        if let twice = letters.first(where: { letter in letters.count { $0 == letter } > 1 }) {
            throw Defect(
                reason: "has '\(twice)' at two places", help: "write each part of a date once")
        }
        if letters.contains("H"), letters.contains("h") {
            throw Defect(reason: "has 'H' and 'h'", help: "write H for hours from 0 to 23")
        }
        let needs: [(letter: Character, needed: Character)] = [
            ("h", "a"), ("a", "h"), ("m", "H"), ("s", "m"), ("S", "s"), ("x", "H"),
        ]
        for (letter, needed) in needs where letters.contains(letter) {
            guard letters.contains(needed) || needed == "H" && letters.contains("h") else {
                throw Defect(
                    reason: "has '\(letter)' without '\(needed)'",
                    help: needed == "a" || needed == "h"
                        ? "hours from 1 to 12 (h) need AM or PM (a)"
                        : "M is the month, m the minute; a time of day begins with hours (H)")
            }
        }
    }

    private static func field(
        _ letter: UInt8, count run: Int, strict: Bool
    ) throws(Defect) -> Part {
        let least = strict ? run : 1
        switch (Character(UnicodeScalar(letter)), run) {
        case ("y", 4), ("y", 2): return .year(digits: run)
        case ("M", 1...2): return .month(atLeast: least)
        case ("M", 3): return .monthName(strict ? .short : .any)
        case ("M", 4): return .monthName(strict ? .full : .any)
        case ("d", 1...2): return .day(atLeast: least)
        case ("H", 1...2): return .hour(atLeast: least)
        case ("h", 1...2): return .halfDayHour(atLeast: least)
        case ("a", 1): return .halfDay
        case ("m", 1...2): return .minute(atLeast: least)
        case ("s", 1...2): return .second(atLeast: least)
        case ("S", 1...9): return .fraction(digits: run)
        case ("x", 1...3), ("X", 1...3):
            return .offset(
                OffsetForm(
                    hasColon: run == 3, isShort: run == 1, takesZ: letter == UInt8(ascii: "X")))
        case ("Z", 1...3): return .offset(OffsetForm(hasColon: false, takesZ: false))
        case ("Z", 5): return .offset(OffsetForm(hasColon: true, takesZ: true))
        default:
            let letters = String(repeating: String(UnicodeScalar(letter)), count: run)
            throw Defect(
                reason: "has '\(letters)', which is not one of yyyy, yy, MM, M, MMM, MMMM, dd, d, "
                    + "HH, H, hh, h, a, mm, m, ss, s, S, xxx, XXX and Z",
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

    /// `true` if the format has all of a day, with four digits of the year.
    package var isWholeDate: Bool {
        let letters = parts.compactMap(\.letter)
        return parts.contains(.year(digits: 4)) && letters.contains("M") && letters.contains("d")
    }

    /// `true` if the format has numbers of a day alone: neither names of months nor a time of day.
    package var isNumericDay: Bool { names == nil && !hasTime }
}

// Reading.
extension DatePattern {
    /// Reads a whole text and returns its day, which need not exist, or `nil` if the text has another form.
    ///
    /// Parts that the format leaves out are the first of January of the year 2000, a leap year.
    package func read(_ text: Span<UInt8>) -> CalendarDate? { reading(of: text)?.date }

    /// Returns the day, or the moment in UTC, of a text of the form, or `nil` if there is no such day.
    package func ordered(_ text: Span<UInt8>) -> OrderedValue? {
        guard let reading = reading(of: text), reading.date.exists else { return nil }
        let day = reading.date.daysSince1970
        guard hasTime else { return .day(day) }
        return .moment(.seconds(day) * 86_400 + reading.time - reading.offset, day: day)
    }

    /// Returns the time of day in UTC of a text of the form, from the day before to the day after, or `nil`
    /// if the text has another form.
    package func time(in text: Span<UInt8>) -> Duration? {
        reading(of: text).map { $0.time - $0.offset }
    }

    private func reading(of text: Span<UInt8>) -> Reading? {
        var (year, month, day) = (2000, 1, 1)
        var (hour, minute, second, nanosecond) = (0, 0, 0, 0)
        var isAfternoon = false
        var offset = 0
        var index = 0
        for (place, part) in parts.enumerated() {
            switch part {
            case .literal(let byte):
                guard index < text.count, text[index] == byte else { return nil }
                index += 1
            case .year(let digits):
                guard let number = Self.number(in: text, at: &index, digits: digits...digits)
                else { return nil }
                year = digits == 2 ? self.year(endingWith: number) : number
            case .month(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2) else {
                    return nil
                }
                month = number
            case .monthName(let kind):
                guard let name = names?.read(kind, in: text, at: index) else { return nil }
                month = name.month
                index += name.length
                skipPeriod(of: kind, in: text, at: &index, after: place)
            case .day(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2) else {
                    return nil
                }
                day = number
            case .hour(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2, to: 23)
                else { return nil }
                hour = number
            case .halfDayHour(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2, to: 12),
                    number > 0
                else { return nil }
                hour = number % 12
            case .halfDay:
                guard let number = Self.halfDay(in: text, at: &index) else { return nil }
                isAfternoon = number == 1
            case .minute(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2, to: 59)
                else { return nil }
                minute = number
            case .second(let least):
                guard let number = Self.number(in: text, at: &index, digits: least...2, to: 59)
                else { return nil }
                second = number
            case .fraction(let digits):
                guard let number = Self.number(in: text, at: &index, digits: digits...digits)
                else { return nil }
                nanosecond = (digits..<9).reduce(number) { number, _ in number * 10 }
            case .offset(let form):
                guard let minutes = Self.offset(form, in: text, at: &index) else { return nil }
                offset = minutes
            }
        }
        guard index == text.count else { return nil }
        if isAfternoon { hour += 12 }
        return Reading(
            date: CalendarDate(year: year, month: month, day: day),
            time: .seconds((hour * 60 + minute) * 60 + second) + .nanoseconds(nanosecond),
            offset: .seconds(offset * 60))
    }

    /// The year with two last digits, among the hundred years from the pivot on.
    private func year(endingWith digits: Int) -> Int {
        let year = pivot - pivot % 100 + digits
        return year < pivot ? year + 100 : year
    }

    /// Skips the period of an abbreviation, unless the format has one there.
    private func skipPeriod(
        of kind: MonthNames.Kind, in text: Span<UInt8>, at index: inout Int, after place: Int
    ) {
        let period = UInt8(ascii: ".")
        guard kind != .full, index < text.count, text[index] == period,
            place + 1 == parts.count || parts[place + 1] != .literal(period)
        else { return }
        index += 1
    }

    /// Reads AM or PM, in either case, as 0 or 1.
    private static func halfDay(in text: Span<UInt8>, at index: inout Int) -> Int? {
        guard index + 2 <= text.count, text[index + 1] | 0x20 == UInt8(ascii: "m") else {
            return nil
        }
        let letter = text[index] | 0x20
        guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
        index += 2
        return letter == UInt8(ascii: "p") ? 1 : 0
    }

    /// Reads an offset from UTC in minutes.
    private static func offset(
        _ form: OffsetForm, in text: Span<UInt8>, at index: inout Int
    ) -> Int? {
        guard index < text.count else { return nil }
        let sign = text[index]
        index += 1
        if form.takesZ, sign == UInt8(ascii: "Z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = number(in: text, at: &index, digits: 2...2, to: 23)
        else { return nil }
        var minutes = 0
        if !form.isShort || index < text.count && ASCII.isDigit(text[index]) {
            if form.hasColon {
                guard index < text.count, text[index] == UInt8(ascii: ":") else { return nil }
                index += 1
            }
            guard let number = number(in: text, at: &index, digits: 2...2, to: 59) else {
                return nil
            }
            minutes = number
        }
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func number(
        in text: Span<UInt8>, at index: inout Int, digits: ClosedRange<Int>,
        to limit: Int = .max
    ) -> Int? {
        var number = 0
        let start = index
        while index < text.count, index - start < digits.upperBound, ASCII.isDigit(text[index]) {
            number = number * 10 + Int(text[index] &- 0x30)
            index += 1
        }
        return index - start >= digits.lowerBound && number <= limit ? number : nil
    }
}

// Writing.
extension DatePattern {
    /// Returns a day, or a moment of it, in this form, or `nil` if the text would not be read as the same: a form
    /// without a year, or with two digits of it, has some days only.
    ///
    /// - Parameters:
    ///   - date: The day in UTC.
    ///   - time: The time since midnight.
    /// - Returns: The text, whose offset is 0 if the form has one, or `nil`.
    package func text(of date: CalendarDate, at time: Duration = .zero) -> [UInt8]? {
        let text = written(date, at: time)
        let back = text.withUnsafeBufferPointer { reading(of: $0.span) }
        return back?.date.ordinal == date.ordinal && back?.time == time ? text : nil
    }

    /// Returns a day in this form, whether or not the text would be read as the same day.
    package func written(_ date: CalendarDate, at time: Duration = .zero) -> [UInt8] {
        var text: [UInt8] = []
        let (seconds, attoseconds) = time.components
        let second = Int(seconds)
        let hour = second / 3600
        for part in parts {
            switch part {
            case .literal(let byte): text.append(byte)
            case .year(digits: 2): Self.append(date.year % 100, digits: 2, to: &text)
            case .year(let digits): Self.append(date.year, digits: digits, to: &text)
            case .month(let least): Self.append(date.month, digits: least, to: &text)
            case .monthName(let kind): text += (names?.text(of: date.month, kind) ?? "").utf8
            case .day(let least): Self.append(date.day, digits: least, to: &text)
            case .hour(let least): Self.append(hour, digits: least, to: &text)
            case .halfDayHour(let least):
                Self.append((hour + 11) % 12 + 1, digits: least, to: &text)
            case .halfDay: text += (hour < 12 ? "AM" : "PM").utf8
            case .minute(let least): Self.append(second / 60 % 60, digits: least, to: &text)
            case .second(let least): Self.append(second % 60, digits: least, to: &text)
            case .fraction(let digits):
                let nanoseconds = Int(attoseconds / 1_000_000_000)
                let number = (digits..<9).reduce(nanoseconds) { number, _ in number / 10 }
                Self.append(number, digits: digits, to: &text)
            case .offset(let form):
                text +=
                    (form.takesZ ? "Z" : form.isShort ? "+00" : form.hasColon ? "+00:00" : "+0000")
                    .utf8
            }
        }
        return text
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        let written = Array(String(number).utf8)
        text += Array(repeating: UInt8(ascii: "0"), count: max(0, digits - written.count))
        text += written
    }
}

// What rules with a format have in common.
extension DatePattern {
    /// The message for a text of another form.
    static var syntax: String { "must be a date of the form {format}" }

    static var strictness: RuleParameter {
        RuleParameter("strict", .boolean, default: true, "MM and dd take two digits")
    }

    /// The parameters about the parts of a format, besides `strict`.
    static let partParameters = [
        RuleParameter(
            "pivot", .integer, limits: 0...9900,
            "The first of the hundred years that yy can mean; 2000 if it is left out"),
        RuleParameter(
            "language", .string,
            "The language of MMM and MMMM, such as de; English if it is left out"),
    ]

    /// The pattern of a rule with the parameters `strict`, `pivot` and `language`.
    ///
    /// - Throws: An error that names the parameter with a defect.
    package init(_ format: String, of arguments: Arguments) throws(RuleError) {
        do throws(Defect) {
            try self.init(
                format, strict: arguments.bool("strict"), language: arguments.string("language"),
                pivot: arguments.int("pivot"))
        } catch {
            throw arguments.invalid(error.parameter, error.reason, help: error.help)
        }
    }
}
