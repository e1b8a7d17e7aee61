// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayFormsFoundation
import Foundation
import Testing

/// Values of Foundation, as rules see them.
@Suite struct FoundationValueTests {
    private func date(_ seconds: Double) -> Value {
        Date(timeIntervalSince1970: seconds).ruleValue
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (0.25, "1970-01-01T00:00:00.250Z"),
        (-0.5, "1969-12-31T23:59:59.500Z"), (-86_400, "1969-12-31T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func aDateIsItsText(_ seconds: Double, _ text: String) {
        #expect(date(seconds) == .string(text))
    }

    /// A date counts from 2001 in a double, which is not exact for most milliseconds.
    @Test func noMillisecondIsLost() {
        let starts: [(since2001: Double, text: String)] = [
            (725_760_000, "2024-01-01T00:00:00."), (-978_307_200, "1970-01-01T00:00:00."),
        ]
        for (start, text) in starts {
            for millisecond in 1..<1000 {
                let date = Date(timeIntervalSinceReferenceDate: start + Double(millisecond) / 1000)
                let digits = String(millisecond + 1000).dropFirst()
                #expect(date.ruleValue == .string("\(text)\(digits)Z"))
            }
        }
    }

    @Test func aDateOutsideOfFourDigitsIsANumberThatNoRuleAboutDatesAccepts() {
        let outside: [Double] = [253_402_300_800, -62_167_219_201, 1e300, -1e300]
        for seconds in outside {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(date.ruleValue == .number(seconds))
            #expect(ValidationRule<Date>.rule(.dateTime).validate(date).isInvalid)
        }
        for endless in [-Double.infinity, .infinity, .nan] {
            let date = Date(timeIntervalSince1970: endless)
            #expect(ValidationRule<Date>.rule(.dateTime).validate(date).isInvalid)
        }
        #expect(ValidationRule<Date>.rule(.dateTime).validate(.now).isValid)
    }

    @Test func textsOfRecentDatesAreThoseOfFoundation() {
        let formatter = Date.ISO8601FormatStyle()
        for day in stride(from: -100_000.0, to: 100_000, by: 37) {
            let date = Date(timeIntervalSince1970: day * 86_400 + 12_345)
            #expect(date.ruleValue == .string(formatter.format(date)))
        }
    }

    @Test func aDecimalIsExact() throws {
        let price = try #require(Decimal(string: "12345678901234567890.10"))
        #expect(price.ruleValue == .decimal("12345678901234567890.1"))
        #expect(ValidationRule<Decimal>.rule(.range(...10)).validate(price).isInvalid)
        #expect(ValidationRule<Decimal>.rule(.number).validate(.nan).isInvalid)
        #expect(ValidationRule<Decimal>.rule(.number).validate(.greatestFiniteMagnitude).isValid)
        #expect(ValidationRule<Decimal>.rule(.number).validate(.leastNonzeroMagnitude).isValid)
    }

    private struct Event: ValidatableForm, Equatable {
        @Validate(.required, .dateTime) var start: Date?
        @Validate(.url) var site = URL(string: "https://assay.example/a")
        @Validate(.uuid) var id = UUID()
        @Validate(.inRange(Decimal(1)..., message: "Too cheap.")) var price = Decimal(0)

        static let validatedFields: [ValidatedField<Event>] = [
            ValidatedField("start", \.$start), ValidatedField("site", \.$site),
            ValidatedField("id", \.$id), ValidatedField("price", \.$price),
        ]
    }

    @Test func fieldsHaveThem() {
        var form = Event()
        form.validate()
        #expect(form.summary.map(\.text) == ["is required", "Too cheap."])
        form.start = .now
        form.price = 5
        form.site = URL(string: "https://assay.example:99999/")
        form.validate()
        #expect(form.errors.map(\.field) == ["site"])
    }
}
