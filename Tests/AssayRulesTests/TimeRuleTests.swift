// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct TimeRuleTests {
    @Test(
        arguments: [
            ("1.2.2024", "date(\"d.M.yyyy\")", []), ("01.02.2024", "date(\"d.M.yyyy\")", []),
            ("1.2.2024", "date(\"dd.MM.yyyy\")", ["date.syntax"]),
            ("1.2.2024", "date(\"dd.MM.yyyy\", strict=false)", []),
            ("31.4.2024", "date(\"d.M.yyyy\")", ["date.calendar"]),
            ("20240229", "date(\"yyyyMMdd\")", []), ("24/2/29", "date(\"yy/M/d\")", []),
            ("2024-02", "date(\"yyyy-MM\")", []),
            ("2024-13", "date(\"yyyy-MM\")", ["date.calendar"]),
            ("on 1.2.2024", "date(\"'on' d.M.yyyy\")", []),
            ("1'2024", "date(\"d''yyyy\")", []),
            ("", "date(\"d.M.yyyy\")", ["date.syntax"]),
            ("2024-02-29T00:00:00Z", "before(\"2024-03-01\")", []),
            ("2024-03-01", "before(\"2024-03-01\")", ["before.tooLate"]),
            ("2024-03-01", "beforeOrEqual(\"2024-03-01\")", []),
            ("2024-03-01", "after(\"2024-03-01\")", ["after.tooEarly"]),
            ("2024-03-01", "afterOrEqual(\"2024-03-01\")", []),
            ("2024-03-010", "after(\"2024-02-01\")", ["after.syntax"]),
            ("", "after(\"2024-02-01\")", ["after.syntax"]),
            ("23:59:60", "time(offset=optional)", []), ("17:45Z", "time(seconds=optional)", []),
            ("17:45:Z", "time(seconds=optional)", ["time.syntax"]),
            ("17:45:00+1", "time", ["time.syntax"]), ("1", "time", ["time.syntax"]),
            ("2024-02-29T", "dateTime", ["dateTime.syntax"]),
            ("2024-02-29_17:45:00Z", "dateTime(separator=any)", ["dateTime.syntax"]),
        ] as [(String, String, [String])])
    func formsAreRead(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }
}
