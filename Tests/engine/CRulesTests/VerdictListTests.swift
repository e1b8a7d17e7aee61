// SPDX-License-Identifier: Apache-2.0
import Testing

/// Texts that a rule accepts and texts that it rejects.
struct VerdictList: CustomTestStringConvertible, Sendable {
    let expression: String
    let valid: [String]
    let invalid: [String]

    init(_ expression: String, valid: [String], invalid: [String]) {
        (self.expression, self.valid, self.invalid) = (expression, valid, invalid)
    }

    var testDescription: String { expression }
}

@Suite struct VerdictListTests {
    /// Addresses of BIP 173 and BIP 350, of Base58Check, and of EIP-55.
    static let addresses: [VerdictList] = [
        .init(
            "bitcoinAddress",
            valid: [
                "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
                "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
                "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
                "BC1SW50QGDZ25J", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
                "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
                "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
                "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
                "mucFNhKMYoBQYUAEsrFVscQ1YaFQPekBpg", "2NBFNJTktNa7GZusGbDbGKRZTxdK9VVez3n",
            ],
            invalid: [
                "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
                "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
                "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
                "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
                "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
                "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
                "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "bc1pw5dgrnzv",
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
                "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
                "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
                "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j", "bc1gmk9yu",
                "11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            ]),
        .init("bitcoinAddress(kinds=\"testnet\")", valid: [], invalid: ["BC1SW50QGDZ25J"]),
        .init(
            "ethereumAddress(checksum=true)",
            valid: [
                "0x52908400098527886E0F7030069857D2E4169EE7",
                "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
                "0xde709f2102306220921060314715629080e2fb77",
                "0x27b1fdb04752bbc536007a920d24acb045561c26",
                "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
                "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
                "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
            ],
            invalid: [
                "0xd1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
                "0XD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
                "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aD",
            ]),
    ]

    static let times: [VerdictList] = [
        .init(
            "iso8601",
            valid: [
                "2009", "2009-05", "2009-05-19", "20090519", "2009123", "2009-123", "2009-W01-1",
                "2009-W33", "2009W511", "2009-05-19T14", "2009-05-19T14:31", "20090621T0545Z",
                "2009-W21-2T01:22", "2007-04-05T24:00", "2010-02-18T16:23:48,444",
                "2010-02-18T16:23,25", "+002009-05-19", "P1Y", "P2W", "PT1.5S", "P1M", "PT1M",
                "P1Y2M3DT4H5M6S", "2007-03-01T13:00:00Z/2008-05-11T15:30:00Z", "R/P1Y/2008",
                "P1Y2M10DT2H30M/2008-05-11T15:30:00Z", "2016-12-31T23:59:60Z", "2020-W53",
                "2017-01-01T00:59:60+01:00", "2016-12-31T18:59:60.5-05", "20170101T052960+0530",
                "2016-12-31T23:59:60", "2024-01-01T00:00+00:00", "2024-01-01T00:00-00:01",
                "0000-01-01", "+0000-01-01", "-0001-01-01",
            ],
            invalid: [
                "200905", "2009367", "2009-", "2007-04-05T24:50", "2009-000", "2009-M511",
                "2009-05-19T14a39r", "2009-05-19T14:3924", "2009-0519", "2009-W54", "P", "PT",
                "P1", "P1W2D", "P1H", "P1S", "PT1D", "P1.5Y2M", "P1YT2H3H", "P1DT", "2009/",
                "/2009", "2009/2010/2011", "R5", "R5/P1Y", "2009-13", "2009-05-32", "2021-W53",
                "2023-02-29", "2023-366", "1900-02-29", "2009-05-19T25", "2009-05-19T14:60",
                "2009-05-19T14:39:61", "2009-05-19T14:39+24", "2009-05T12:00", "2009-05-19T",
                "２００９", "2016-12-31T22:59:60Z", "2016-12-31T23:59:60+01:00",
                "2017-01-01T00:59:60-01:00", "2024-01-01T00:00-00:00", "20240101T0000-0000",
                "2024-01-01T00-00", "-0000-01-01",
            ]),
        .init(
            "cron",
            valid: [
                "* * * * *", "*/5 * * * *", "0 0 1 1 0", "59 23 31 12 7",
                "0,30 8-18/2 * JAN-MAR Sun",
                "0 0 * * sat", "5 4\t*  * 1,3,5", "0/15 * * * *", "@reboot", "@annually",
            ],
            invalid: [
                "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *",
                "* * * 13 *", "* * * 0 *", "* * * * 8", "*/0 * * * *", "5-1 * * * *",
                "1,,2 * * * *",
                "* * * jan-xyz *", "* * * * ?", "-1 * * * *", "1- * * * *", "*/ * * * *", "@Daily",
                "@every 5m", " * * * * *", "1.5 * * * *",
            ]),
    ]

    static let colours: [VerdictList] = [
        .init(
            "hslColor",
            valid: [
                "hsl(360,0000000000100%,000000100%)", "hSl(  360  , 100%  , 100%   )",
                "hsl(-540, 03%, 4%)", "hsla(+540gRaD, 03%, 4%, 500)", "hsl(200grad+.1%62%/1)",
                "hsl(+540.01e-98rad, 03%, 4%, 500)", "hsl(270 60% 50% / 15%)",
                "hsl(270deg 60% 50%)", "hsl(none none none / none)", "hsl(270 60 50)",
                "hsl(\n270\t60%\r\n50%\u{C})",
            ],
            invalid: [
                "hsl (360,100%,100%)", "hsl(0260, 100 %, 100%)", "hsl(0160, 100%, 100%, 100 %)",
                "hsl(-0160, 100%, 100a)", "hsl(-0160 100%, 100%, )", "hsl(270 deg, 60%, 70%)",
                "hsl(270deg60% 50%)", "hsl(270deg-60% 50%)", "hsl(270degé 60% 50%)",
                "hsl(none, 60%, 70%)", "hsl(270, 60, 50)", "hsl(270 60%\u{B}50%)",
                "hsl(270 60%\u{A0}50%)", "hsl(nonesuch 60% 50%)",
                "hsl( deg, 60%, 70%)", "hsl(, 60%, 70%)", "hsl(3000deg, 70%)",
            ]),
        .init(
            "rgbColor",
            valid: [
                "rgb(0,0,0)", "rgb(255,255,255)", "rgba(0,0,0,0)", "rgba(255,255,255,.1)",
                "rgb(5%,5%,5%)", "RGB(1 2 3)", "rgb(255.0, 0, 0)",
                "rgb(2.55e2, 0e5, 1e-3)", "rgb(2550e-1, 1e1, 25500E-2)", "rgb(0.0255e+4 0 0)",
                "rgb(1e-99999, 0e99999, 0)", "rgb(none 0 50% / none)", "rgb(1.2.3.4)",
                "rgb(1 2 3/1e0)", "rgb(\t1\n2\r3 )", "rgb(-0, -0.0, -0e9)", "rgb(0000255, 0, 0)",
            ],
            invalid: [
                "rgb(0,0,0,)", "rgb(0,0,)", "rgb(0,0,256)", "rgb()", "rgba(0,0,0)",
                "rgba(255,255,255,2)", "rgb(4,4,5%)", "rgba(5%,5%,5%)", "rgb(101%,1%,1%)",
                "rgb(2.551e2,0,0)", "rgb(2551e-1,0,0)", "rgb(0.02551e4,0,0)", "rgb(1e99999,0,0)",
                "rgb(1e9999999999999999999999,0,0)", "rgb(-1e-9,0,0)", "rgb(1 2 3 / 1.0000001)",
                "rgb(1 2 3 / 1.1e0)", "rgb(none,0,0)", "rgb(0,none,0)", "rgba(0,0,0,none)",
                "rgb(nonesuch 0 0)", "rgb(1,2%,3%)", "rgb(1e,0,0)",
                "rgb(255.0001,0,0)", "rgb(-1,0,0)", "rgb(0,0,0", "rgb(٠,0,0)",
            ]),
    ]

    static let codes: [VerdictList] = [
        .init(
            "bcp47(registered=true)",
            valid: [
                "de-AA", "de-QM", "de-qz", "en-XA", "de-XK", "de-ZZ", "qaa", "QTZ", "de-Qaaa",
                "de-Qabx-DE", "de-Latn-DE-1996", "i-klingon", "x-any", "de-419",
            ],
            invalid: ["de-QL", "de-AB", "de-ZY", "qua-QL", "quz-QL", "de-Qaby", "de-Qaca", "zz"]),
        .init(
            "mimeType",
            valid: [
                "text/html;", "text/html; ", "text/html;;a=b", "text/html; ; charset=utf-8 ;",
                "text/html\t;\ta=\"b;c\"",
            ],
            invalid: ["text/html ", ";", "text/html;=", "text/html;a=\"", "text/html;a ;b=c"]),
        .init(
            "postalCode(\"GB\", ignoreCase=true)", valid: ["sw1a 1aa", "SW1A 1AA", "Sw1a 1aA"],
            invalid: ["zz1a 1aa", "sw1a 1a", "ſw1a 1aa"]),
        .init("postalCode(\"GB\")", valid: ["SW1A 1AA"], invalid: ["sw1a 1aa", "Sw1A 1AA"]),
    ]

    static let places: [VerdictList] = [
        .init(
            "postalCode(\"GB\")",
            valid: [
                "SW1A1AA", "EC1A 1BB", "M1 1AE", "GIR 0AA", "BFPO 1", "W1A 0AX", "BF1 2AT",
                "BX1 1LT",
            ],
            invalid: ["SW1A 1AI", "ZZ1 1AA", "BFPO", "SW1A  1AA", "sw1a 1aa", "SW1A 1AA ", ""]),
        .init(
            "postalCode(\"VI\")", valid: ["00801", "00851-1234"],
            invalid: ["00852", "00801-123", "００８０１"]),
        .init(
            "postalCode(\"RS\")", valid: ["11000", "110001"], invalid: ["1100", "11 000"]),
        .init(
            "postalCode(\"AZ\")", valid: ["1000", "AZ1000", "AZ 1000"], invalid: ["AZ-1000"]),
        .init("postalCode(\"KY\")", valid: ["KY1-1001"], invalid: ["1001", "KY1 1001"]),
        .init("postalCode(\"LV\")", valid: ["1010", "LV-1010"], invalid: ["LV1010"]),
        .init(
            "bcp47",
            valid: ["en-0-aa-p-bb", "en-9-aa-y-bb", "de-a-bb-b-cc-x-a"],
            invalid: ["en-a-bb-a-cc", "en-0-aa-0-bb", "en-p"]),
        .init(
            "dataURI", valid: ["data:;base64,AAAA", "DATA:;BASE64,AAAA"],
            invalid: ["data:;base64\u{C}AAAA", "data:;base\u{16}\u{14},AAAA"]),
        .init("vat", valid: ["ESA0011012B"], invalid: ["ESA1111012B"]),
        .init(
            "latLong",
            valid: ["(90.0, 180)", "-90.000, -180.0000", "+45,+45", "0,0"],
            invalid: [
                "(90.0, 180", "90.1, 0", "0, 180.00000001", "90.00000001,0", "1,2,3", "1", ",",
                "1.,2", "1e1,2", "(,)", "NaN, 0",
            ]),
        .init(
            "timeZone", valid: ["America/Argentina/Buenos_Aires", "Etc/GMT+12", "US/Pacific"],
            invalid: ["Local", "", "GMT+25", "Europe", "America/New York", "+01:00"]),
    ]

    /// Every list of texts, by which `everyRuleHasTexts` counts.
    static let all =
        addresses + times + colours + codes + places + AmountTests.lists + VerdictList.checkDigits
        + VerdictList.encodings + VerdictList.network + VerdictList.registryCodes
        + VerdictList.texts

    /// At least twenty different texts that a rule accepts, and twenty that it rejects.
    @Test(arguments: RuleTable.ids) func everyRuleHasTexts(_ id: String) {
        let lists = Self.all.filter { $0.expression.prefix { $0 != "(" } == id }
        #expect(Set(lists.flatMap(\.valid)).count >= 20)
        #expect(Set(lists.flatMap(\.invalid)).count >= 20)
    }

    @Test(arguments: all)
    func textsGetTheirVerdicts(_ list: VerdictList) throws {
        let use = try RuleUse(list.expression)
        for text in list.valid { #expect(use.check(text) == "pass", "\(text.debugDescription)") }
        for text in list.invalid { #expect(use.check(text) != "pass", "\(text.debugDescription)") }
    }

    /// A megabyte of one character is no value of a rule, unless any text of it is.
    @Test(arguments: RuleTable.ids) func aMegabyteIsCheckedTwiceTheSame(_ id: String) throws {
        let use = try RuleUse.example(of: id)
        for character in "0A[%-. " {
            let text = Array(repeating: character.asciiValue ?? 0, count: 1_000_000)
            let verdict = use.check(text)
            #expect(verdict == use.check(text))
            #expect(!verdict.hasPrefix("status"))
        }
    }
}
