// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct AmountTests {
    static let euros =
        "currencyAmount(symbol=\"€\", thousands=\".\", decimal=\",\", symbolPosition=after, "
        + "allowSpace=true)"
    static let lists: [VerdictList] = [
        .init(
            "currencyAmount",
            valid: [
                "-$10,123.45", "$10,123.45", "$10123.45", "10,123.45", "10123.45", "10,123",
                "1,123,456", "1123456", "1.39", ".03", "0.10", "$0.10", "-$0.01", "-$.99",
                "$100,234,567.89", "$10,123", "-10123", "0", "$0", "-0", "999", "1,000",
                "100,000,000,000,000,000,000.00",
            ],
            invalid: [
                "", "$", "-", "-$", "$-", "1.234", "$1.1", "$ 32.50", "500$", ".0001", "$.001",
                "$0.001", "12,34.56", "123456,123,123456", "123,4", ",123", "$-,123", "$-10",
                "$10-", "($10)", "--1", "$$1", "+1", "1,,000", "0,123", "01", "00", "1,00", "1.",
                "$1.", ".", ",", "1,234567", "1 000", "1'000", "１", "٣", "1e3", "1.00.00", "0x1",
                "1,234.5,678", "€1", "1\u{0}",
            ]),
        .init(
            euros,
            valid: ["-1.234,50 €", "1.234,50€", "0,99", "12", "-5€"],
            invalid: [
                "€1", "€ 1", "1.5 €", "1,234.50 €", "12  €", "12 ", "(1 €)", "1 €-", "1€€", "€",
                " €",
            ]),
        .init(
            "currencyAmount(symbol=\"€\", thousands=\" \", decimal=\",\", symbolPosition=after, "
                + "allowSpace=true)",
            valid: ["1 234,50 €", "1 €", "1 234 €", "0 €", "1€", "1 234 567,00"],
            invalid: ["1  €", "12 34 €", "1 ", "1 234  €", "1 23", "1,", "1 234 5 €"]),
        .init(
            "currencyAmount(symbol=\"¥\", places=0, negative=beforeDigits)",
            valid: ["¥-999", "¥6,954,231", "-1", "0"],
            invalid: ["-¥999", "¥1.0", "¥1.", "¥ 1", "¥--1", "1¥"]),
        .init(
            "currencyAmount(symbol=\"CHF\", thousands=\"’\", requireSymbol=true, allowSpace=true)",
            valid: ["CHF 1’234.50", "CHF1234"], invalid: ["1’234.50", "CHF  1", "chf 1", "CHF"]),
        .init(
            "currencyAmount(thousands=\"\", places=3, requirePlaces=true)",
            valid: ["1234.500", ".123"], invalid: ["1,234.500", "1234", "1234.50"]),
        .init(
            "currencyAmount(negative=parentheses)", valid: ["($5.00)", "$5.00", "(1)"],
            invalid: ["-5", "($5.00", "$5.00)", "$(5.00)", "((1))", "()", "(-1)"]),
        .init(
            "currencyAmount(negative=afterDigits)", valid: ["$5.00-", "5-"],
            invalid: ["-5", "5--", "-5-"]),
    ]

    private static let symbol =
        "symbol must be at most 16 bytes without digits, signs and parentheses"

    @Test(
        arguments: [
            ("symbol=\"\"", symbol), ("symbol=\"A1\"", symbol), ("symbol=\"-\"", symbol),
            (
                "thousands=\"1\"",
                "thousands must be empty or one character other than a digit or a sign"
            ),
            (
                "thousands=\"ab\"",
                "thousands must be empty or one character other than a digit or a sign"
            ),
            (
                "decimal=\"\"",
                "decimal must be one character other than a digit, a sign and thousands"
            ),
            (
                "decimal=\",\"",
                "decimal must be one character other than a digit, a sign and thousands"
            ),
        ])
    func argumentsThatAreAmbiguousAreRejected(_ argument: String, _ message: String) {
        let rejection = #expect(throws: RuleUse.Rejection.self) {
            try RuleUse("currencyAmount(\(argument))")
        }
        #expect(rejection?.message == message)
    }
}
