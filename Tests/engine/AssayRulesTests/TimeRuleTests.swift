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
            ("2024-03-01garbage", "after(\"2024-02-01\")", ["after.syntax"]),
            ("2024-03-01T", "after(\"2024-02-01\")", ["after.syntax"]),
            ("2024-03-01\n", "before(\"2025-01-01\")", ["before.syntax"]),
            ("2024-03-01T25:00:00Z", "before(\"2025-01-01\")", ["before.syntax"]),
            ("2024-03-01_10:00:00", "beforeOrEqual(\"2025-01-01\")", ["beforeOrEqual.syntax"]),
            ("2024-03-01 10:00:00 ", "afterOrEqual(\"2024-01-01\")", ["afterOrEqual.syntax"]),
            ("2024-03-01 10:00:00", "after(\"2024-02-01\")", []),
            ("2024-03-01t10:00:00.5+02:00", "after(\"2024-02-01\")", []),
            ("2024-03-01", "after(\"2024-02-01\", \"d.M.yyyy\")", ["after.format"]),
            ("30.2.2024", "after(\"2024-02-01\", \"d.M.yyyy\")", ["after.format"]),
            ("1.3.2024x", "after(\"2024-02-01\", \"d.M.yyyy\")", ["after.format"]),
            ("1.3.2024", "after(\"2024-02-01\", \"dd.MM.yyyy\")", ["after.format"]),
            ("1.3.2024", "after(\"2024-02-01\", \"dd.MM.yyyy\", strict=false)", []),
            ("1.2.2024", "after(\"2024-02-01\", \"d.M.yyyy\")", ["after.tooEarly"]),
            ("1.2.2024", "afterOrEqual(\"2024-02-01\", \"d.M.yyyy\")", []),
            ("31.1.2024", "before(\"2024-02-01\", format=\"d.M.yyyy\")", []),
            (
                "2.2.2024", "beforeOrEqual(\"2024-02-01\", format=\"d.M.yyyy\")",
                ["beforeOrEqual.tooLate"]
            ),
            ("2024-03-01T10:00:00Z", "before(\"2025-01-01\", \"yyyy-MM-dd\")", ["before.format"]),
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
