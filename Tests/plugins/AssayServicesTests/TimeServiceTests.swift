// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import TestRandomness
import Testing

@Suite struct TimeServiceTests {
    private let bench = ServiceBench()

    private func parse(
        _ text: String, _ form: UInt32, _ options: UInt32 = 0
    ) -> (outcome: Int32, time: assay_time) {
        var time = assay_time()
        let outcome = borrowed(text) { bench.times.parse($0, form, options, &time) }
        return (outcome, time)
    }

    private func parts(_ time: assay_time) -> String {
        "\(time.parts) \(time.year)-\(time.month)-\(time.day) \(time.hour):\(time.minute):"
            + "\(time.second).\(time.nanosecond) \(time.offset_minutes) \(time.unix_seconds)"
    }

    @Test(
        arguments: [
            ("2024-02-29", ASSAY_TIME_DATE, 0, "1 2024-2-29 0:0:0.0 0 0"),
            ("17:45", ASSAY_TIME_TIME, 5, "2 0-0-0 17:45:0.0 0 0"),
            ("17:45:01.5Z", ASSAY_TIME_TIME, 0, "6 0-0-0 17:45:1.500000000 0 0"),
            (
                "1970-01-01T00:00:00Z", ASSAY_TIME_DATE_TIME, 0, "15 1970-1-1 0:0:0.0 0 0"
            ),
            (
                "2024-02-29t17:45:00.1234567891+05:30", ASSAY_TIME_DATE_TIME, 0,
                "15 2024-2-29 17:45:0.123456789 330 1709208900"
            ),
            (
                "2016-12-31T23:59:60Z", ASSAY_TIME_DATE_TIME, 0,
                "15 2016-12-31 23:59:60.0 0 1483228800"
            ),
            (
                "0000-01-01T00:00:00-00:01", ASSAY_TIME_DATE_TIME, 0,
                "15 0-1-1 0:0:0.0 -1 -62167219140"
            ),
            (
                "9999-12-31 23:59:59", ASSAY_TIME_DATE_TIME, 10,
                "3 9999-12-31 23:59:59.0 0 0"
            ),
            ("2024-02-29 or so", ASSAY_TIME_DAY, 0, "1 2024-2-29 0:0:0.0 0 0"),
        ] as [(String, UInt32, UInt32, String)])
    func partsAreRead(text: String, form: UInt32, options: UInt32, parts: String) {
        let (outcome, time) = parse(text, form, options)
        #expect(outcome == ASSAY_TIME_OK)
        #expect(self.parts(time) == parts)
    }

    @Test(
        arguments: [
            ("", ASSAY_TIME_DATE, 0, ASSAY_TIME_SYNTAX),
            ("2023-02-29", ASSAY_TIME_DATE, 0, ASSAY_TIME_CALENDAR),
            ("2024-02-291", ASSAY_TIME_DAY, 0, ASSAY_TIME_SYNTAX),
            ("2024-02-29T24:00:00Z", ASSAY_TIME_DATE_TIME, 0, ASSAY_TIME_SYNTAX),
            ("2023-02-29T17:45:00Z", ASSAY_TIME_DATE_TIME, 0, ASSAY_TIME_CALENDAR),
            ("22:59:60Z", ASSAY_TIME_TIME, 0, ASSAY_TIME_LEAP_SECOND),
            ("2024-02-29", 0, 0, ASSAY_E_PARAM), ("2024-02-29", 5, 0, ASSAY_E_PARAM),
            ("2024-02-29", ASSAY_TIME_DATE, 1 << 6, ASSAY_E_PARAM),
            (String(repeating: "2", count: 10_000_000), ASSAY_TIME_DAY, 0, ASSAY_TIME_SYNTAX),
        ] as [(String, UInt32, UInt32, Int32)])
    func otherTextsAreNone(text: String, form: UInt32, options: UInt32, outcome: Int32) {
        let (found, time) = parse(text, form, options)
        #expect(found == outcome)
        #expect(time.parts == 0)
    }

    @Test(
        arguments: [
            ("29.2.2024", "d.M.yyyy", 0, ASSAY_TIME_OK),
            ("9.2.2024", "dd.MM.yyyy", 0, ASSAY_TIME_SYNTAX),
            ("9.2.2024", "dd.MM.yyyy", ASSAY_TIME_LENIENT, ASSAY_TIME_OK),
            ("31.2.2024", "d.M.yyyy", 0, ASSAY_TIME_CALENDAR), ("1", "q", 0, ASSAY_E_PARAM),
            ("1", "", 0, ASSAY_E_PARAM), ("1", "d", 1, ASSAY_E_PARAM),
        ] as [(String, String, UInt32, Int32)])
    func otherFormsAreRead(text: String, format: String, options: UInt32, outcome: Int32) {
        let found = borrowed(text) { text in
            borrowed(format) { bench.times.parse_format(text, $0, options, nil) }
        }
        #expect(found == outcome)
    }

    @Test func daysAreComparedWhateverTheTime() {
        func order(_ left: assay_time, _ right: assay_time) -> Int32? {
            var (left, right, order) = (left, right, Int32(7))
            return bench.times.compare(&left, &right, &order) == ASSAY_OK ? order : nil
        }
        let day = parse("2024-02-29", ASSAY_TIME_DATE).time
        let later = parse("2024-02-29T23:00:00-05:00", ASSAY_TIME_DATE_TIME).time
        #expect(order(day, later) == 0)
        #expect(order(parse("2024-02-28", ASSAY_TIME_DATE).time, day) == -1)
        #expect(order(parse("2024-03-01", ASSAY_TIME_DATE).time, day) == 1)
        #expect(order(day, parse("17:45:00Z", ASSAY_TIME_TIME).time) == nil)
        for (year, month, dayOfMonth) in [
            (Int32.min, 1, 1), (10_000, 1, 1), (2024, 0, 1), (2024, 13, 1), (2023, 2, 29),
            (2024, UInt32.max, UInt32.max), (2024, 1, UInt32.max),
        ] as [(Int32, UInt32, UInt32)] {
            var forged = day
            (forged.year, forged.month, forged.day) = (year, month, dayOfMonth)
            #expect(order(forged, day) == nil)
        }
        var order: Int32 = 0
        #expect(bench.times.compare(nil, nil, &order) == ASSAY_E_PARAM)
    }

    @Test(arguments: HostileText.allCases)
    func textThatIsNoneIsAnError(text: HostileText) {
        for form in ASSAY_TIME_DATE...ASSAY_TIME_DAY {
            #expect(text.with { bench.times.parse($0, form, 0, nil) } == ASSAY_E_PARAM)
        }
        #expect(
            borrowed("d") { format in
                text.with { bench.times.parse_format($0, format, 0, nil) }
            } == ASSAY_E_PARAM)
    }

    /// On dates and times with a few changed characters.
    @Test func answersAreThoseOfTheRules() throws {
        var random = SeededNumbers(seed: 14)
        let seeds = ["2024-02-29", "17:45:00Z", "2016-12-31T23:59:60.25+00:00", "23:59:60Z"]
        let letters = Array("0123459-:TZz+. ")
        let rules = ["date", "time", "dateTime", "before(\"2020-01-01\")"]
        var seen: Set<String> = []
        for _ in 0..<300 {
            var text = Array(seeds.randomElement(using: &random) ?? "")
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                text[place] = letters.randomElement(using: &random) ?? "0"
            }
            for (form, rule) in rules.enumerated() {
                let found = try codes(rule, .string(String(text))).first ?? ""
                let (outcome, time) = parse(String(text), UInt32(form + 1))
                var expected = ""
                switch outcome {
                case ASSAY_TIME_SYNTAX: expected = "syntax"
                case ASSAY_TIME_CALENDAR:
                    expected = rule.hasPrefix("before") ? "syntax" : "calendar"
                case ASSAY_TIME_LEAP_SECOND: expected = "leapSecond"
                // The service reads the day whatever follows it, the rule a whole text.
                default:
                    if form == 3, text.count > 10 { continue }
                    if form == 3, time.year >= 2020 { expected = "tooLate" }
                }
                #expect(
                    found == (expected.isEmpty ? "" : "\(rule.prefix { $0 != "(" }).\(expected)"),
                    "\(rule) of \(String(text))")
                seen.insert(found)
            }
        }
        #expect(seen.count >= 8)
    }
}
