// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayFormsFoundation
import Foundation
import Testing

/// Numbers and dates as people write them.
@MainActor
@Suite struct LocalizedFieldTests {
    private func form(typed: Bool = false) throws -> FormModel {
        try .immediate(
            RuleSet(Field("price", .number), Field("born", .date)),
            initial: typed ? ["price": 0] : ValidationRecord(text: []))
    }

    /// A text that the locale cannot read stays, then what it reads.
    @Test(
        arguments: [
            ("de", "12a", nil), ("de", "1.2.3", nil), ("de", "1.23.456", "123456"),
            ("de", ",", nil), ("de", "1,", nil), ("de", "--1", nil), ("en", "1,2345,6", nil),
            ("de", "1.5", "1.5"), ("en", "1,5", "1.5"), ("de", "1,5", "1.5"), ("de", ",5", "0.5"),
            ("de", "1.234,5", "1234.5"), ("en", "1,234.5", "1234.5"), ("de", "1.234", "1234"),
            ("en", "1.234", "1.234"), ("fr", "1 234,50", "1234.50"), ("fr", "1\u{202F}234", "1234"),
            ("de", "-1,5", "-1.5"), ("de", "\u{2212}1,5", "-1.5"), ("de", "+7", "7"),
            ("en", "12,34,567", "1234567"), ("en", "\u{663}\u{664}", "34"), ("de", " 7 ", "7"),
            ("en", "0.1000000000000000000001", "0.1000000000000000000001"),
        ] as [(String, String, String?)])
    func aNumberIsExactInEveryLocale(locale: String, text: String, exact: String?) throws {
        let form = try form()
        let price = form["price"].localized(.number, in: Locale(identifier: locale))
        price.text = text
        #expect(form["price"].value == .string(exact ?? text))
        #expect(price.text == text)
        if exact == nil { #expect(form["price"].messages == ["must be a number"]) }
    }

    @Test(arguments: [
        ("de", "1234567.5", "1.234.567,5"), ("en", "-1234", "-1,234"), ("de", "1e5", "1e5"),
        ("de", "abc", "abc"), ("de", "999", "999"), ("de", "1.50", "1,50"),
    ])
    func aValueIsShownInItsLocale(locale: String, value: String, text: String) throws {
        let form = try form()
        let price = form["price"].localized(.number, in: Locale(identifier: locale))
        form["price"].text = value
        #expect(price.text == text)
    }

    @Test func aFormOfTypedValuesGetsNumbers() throws {
        let form = try form(typed: true)
        let price = form["price"].localized(.number, in: Locale(identifier: "de"))
        price.text = "1.234,10"
        #expect(form["price"].value == .decimal("1234.10"))
        #expect(price.text == "1.234,10")
        price.text = ""
        #expect(form["price"].value == .absent && price.text == "")
        form["price"].value = 1500
        #expect(price.text == "1.500")
    }

    @Test(
        arguments: [
            ("de", "30.2.2024", nil), ("de", "29.2.24", nil), ("en_US", "13/1/2024", nil),
            ("en_US", "today", nil), ("de", "29.2.2024", "2024-02-29"),
            ("en_US", "2/29/2024", "2024-02-29"), ("en_GB", "29/02/2024", "2024-02-29"),
            ("de", "2024-02-29", "2024-02-29"),
        ] as [(String, String, String?)])
    func aDayIsTheSameInEveryLocale(locale: String, text: String, day: String?) throws {
        let form = try form()
        let born = form["born"].localized(.date, in: Locale(identifier: locale))
        born.text = text
        #expect(form["born"].value == .string(day ?? text))
        #expect(form["born"].validation.isValid == (day != nil))
        #expect(born.text == text)
    }

    @Test func aDayIsShownInItsLocale() throws {
        let form = try form()
        let german = form["born"].localized(.date, in: Locale(identifier: "de"))
        let american = form["born"].localized(.date, in: Locale(identifier: "en_US"))
        form["born"].text = "2024-02-29"
        #expect(german.text == "29.2.2024" && american.text == "2/29/2024")
        form["born"].text = "2024"
        #expect(german.text == "2024")
    }

    @Test(arguments: [
        ("de", "muss ein Datum der Form 29.2.2024 sein"),
        ("en_US", "must be a date of the form 2/29/2024"),
    ])
    func messagesNameTheFormThatTheUserTypes(locale: String, message: String) throws {
        let form = try form()
        form.messages = RuleRegistry.standard().messages(in: locale)
        let born = form["born"].localized(.date, in: Locale(identifier: locale))
        born.text = "31.2"
        #expect(born.messages == [message] && born.firstMessage == message)
        #expect(born.presentation.messages == [message])
        #expect(form["born"].messages != [message])
        #expect(form["born"].messages.first?.contains("yyyy-MM-dd") == true)
    }

    @Test func messagesNameDaysAsTheUserTypesThem() throws {
        let form = try FormModel.immediate(RuleSet(Field("born", .date, .before("2024-03-01"))))
        let born = form["born"].localized(.date, in: Locale(identifier: "de"))
        born.text = "2.3.2024"
        #expect(form["born"].messages == ["must be before 2024-03-01"])
        #expect(born.messages == ["must be before 1.3.2024"])
        born.text = "29.2.2024"
        #expect(born.messages == [] && born.presentation.mark == .valid)
    }

    // MARK: - Inputs other than texts

    @Test(arguments: [
        "", "2023-02-29", "2024-2-9", "24-02-29", "today", "2024-02-29T", "-024-02-29",
    ])
    func whatIsNoDayIsNone(text: String) throws {
        let form = try form()
        form["born"].text = text
        #expect(form["born"][day: .gmt] == nil)
    }

    @Test func aDatePickerHasTheDayOfItsZone() throws {
        let form = try form()
        for name in ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Berlin"] {
            let zone = try #require(TimeZone(identifier: name))
            form["born"].text = "2024-02-29"
            let day = try #require(form["born"][day: zone])
            form["born"][day: zone] = day.addingTimeInterval(12 * 3600)
            #expect(form["born"].text == "2024-02-29")
            form["born"][day: zone] = day.addingTimeInterval(25 * 3600)
            #expect(form["born"].text == "2024-03-01")
        }
        form["born"][day: .gmt] = nil
        #expect(form["born"].value == .absent)
    }

    @Test func togglesAndSteppersHaveTheirValues() throws {
        let form = try FormModel.immediate(
            RuleSet(Field("terms", .required, .accepted), Field("seats", .integer, .range(1...8))))
        #expect(!form["terms"].bool && form["seats"].integer == 0)
        form["seats"].text = "x"
        #expect(form["seats"].integer == 0)
        form["seats"].text = "3"
        #expect(form["seats"].integer == 3)
        form["seats"].integer += 7
        #expect(form["seats"].messages == ["must be at most 8"])
        form["seats"].integer = 8
        #expect(form["seats"].validation == .valid)
        form["terms"].bool = true
        #expect(form["terms"].validation == .valid && form["terms"].bool)
        form["terms"].bool = false
        #expect(form["terms"].messages == ["must be accepted"])
        form["terms"].text = "true"
        #expect(form["terms"].bool)
    }
}
