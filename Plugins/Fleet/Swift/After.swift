// SPDX-License-Identifier: Apache-2.0
//
// fleet-swift.after: a date after the date in another field.

import AssayPluginKit

struct After: Rule {
    enum Code: String, RuleCodes {
        case date = "must be a date like 2030-07-21"
        case tooEarly = "must be at least {minDays} {minDays:day|days} after {date}, not {days}"

        var arguments: [String] { self == .tooEarly ? ["date", "days"] : [] }

        var translations: [String: String] {
            switch self {
            case .date: ["de": "muss ein Datum wie 2030-07-21 sein"]
            case .tooEarly:
                [
                    "de": "muss mindestens {minDays} {minDays:Tag|Tage} nach dem {date} liegen, "
                        + "nicht {days}"
                ]
            }
        }
    }

    static let definition = RuleDefinition(
        "after", "A date after the date in another field",
        parameters: [
            RuleParameter("other", .field, isRequired: true, "the field with the earlier date"),
            RuleParameter(
                "minDays", .integer, default: 1, limits: 0...36525, "the fewest days between them"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("2030-07-21", "after(registered)"),
            .valid("2032-02-29", "after(registered, minDays=14)"),
            .invalid("2030-02-29", "after(registered)", code: "after.date"),
            .invalid("21 July 2030", "after(registered)", code: "after.date"),
            .valid("2030-07-21", "after(registered)", with: ["registered": "2030-07-20"]),
            .invalid(
                "2030-07-21", "after(registered, minDays=14)", code: "after.tooEarly",
                with: ["registered": "2030-07-20"]),
        ])

    private let other: FieldReference
    private let minDays: Int64

    init(_ arguments: Arguments) {
        other = arguments.field("other")
        minDays = arguments.integer("minDays") ?? 1
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let date = days(of: value) else { return .fail(Code.date) }
        let earlier = context.field(other)
        guard let earliest = days(of: earlier) else { return .skip }
        guard date - earliest < minDays else { return .pass }
        return context.fail(
            Code.tooEarly, [.string(String(copying: earlier.string)), .integer(date - earliest)])
    }
}

/// Returns the days since 1 January 0000, or `nil` if the value is not a date.
private func days(of value: FieldValue) -> Int64? {
    let text = value.utf8
    guard value.isString, text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == text[4],
        let year = number(text, 0..<4), let month = number(text, 5..<7),
        let day = number(text, 8..<10), (1...12).contains(month),
        (1...daysIn(month, of: year)).contains(day)
    else { return nil }
    let before = year - 1  // the year 0 is a leap year
    let leapDays = year > 0 ? before / 4 - before / 100 + before / 400 + 1 : 0
    return (1..<month).reduce(365 * year + leapDays + day) { $0 + daysIn($1, of: year) }
}

private func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// The number that some digits write, or nil.
private func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var number: Int64 = 0
    for index in range {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else { return nil }
        number = number * 10 + Int64(text[index] - UInt8(ascii: "0"))
    }
    return number
}
