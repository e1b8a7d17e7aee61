// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Forms of dates with times, names of months and years of two digits.
struct DateFormatTests {
    @Test(
        arguments: [
            // Times.
            ("29.02.2024 24:00", "date(\"dd.MM.yyyy HH:mm\")", ["date.syntax"]),
            ("29.02.2024 23:60", "date(\"dd.MM.yyyy HH:mm\")", ["date.syntax"]),
            ("29.02.2024 23:59:60", "date(\"dd.MM.yyyy HH:mm:ss\")", ["date.syntax"]),
            ("29.02.2024", "date(\"dd.MM.yyyy HH:mm\")", ["date.syntax"]),
            ("29.02.2024 9:05", "date(\"dd.MM.yyyy HH:mm\")", ["date.syntax"]),
            ("29.02.2024 23:59:59.12", "date(\"dd.MM.yyyy HH:mm:ss.SSS\")", ["date.syntax"]),
            ("30.02.2024 23:59", "date(\"dd.MM.yyyy HH:mm\")", ["date.calendar"]),
            ("29.02.2024 23:59", "date(\"dd.MM.yyyy HH:mm\")", []),
            ("29.02.2024 9:5", "date(\"dd.MM.yyyy H:m\")", []),
            ("29.02.2024 9:05", "date(\"dd.MM.yyyy HH:mm\", strict=false)", []),
            ("2024-02-29T00:00:00.123", "date(\"yyyy-MM-dd'T'HH:mm:ss.SSS\")", []),
            ("20240229235959", "date(\"yyyyMMddHHmmss\")", []),
            ("2/29/2024 0:30 AM", "date(\"M/d/yyyy h:mm a\")", ["date.syntax"]),
            ("2/29/2024 13:30 PM", "date(\"M/d/yyyy h:mm a\")", ["date.syntax"]),
            ("2/29/2024 12:30", "date(\"M/d/yyyy h:mm a\")", ["date.syntax"]),
            ("2/29/2024 12:30 XM", "date(\"M/d/yyyy h:mm a\")", ["date.syntax"]),
            ("2/29/2024 12:30 pm", "date(\"M/d/yyyy h:mm a\")", []),
            // Offsets from UTC.
            ("2024-02-29 09:05", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 Z", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +0100", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +1:00", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +24:00", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +01:60", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +01:00x", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 01:00", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.syntax"]),
            ("2024-02-29 09:05 +", "date(\"yyyy-MM-dd HH:mm x\")", ["date.syntax"]),
            ("2024-02-29 09:05 +010", "date(\"yyyy-MM-dd HH:mm x\")", ["date.syntax"]),
            ("2024-02-29 09:05 +01:00", "date(\"yyyy-MM-dd HH:mm Z\")", ["date.syntax"]),
            ("2024-02-29 09:05 Z", "date(\"yyyy-MM-dd HH:mm Z\")", ["date.syntax"]),
            ("2024-02-29 09:05 z", "date(\"yyyy-MM-dd HH:mm XXX\")", ["date.syntax"]),
            ("2023-02-29 09:05 +01:00", "date(\"yyyy-MM-dd HH:mm xxx\")", ["date.calendar"]),
            ("2024-02-29 09:05 -03:30", "date(\"yyyy-MM-dd HH:mm xxx\")", []),
            ("2024-02-29 09:05 +0100", "date(\"yyyy-MM-dd HH:mm Z\")", []),
            ("2024-02-29T09:05:00Z", "date(\"yyyy-MM-dd'T'HH:mm:ssXXX\")", []),
            ("2024-02-29T09:05:00+01:00", "date(\"yyyy-MM-dd'T'HH:mm:ssZZZZZ\")", []),
            ("20240229T0905Z", "date(\"yyyyMMdd'T'HHmmXX\")", []),
            ("2024-02-29 09:05+01", "date(\"yyyy-MM-dd HH:mmx\")", []),
            ("2024-02-29 09:05+0130", "date(\"yyyy-MM-dd HH:mmX\")", []),
            // Times of day.
            ("24:00", "time(\"HH:mm\")", ["time.form"]),
            ("17:60", "time(\"HH:mm\")", ["time.form"]),
            ("7:45", "time(\"HH:mm\")", ["time.form"]),
            ("17:45:00", "time(\"HH:mm\")", ["time.form"]),
            ("17:45Z", "time(\"HH:mm\")", ["time.form"]), ("", "time(\"HH:mm\")", ["time.form"]),
            ("0:45 AM", "time(\"h:mm a\")", ["time.form"]),
            ("17:45+01", "time(\"HH:mmxxx\")", ["time.form"]),
            ("17:45", "time(\"HH:mm\")", []), ("7:45", "time(\"HH:mm\", strict=false)", []),
            ("5:45 pm", "time(\"h:mm a\")", []), ("17", "time(\"HH\")", []),
            ("17 h 45", "time(\"HH 'h' mm\")", []), ("17:45+01:00", "time(\"HH:mmxxx\")", []),
            // Names of months.
            ("29. Februar 2024", "date(\"d. MMMM yyyy\")", ["date.syntax"]),
            ("29 February 2024", "date(\"d MMMM yyyy\", language=\"de\")", ["date.syntax"]),
            ("29 Feb 2024", "date(\"d MMMM yyyy\")", ["date.syntax"]),
            ("29 February 2024", "date(\"d MMM yyyy\")", ["date.syntax"]),
            ("29 Februaryy 2024", "date(\"d MMMM yyyy\")", ["date.syntax"]),
            ("30 February 2024", "date(\"d MMMM yyyy\")", ["date.calendar"]),
            ("29 FEB 2024", "date(\"d MMM yyyy\")", []),
            ("29-feb-2024", "date(\"d-MMM-yyyy\")", []),
            ("29 Feb. 2024", "date(\"d MMM yyyy\")", []),
            ("29 Sept. 2024", "date(\"d MMM yyyy\")", []),
            ("29.Feb.2024", "date(\"d.MMM.yyyy\")", []), ("Feb.", "date(\"MMM\")", []),
            ("29 February 2024", "date(\"d MMM yyyy\", strict=false)", []),
            ("29. März 2024", "date(\"d. MMMM yyyy\", language=\"de\")", []),
            ("29. MÄRZ 2024", "date(\"d. MMMM yyyy\", language=\"de-AT\")", []),
            ("29 févr. 2024", "date(\"d MMM yyyy\", language=\"fr\")", []),
            ("29 FÉVRIER 2024", "date(\"d MMMM yyyy\", language=\"fr\")", []),
            ("29 lutego 2024", "date(\"d MMMM yyyy\", language=\"pl\")", []),
            ("Февраль 2024", "date(\"MMMM yyyy\", language=\"ru\")", []),
            ("2024 11月", "date(\"yyyy MMM\", language=\"ja\")", []),
            ("2024 十一月", "date(\"yyyy MMMM\", language=\"zh-Hans\")", []),
            // Limits.
            ("29 Feb 2024", "after(\"2024-03-01\", format=\"d MMM yyyy\")", ["after.tooEarly"]),
            ("29 févr. 2024", "before(\"2024-03-01\", format=\"d MMM yyyy\", language=\"fr\")", []),
            ("01.01.70", "before(\"2000-01-01\", format=\"dd.MM.yy\")", ["before.tooLate"]),
            ("01.01.70", "before(\"2000-01-01\", format=\"dd.MM.yy\", pivot=1950)", []),
            ("29.02.2024 12:00", "before(\"2024-03-01\", format=\"dd.MM.yyyy HH:mm\")", []),
            (
                "29.02.2024 12:0", "before(\"2024-03-01\", format=\"dd.MM.yyyy HH:mm\")",
                ["before.format"]
            ),
        ] as [(String, String, [String])])
    func formsAreRead(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    @Test(
        arguments: [
            ("00", nil, "2000"), ("69", nil, "2069"), ("99", nil, "2099"), ("49", 1950, "2049"),
            ("50", 1950, "1950"),
            ("00", 1950, "2000"), ("29", 1930, "2029"), ("30", 1930, "1930"), ("99", 1900, "1999"),
            ("00", 1901, "2000"),
        ] as [(String, Int?, String)])
    func twoDigitsAreAYearFromThePivotOn(_ digits: String, _ pivot: Int?, _ year: String) throws {
        let rule = RuleExpression.date("yyMMdd", pivot: pivot)
        let limits = [RuleExpression.date, .greaterOrEqual("a"), .lessOrEqual("a")]
        let manager = try ValidatorsManager(
            RuleSet(Field("a", rule), Field("b", Validator(rules: limits.map { RuleEntry($0) }))),
            registry: standardRules)
        let record = ValidationRecord(text: [("a", "\(digits)0131"), ("b", "\(year)-01-31")])
        #expect(manager.validate(record).isValid)
    }

    @Test(arguments: [
        ("date(\"dd.MM.yyyy HH:mm\")", "31.01.2024 23:59", "01.02.2024 00:00"),
        ("date(\"dd.MM.yyyy HH:mm:ss.SSS\")", "01.02.2024 00:00:00.001", "01.02.2024 00:00:00.010"),
        ("date(\"M/d/yyyy h:mm a\")", "1/31/2024 12:30 AM", "1/31/2024 1:00 AM"),
        ("date(\"M/d/yyyy h:mm a\")", "1/31/2024 11:59 AM", "1/31/2024 12:00 PM"),
        ("date(\"d MMM yyyy\")", "29 Sep 2024", "1 Oct 2024"),
        (
            "date(\"dd.MM.yyyy HH:mm xxx\")", "01.03.2024 00:30 +02:00",
            "29.02.2024 23:00 +00:00"
        ),
        ("date(\"dd.MM.yyyy HH:mm Z\")", "01.02.2024 10:00 +0530", "01.02.2024 06:00 +0100"),
        ("date(\"dd.MM.yy\", pivot=1950)", "31.12.99", "01.01.00"),
    ])
    func fieldsAreComparedByWhatTheyAreReadAs(
        _ reading: String, _ less: String, _ more: String
    ) throws {
        func entries(_ rules: String) throws -> Validator {
            Validator(rules: try RuleExpressionParser.parse(rules).map { RuleEntry($0) })
        }
        for order in ["lessThan(b)", "before(b)"] {
            let manager = try ValidatorsManager(
                RuleSet(
                    Field("a", try entries("\(reading), \(order)")),
                    Field("b", try entries(reading))),
                registry: standardRules)
            let right = ValidationRecord(text: [("a", less), ("b", more)])
            #expect(manager.validate(right).isValid, "\(order)")
            let wrong = ValidationRecord(text: [("a", more), ("b", less)])
            #expect(manager.validate(wrong).violations.map(\.field) == ["a"], "\(order)")
        }
    }

    @Test(arguments: [
        ("time(\"H:mm\")", "9:59", "10:00"), ("time(\"h:mm a\")", "12:30 AM", "1:00 AM"),
        ("time(\"h:mm a\")", "11:00 AM", "12:00 PM"),
        ("time(\"HH:mmxxx\")", "12:00+02:00", "11:00+00:00"),
    ])
    func timesAreComparedByWhatTheyAreReadAs(
        _ reading: String, _ less: String, _ more: String
    ) throws {
        let rules = try RuleExpressionParser.parse("\(reading), lessThan(b)")
        let other = try RuleExpressionParser.parse(reading)
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", Validator(rules: rules.map { RuleEntry($0) })),
                Field("b", Validator(rules: other.map { RuleEntry($0) }))),
            registry: standardRules)
        let right = ValidationRecord(text: [("a", less), ("b", more)])
        #expect(manager.validate(right).isValid)
        let wrong = ValidationRecord(text: [("a", more), ("b", less)])
        #expect(manager.validate(wrong).violations.map(\.code) == ["lessThan.notLess"])
        let same = ValidationRecord(text: [("a", less), ("b", less)])
        #expect(manager.validate(same).violations.map(\.code) == ["lessThan.notLess"])
    }

    /// A time in a form is compared with one of RFC 3339, which has another.
    @Test func aTimeInAFormIsComparedWithOneOfRFC3339() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("a", .time("h:mm a"), .lessThan("b")), Field("b", .time)),
            registry: standardRules)
        func codes(_ first: String, _ second: String) -> [String] {
            manager.validate(ValidationRecord(text: [("a", first), ("b", second)])).violations
                .map(\.code)
        }
        #expect(codes("9:30 AM", "10:00:00Z") == [])
        #expect(codes("9:30 PM", "10:00:00Z") == ["lessThan.notLess"])
        #expect(codes("9:30 AM", "10:00:00+01:00") == ["lessThan.notLess"])
    }

    @Test func aMomentInAFormIsComparedWithOneOfRFC3339() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", .date("dd.MM.yyyy HH:mm"), .lessThan("b")), Field("b", .dateTime)
            ),
            registry: standardRules)
        func codes(_ first: String, _ second: String) -> [String] {
            manager.validate(ValidationRecord(text: [("a", first), ("b", second)])).violations
                .map(\.code)
        }
        #expect(codes("29.02.2024 12:00", "2024-02-29T12:00:01Z") == [])
        #expect(codes("29.02.2024 12:00", "2024-02-29T13:00:00+01:00") == ["lessThan.notLess"])
    }

    @Test(arguments: [
        ("date(\"dd.MM.yyyy mm\")", "date: argument 'format' has 'm' without 'H'"),
        ("date(\"dd.MM.yyyy HH:ss\")", "date: argument 'format' has 's' without 'm'"),
        ("date(\"dd.MM.yyyy HH:mm.SSS\")", "date: argument 'format' has 'S' without 's'"),
        ("date(\"dd.MM.yyyy hh:mm\")", "date: argument 'format' has 'h' without 'a'"),
        ("date(\"dd.MM.yyyy HH:mm a\")", "date: argument 'format' has 'a' without 'h'"),
        ("date(\"dd.MM.yyyy HH hh a\")", "date: argument 'format' has 'H' and 'h'"),
        ("date(\"dd.MM.yyyy xxx\")", "date: argument 'format' has 'x' without 'H'"),
        ("date(\"dd.MM.yyyy HH:mm xxx Z\")", "date: argument 'format' has 'x' at two places"),
        (
            "date(\"dd.MM.yyyy HH:mm zzz\")",
            "date: argument 'format' has 'zzz', which is not one of yyyy, yy, MM, M, MMM, MMMM, dd, d, "
                + "HH, H, hh, h, a, mm, m, ss, s, S, xxx, XXX and Z"
        ),
        ("time(\"HH:MM\")", "time: argument 'format' has 'M', which is a part of a date"),
        ("time(\"mm:ss\")", "time: argument 'format' has neither HH nor hh"),
        ("time(\"xxx\")", "time: argument 'format' has neither HH nor hh"),
        ("time(\"hh:mm\")", "time: argument 'format' has 'h' without 'a'"),
        (
            "time(\"HH:mm\", offset=optional)",
            "time: argument 'offset' and 'format' exclude each other"
        ),
        (
            "time(\"HH:mm\", seconds=optional)",
            "time: argument 'seconds' and 'format' exclude each other"
        ),
        ("time(strict=false)", "time: argument 'strict' needs the argument 'format'"),
        ("date(\"dd.MM.yyyy dd\")", "date: argument 'format' has 'd' at two places"),
        ("date(\"yyyy yy\")", "date: argument 'format' has 'y' at two places"),
        ("date(\"MM MMM yyyy\")", "date: argument 'format' has 'M' at two places"),
        ("date(\"HH:mm\")", "date: argument 'format' has none of yyyy, MM and dd"),
        ("date(\"dd.MM.yyyy\", pivot=1950)", "date: argument 'pivot' needs a format with yy"),
        ("date(pivot=1950)", "date: argument 'pivot' needs a format with yy"),
        (
            "date(\"dd.MM.yy\", pivot=9901)",
            "date: argument 'pivot' takes an integer from 0 to 9900, not 9901"
        ),
        (
            "date(\"dd.MM.yyyy\", language=\"de\")",
            "date: argument 'language' needs a format with names of months"
        ),
        (
            "date(\"dd MMM yyyy\", language=\"tlh\")",
            "date: argument 'language' takes ar, de, en, es, fr, it, ja, nl, pl, pt, ru, zh, not \"tlh\""
        ),
        (
            "before(\"2024-02-29\", pivot=1950)",
            "before: argument 'pivot' needs the argument 'format'"
        ),
        (
            "before(\"2024-02-29\", language=\"de\")",
            "before: argument 'language' needs the argument 'format'"
        ),
    ])
    func wrongFormsAreNamed(_ rule: String, _ message: String) throws {
        #expect(try bindError(rule)?.message == message)
    }

    /// What a format writes is read as the same day, in every language.
    @Test(arguments: ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh"])
    func everyNameIsReadAsItsMonth(_ language: String) throws {
        for format in ["d MMMM yyyy", "d MMM yyyy", "yyyyMMMMd"] {
            let pattern = try DatePattern(format, strict: true, language: language)
            for month in 1...12 {
                let text = pattern.text(of: CalendarDate(year: 2024, month: month, day: 9))
                #expect(text != nil, "\(format) \(month)")
                let upper = text.map {
                    Array(String(decoding: $0, as: UTF8.self).uppercased().utf8)
                }
                #expect(
                    upper.flatMap { pattern.read($0.span)?.month } == month, "\(format) \(month)")
            }
        }
    }

    @Test func momentsAreWrittenInTheForm() throws {
        let pattern = try DatePattern("d MMM yyyy, h:mm a", strict: true)
        let date = CalendarDate(year: 2024, month: 2, day: 29)
        func text(_ minutes: Int) -> String? {
            pattern.text(of: date, at: .seconds(minutes * 60)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(text(0) == "29 Feb 2024, 12:00 AM")
        #expect(text(12 * 60 + 5) == "29 Feb 2024, 12:05 PM")
        #expect(text(23 * 60 + 59) == "29 Feb 2024, 11:59 PM")
        #expect(pattern.text(of: date, at: .seconds(1)) == nil)
    }
}
