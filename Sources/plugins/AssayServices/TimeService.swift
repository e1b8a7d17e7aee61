// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules

/// `assay.time/1`: the dates and times of the rules.
enum TimeService {
    static let table = assay_time_service(
        struct_size: .size(of: assay_time_service.self), reserved: 0,
        parse: { parse($0, form: $1, options: $2, into: $3) },
        parse_format: { parse($0, format: $1, options: $2, into: $3) },
        compare: { left, right, order in
            guard let left = day(left), let right = day(right), let order else {
                return ASSAY_E_PARAM
            }
            order.pointee = left < right ? -1 : left == right ? 0 : 1
            return ASSAY_OK
        })

    private static let knownOptions =
        ASSAY_TIME_OFFSET_OPTIONAL | ASSAY_TIME_OFFSET_FORBIDDEN | ASSAY_TIME_SECONDS_OPTIONAL
        | ASSAY_TIME_SPACE | ASSAY_TIME_T_OR_SPACE

    private static func parse(
        _ text: assay_str, form: UInt32, options: UInt32,
        into time: UnsafeMutablePointer<assay_time>?
    ) -> Int32 {
        guard let bytes = ServiceText.utf8(text), options & ~knownOptions == 0 else {
            return ASSAY_E_PARAM
        }
        let text = bytes.span
        switch form {
        case ASSAY_TIME_DATE: return finish(CalendarDate(whole: text), time: time)
        case ASSAY_TIME_DAY: return parseDay(text, time: time)
        case ASSAY_TIME_TIME:
            switch clock(options).defect(in: text, from: 0) {
            case .syntax: return ASSAY_TIME_SYNTAX
            case .leapSecond: return ASSAY_TIME_LEAP_SECOND
            case nil:
                time?.pointee = assay_time(date: nil, clock: ClockParts(text, from: 0))
                return ASSAY_TIME_OK
            }
        case ASSAY_TIME_DATE_TIME: return parseDateTime(text, options: options, time: time)
        default: return ASSAY_E_PARAM
        }
    }

    /// A text that begins with a date, after which no further digit comes.
    private static func parseDay(
        _ text: Span<UInt8>, time: UnsafeMutablePointer<assay_time>?
    ) -> Int32 {
        if let date = CalendarDate(leading: text) { return finish(date, time: time) }
        // The form may be right, and the day may not exist.
        let hasForm = text.count == 10 || text.count > 10 && text[10] &- 0x30 > 9
        return finish(hasForm ? CalendarDate(text) : nil, time: time)
    }

    private static func parseDateTime(
        _ text: Span<UInt8>, options: UInt32, time: UnsafeMutablePointer<assay_time>?
    ) -> Int32 {
        let form = DateTimeForm(offset: offset(options), separator: separator(options))
        switch form.defect(in: text) {
        case .syntax: return ASSAY_TIME_SYNTAX
        case .calendar: return ASSAY_TIME_CALENDAR
        case .leapSecond: return ASSAY_TIME_LEAP_SECOND
        case nil:
            time?.pointee = assay_time(
                date: CalendarDate(text), clock: ClockParts(text, from: 11))
            return ASSAY_TIME_OK
        }
    }

    private static func parse(
        _ text: assay_str, format: assay_str, options: UInt32,
        into time: UnsafeMutablePointer<assay_time>?
    ) -> Int32 {
        guard let bytes = ServiceText.utf8(text), let format = ServiceText.utf8(format),
            options & ~ASSAY_TIME_LENIENT == 0,
            let pattern = try? DatePattern(
                String(decoding: format, as: UTF8.self), strict: options == 0),
            pattern.isNumericDay
        else { return ASSAY_E_PARAM }
        return finish(pattern.read(bytes.span), time: time)
    }

    private static func finish(
        _ date: CalendarDate?, time: UnsafeMutablePointer<assay_time>?
    ) -> Int32 {
        guard let date else { return ASSAY_TIME_SYNTAX }
        guard date.exists else { return ASSAY_TIME_CALENDAR }
        time?.pointee = assay_time(date: date, clock: nil)
        return ASSAY_TIME_OK
    }

    private static func day(_ time: UnsafePointer<assay_time>?) -> Int? {
        guard let time = time?.pointee, time.parts & ASSAY_TIME_HAS_DATE != 0,
            let year = Int(exactly: time.year), (0...9999).contains(year), time.month <= 12
        else { return nil }
        let date = CalendarDate(
            year: year, month: Int(time.month), day: Int(min(time.day, 32)))
        return date.exists ? date.ordinal : nil
    }

    // MARK: - Options

    private static func clock(_ options: UInt32) -> ClockTime {
        ClockTime(
            offset: offset(options),
            allowsNoSeconds: options & ASSAY_TIME_SECONDS_OPTIONAL != 0)
    }

    private static func offset(_ options: UInt32) -> RuleExpression.Presence {
        options & ASSAY_TIME_OFFSET_FORBIDDEN != 0
            ? .forbidden : options & ASSAY_TIME_OFFSET_OPTIONAL != 0 ? .optional : .required
    }

    private static func separator(_ options: UInt32) -> RuleExpression.DateTimeSeparator {
        options & ASSAY_TIME_T_OR_SPACE != 0 ? .any : options & ASSAY_TIME_SPACE != 0 ? .space : .t
    }
}
