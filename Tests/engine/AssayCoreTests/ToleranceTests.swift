// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Counts and shares of failures.
@Suite struct ToleranceTests {
    @Test(arguments: [
        "", "%", "-1", "-1 %", "120 %", "100.1 %", "1.5", ".5 %", "5. %", "1e2 %", "0.0000000001 %",
        "5 percent",
        "99999999999999999999", " 5 %", "٥ %", "1.2.3 %", "0005 %",
    ])
    func anythingElseIsNoTolerance(text: String) {
        #expect(Tolerance(text) == nil)
    }

    @Test(arguments: [
        ("0", "0"), ("3", "3"), ("0.5 %", "0.5 %"), ("0.50%", "0.5 %"), ("100 %", "100 %"),
        ("1.0 %", "1 %"),
        ("0 %", "0 %"), ("0.000000001 %", "0.000000001 %"), ("12.25   %", "12.25 %"),
    ])
    func aToleranceIsWrittenInOneWay(text: String, written: String) throws {
        let tolerance = try #require(Tolerance(text))
        #expect(tolerance.description == written)
        #expect(Tolerance(written) == tolerance)
    }

    @Test(arguments: [
        ("0", 1, 100, false), ("0", 0, 100, true), ("3", 4, 1000, false), ("3", 3, 3, true),
        ("0.1 %", 21, 20_000, false), ("0.1 %", 20, 20_000, true), ("0.1 %", 1, 999, false),
        ("0 %", 1, .max, false), ("0 %", 0, 0, true), ("100 %", 5, 5, true), ("50 %", 1, 0, false),
        ("33.333333333 %", 1, 3, false), ("50 %", .max / 2 + 1, .max, false),
        ("50 %", .max / 2, .max, true),
    ])
    func aShareIsExact(text: String, failed: Int, decided: Int, isAllowed: Bool) throws {
        #expect(try #require(Tolerance(text)).allows(failed, of: decided) == isAllowed)
    }

    @Test(arguments: [
        (0, 0, "0 %"), (0, 5, "0 %"), (84, 20_000, "0.42 %"), (1, 3, "33.33 %"), (2, 3, "66.67 %"),
        (5, 5, "100 %"),
        (1, 1_000_000, "< 0.01 %"), (1, 20_000, "0.01 %"), (.max, .max, "100 %"), (1, 2, "50 %"),
    ])
    func aShareIsShownWithTwoDigits(failed: Int, decided: Int, shown: String) {
        #expect(Tolerance.percentage(of: failed, in: decided) == shown)
    }
}
