// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ruleshell

@Suite struct UTCTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (951_868_800, "2000-03-01T00:00:00Z"),
        (1_709_210_096, "2024-02-29T12:34:56Z"), (1_767_225_599, "2025-12-31T23:59:59Z"),
        (1_767_225_600, "2026-01-01T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
    func daysAreThoseOfTheCalendar(seconds: Int, text: String) {
        #expect(UTCTime(since1970: .seconds(seconds)).rfc3339 == text)
    }

    @Test func fractionsAreLeftOut() {
        let time = UTCTime(since1970: .milliseconds(1_999))
        #expect(time.text == "1970-01-01 00:00:01 UTC")
    }
}
