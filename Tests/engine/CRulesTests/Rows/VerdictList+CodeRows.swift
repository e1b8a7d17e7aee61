// SPDX-License-Identifier: Apache-2.0

extension VerdictList {
    /// Codes of registries.
    static let registryCodes: [VerdictList] = [
        .init(
            "bcp47",
            valid: [
                "en", "de-DE", "zh-Hant-TW", "sr-Latn-RS", "de-CH-1901", "de-DE-1996",
                "sl-rozaj-biske", "zh-cmn-Hans-CN", "i-klingon", "i-enochian", "en-GB-oed",
                "x-whatever", "de-CH-x-phonebk", "az-Arab-x-AZE-derbend", "en-US-u-islamcal",
                "es-419", "hy-Latn-IT-arevela", "de-Latn-1996", "qaa-Qaaa-QM-x-southern", "zh-gan",
                "mn-Cyrl-MN", "EN-us", "zh-min-nan", "sl-nedis",
            ],
            invalid: [
                "", "e", "en-", "-en", "en--US", "en_US", "de-419-DE", "a-DE",
                "ar-a-aaa-b-bbb-a-ccc", "x", "x-", "en-x", "en-a", "de-DE-DE", "abcdefghi",
                "de-1996-1996", "de-a1b2c3d4e", "en-US ", "ｅn", "e1", "dé", "de-Latn-Latn",
                "en-abcdefghi", "en.US", "i-unknown", "12",
            ]),
        .init(
            "bic",
            valid: [
                "DEUTDEFF", "DEUTDEFF500", "COBADEFFXXX", "BNPAFRPP", "CHASUS33", "CHASUS33XXX",
                "BOFAUS3N", "HSBCGB2L", "BARCGB22", "UBSWCHZH80A", "INGBNL2A", "RBOSGGSX",
                "NEDSZAJJ", "DABAIE2D", "NDEAFIHH", "MARKDEFF", "SOLADEST600", "BKAUATWW",
                "BCITITMM", "CAIXESBB", "XKXKXKXK", "1234DE00",
            ],
            invalid: [
                "DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "deutdeff", "DEUTdeFF",
                "DEUTD1FF", "DEUT1EFF", "DEUTZZFF", "DEUTUKFF", "DEUTEUFF", "DEUT-DEFF", "DEUTDEF-",
                "DEUTDEＦF", "DEU_DEFF", "DEUTDEFFxxx", "DEUTXXFF", "DEUTAAFF", "ÄEUTDEFF", "D",
                "DEUT DEFF", "", "DEUTDEFß", "DEUTDEFF\u{301}",
            ]),
        .init(
            "cfi",
            valid: [
                "ESVUFR", "ESVTFR", "ESXXXX", "EPNNFR", "DBFTFB", "DBXXXX", "DTXXXX", "RWSTCA",
                "OCASPS", "OPASPS", "FFSPSX", "FCEPSX", "MMXXXX", "EDSNFR", "CICIXX", "CIXXXX",
                "CFXXXX", "TCXXXX", "TIXXXX", "SRXXXX", "MCXXXX",
            ],
            invalid: [
                "ESVUF", "ESVUFRR", "esvufr", "XSVUFR", "EZVUFR", "E1VUFR", "ESZUFR", "ESVZFR",
                "ESVUZR", "ESVUFZ", "123456", "ABCDEF", "QQQQQQ", "EXXXXX", "XXXXXX", "ES-UFR",
                "ESVUFＲ", "", "E", "ES VUFR", "ESVUFR ", "ESVUFÉ", "ESVUF\u{301}",
            ]),
        .init(
            "currency",
            valid: [
                "EUR", "USD", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "INR", "BRL", "ZAR", "SEK",
                "NOK", "DKK", "PLN", "CZK", "HUF", "TRY", "MXN", "XAU", "XXX", "XTS", "CHE",
            ],
            invalid: [
                "eur", "Eur", "EURO", "EU", "E", "XYZ", "ABC", "DEM", "FRF", "ITL", "ZZZ", "AAA",
                "978", "BTC", "US$", "EÜR", "ＥUR", "EUR-USD", "$", "€", "", "EUR ", " EUR", "E UR",
                "EU\u{301}R",
            ]),
        .init(
            "currency(form=numeric)",
            valid: [
                "978", "840", "826", "392", "036",
            ],
            invalid: [
                "36", "000", "EUR", "276", "0978",
            ]),
        .init(
            "countryCode",
            valid: [
                "DE", "GB", "US", "FR", "IT", "ES", "PT", "NL", "BE", "LU", "AT", "CH", "PL", "CZ",
                "SK", "HU", "RO", "BG", "GR", "CY", "MT", "TW", "AQ", "SS",
            ],
            invalid: [
                "de", "De", "D", "DEU", "UK", "EU", "XK", "ZZ", "AA", "XX", "SU", "YU", "AN", "DD",
                "QZ", "ZR", "276", "D1", "ＤE", "ДЕ", "", "DE ", " DE", "D E", "D\u{301}",
            ]),
        .init(
            "countryCode(form=alpha3)",
            valid: [
                "DEU", "GBR", "USA",
            ],
            invalid: [
                "GER", "ENG", "UK", "deu",
            ]),
        .init(
            "countryCode(form=numeric)",
            valid: [
                "276", "826", "840", "004",
            ],
            invalid: [
                "4", "04", "000", "999", "DEU",
            ]),
        .init(
            "language",
            valid: [
                "de", "en", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "nb", "nn", "fi", "pl",
                "cs", "sk", "hu", "ro", "bg", "el", "he", "id", "yi", "aa", "zu",
            ],
            invalid: [
                "DE", "De", "d", "deu", "eng", "xx", "zz", "qq", "iw", "in", "ji", "jw", "mo", "e1",
                "d-", "english", "ｄe", "dé", "", "de ", " de", "d e", "de-DE", "d\u{301}",
            ]),
        .init(
            "language(form=alpha3)",
            valid: [
                "deu", "ger", "eng", "qaa", "qtz", "zxx", "und", "mul", "tlh", "gem",
            ],
            invalid: [
                "de", "DEU", "xyq", "zzzz", "d12",
            ]),
        .init(
            "script",
            valid: [
                "Latn", "Cyrl", "Grek", "Arab", "Hebr", "Deva", "Hans", "Hant", "Jpan", "Kore",
                "Hang", "Hira", "Kana", "Thai", "Armn", "Geor", "Zyyy", "Zinh", "Zzzz", "Qaaa",
                "Qabx", "Zsye",
            ],
            invalid: [
                "latn", "LATN", "Lat", "Latin", "Laten", "Qaby", "Qaca", "Abcd", "Xxxx", "L1tn",
                "Lat1", "Ｌatn", "Lаtn", "Zzz", "Zzzy", "lATN", "", "Latn ", " Latn", "La tn",
                "Lat\u{301}",
            ]),
        .init(
            "subdivision",
            valid: [
                "DE-BY", "DE-BE", "US-CA", "US-NY", "GB-ENG", "GB-SCT", "FR-IDF", "IT-25", "ES-MD",
                "AT-9", "CH-ZH", "CA-ON", "AU-NSW", "JP-13", "CN-BJ", "IN-MH", "BR-SP", "MX-CMX",
                "PL-14", "NL-NH", "ZA-GP", "RU-MOW", "BE-VAN", "FR-33",
            ],
            invalid: [
                "DE", "DE-", "DE-XX", "de-by", "DE-by", "DE_BY", "DE--BY", "DEBY", "BY", "XX-01",
                "US-ZZ", "GB-EN", "DE-BYY", "AT-10", "AT-09", "-BY", "JP-48", "ＤE-BY", "DE–BY", "",
                "DE-BY ", " DE-BY", "DE -BY", "DE BY", "DE-B\u{301}",
            ]),
        .init(
            "postalCode(\"DE\")",
            valid: [
                "10115", "00000", "99999",
            ],
            invalid: [
                "1011", "101155", "D-10115", "1011５",
            ]),
        .init(
            "postalCode(\"US\")",
            valid: [
                "90210", "90210-1234", "00501",
            ],
            invalid: [
                "9021", "90210-123", "902101234", "90210-12345", "9O210",
            ]),
        .init(
            "postalCode(\"CA\")",
            valid: [
                "K1A 0B1", "K1A0B1",
            ],
            invalid: [
                "K1A-0B1", "D1A 0B1", "K1A 0O1", "k1a 0b1",
            ]),
        .init(
            "postalCode(\"NL\")",
            valid: [
                "1012 AB", "1012AB",
            ],
            invalid: [
                "1012 ab", "101 AB",
            ]),
        .init(
            "postalCode(\"FR\")",
            valid: [
                "75001", "20000",
            ],
            invalid: [
                "7500", "750011", "F-75001",
            ]),
        .init(
            "postalCode(\"JP\")",
            valid: [
                "100-0001"
            ],
            invalid: [
                "100-001", "1000001-", "100_0001",
            ]),
        .init(
            "postalCode(\"PL\")",
            valid: [
                "00-950"
            ],
            invalid: [
                "0-950", "00950-",
            ]),
        .init(
            "postalCode(\"SE\")",
            valid: [
                "111 22"
            ],
            invalid: [
                "1112", "111-22",
            ]),
        .init(
            "postalCode(\"CH\")",
            valid: [
                "8001"
            ],
            invalid: [
                "800", "80011",
            ]),
        .init(
            "postalCode(\"BR\")",
            valid: [
                "01310-100"
            ],
            invalid: [
                "0131-100"
            ]),
        .init(
            "postalCode(\"ES\")",
            valid: [
                "28001", "08080", "03001",
            ],
            invalid: [
                "2800", "53001x",
            ]),
    ]
}
