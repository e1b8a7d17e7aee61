// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import TestRandomness
import Testing

/// How a rule's check characters are made out, and which mistakes its scheme promises to find.
struct CheckScheme: CustomTestStringConvertible, Sendable {
    /// Mistakes between two neighbors that differ.
    enum Swaps: Sendable {
        case all, none
        /// All of two digits.
        case digits
        /// All of two digits but those that differ by 5.
        case butFives
        /// All of two digits but 0 and 9.
        case butZeroNine
    }

    /// Mistakes in one character.
    enum Singles: Sendable {
        case all, digits, none
    }

    /// A valid value: `#` is any digit, `@` any letter, `&` either, `%` a hexadecimal digit and `?` a check
    /// character; every other character is itself.
    let template: String
    let expression: String
    let checks: String
    let singles: Singles
    let swaps: Swaps
    /// How many check characters a number may have: more than one where two check digits have a modulus
    /// below 100, or where a country has two schemes.
    let most: Int

    init(
        _ expression: String, _ template: String, checks: String = "0123456789",
        singles: Singles = .all, swaps: Swaps = .all, most: Int = 1
    ) {
        self.expression = expression
        self.template = template
        self.checks = checks
        self.singles = singles
        self.swaps = swaps
        self.most = most
    }

    var testDescription: String { "\(expression) \(template)" }

    static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let alphanumeric = "0123456789" + letters

    static let all: [CheckScheme] = [
        .init("abaRouting", "0#######?", swaps: .butFives),
        .init("casNumber", "1######-##-?", singles: .none, swaps: .none),
        .init("creditCard", "###############?", swaps: .butZeroNine),
        .init("creditCard(networks=\"amex\")", "37############?", swaps: .butZeroNine),
        .init("creditorReference", "RF??##########"),
        .init("creditorReference", "RF??1"),
        .init("cusip", "########?", swaps: .butZeroNine),
        .init("cusip", "@&*@#&&&?", singles: .none, swaps: .none),
        .init("damm", "############?"),
        .init("ean(8)", "#######?", swaps: .butFives),
        .init("ean(13)", "############?", swaps: .butFives),
        .init("ean(14)", "#############?", swaps: .butFives),
        .init("figi", "BBG########?", singles: .digits, swaps: .none),
        .init("iban", "DE??##################"),
        .init("iban", "GB??@@@@##############"),
        .init("iban", "FR??##########&&&&&&&&&&&##", swaps: .digits),
        .init("imei", "##############?", swaps: .butZeroNine),
        .init("isan", "%%%%-%%%%-%%%%-%%%%-?", checks: alphanumeric, swaps: .none),
        .init("isbn(10)", "#########?", checks: "0123456789X"),
        .init("isbn(13)", "978#########?", swaps: .butFives),
        .init("isin", "US#########?", singles: .digits, swaps: .butZeroNine),
        .init("isin", "@@&&&&&&&&&?", singles: .digits, swaps: .butZeroNine),
        .init("ismn", "9790########?", swaps: .butFives),
        .init("isni", "###############?", checks: "0123456789X"),
        .init("iso6346", "@@@U######?", singles: .none, swaps: .none),
        .init("iso7064(mod11_2)", "####################?", checks: "0123456789X"),
        .init("iso7064(mod37_2)", "&&&&&&&&&&&&?", checks: alphanumeric + "*"),
        .init("iso7064(mod97_10)", "############??"),
        .init("iso7064(mod11_10)", "############?", swaps: .none),
        .init("iso7064(mod37_36)", "&&&&&&&&&&&&?", checks: alphanumeric, swaps: .none),
        .init("issn", "#######?", checks: "0123456789X"),
        .init("issn", "####-###?", checks: "0123456789X"),
        .init("lei", "##################??"),
        .init("luhn", "###############?", swaps: .butZeroNine),
        .init("luhn", "##########?", swaps: .butZeroNine),
        .init("meid", "A0############?", checks: "0123456789ABCDEF", swaps: .none),
        .init("mod11", "#########?", checks: "0123456789X"),
        .init("upc", "###########?", swaps: .butFives),
        .init("vat", "ATU#######?", singles: .digits, swaps: .none),
        .init("vat", "BE0#######??", singles: .digits),
        .init("vat", "BG########?", singles: .none, swaps: .none),
        .init("vat", "CHE########?", singles: .digits, swaps: .none),
        .init("vat", "CY0#######?", checks: letters, singles: .none, swaps: .none),
        .init("vat", "CZ#######?", singles: .none, swaps: .none),
        .init("vat", "DE1#######?", singles: .digits, swaps: .none),
        .init("vat", "DK1######?", singles: .digits, swaps: .none),
        .init("vat", "EE########?", singles: .digits, swaps: .butFives),
        .init("vat", "EL########?", singles: .none, swaps: .none),
        .init("vat", "ES########?", checks: letters, singles: .digits, swaps: .none),
        .init("vat", "ESB#######?", singles: .digits, swaps: .butZeroNine),
        .init("vat", "FI#######?", singles: .digits, swaps: .none),
        .init("vat", "FR??4#######?", singles: .digits, swaps: .digits),
        // Numbers of the first range, whose modulus is 97.
        .init("vat", "GB0######??", singles: .digits, swaps: .digits, most: 2),
        .init("vat", "HR##########?", singles: .digits, swaps: .none),
        .init("vat", "HU#######?", singles: .digits, swaps: .none),
        .init("vat", "IE#######?", checks: letters, singles: .digits, swaps: .none),
        .init("vat", "IT1######001?", singles: .digits, swaps: .none),
        .init("vat", "LT#######1?", singles: .none, swaps: .none),
        .init("vat", "LU######??", singles: .digits),
        // No date of birth and no 32, with which numbers of persons begin.
        .init("vat", "LV4999######?", singles: .digits, swaps: .digits),
        .init("vat", "MT1#####??", singles: .digits, swaps: .digits, most: 3),
        .init("vat", "NL########?B01", singles: .none, swaps: .none, most: 2),
        .init("vat", "NO########?MVA", singles: .digits, swaps: .none),
        .init("vat", "PL#########?", singles: .digits, swaps: .none),
        .init("vat", "PT1#######?", singles: .none, swaps: .none),
        .init("vat", "RO1########?", singles: .none, swaps: .none),
        .init("vat", "SE#########?01", singles: .none, swaps: .none),
        .init("vat", "SI1######?", singles: .none, swaps: .none),
        // A month and a day that no date of birth has, also with one digit wrong.
        .init("vat", "SK2#7099###?", singles: .digits, swaps: .digits),
        .init("verhoeff", "############?"),
    ]

    /// A value with every check character that the rule accepts.
    func values(_ random: inout SeededNumbers, _ use: RuleUse) -> [[UInt8]] {
        let digits = Array("0123456789".utf8)
        let classes: [Character: [UInt8]] = [
            "#": digits, "@": Array(Self.letters.utf8), "&": Array(Self.alphanumeric.utf8),
            "%": Array("0123456789ABCDEF".utf8),
        ]
        let start = template.map {
            classes[$0]?.randomElement(using: &random) ?? $0.asciiValue ?? 0
        }
        let places = template.indices(of: "?").ranges.flatMap { range in
            template[range].indices.map { template.distance(from: template.startIndex, to: $0) }
        }
        let candidates = places.reduce([start]) { values, place in
            values.flatMap { value in
                checks.utf8.map { check in
                    var changed = value
                    changed[place] = check
                    return changed
                }
            }
        }
        return candidates.filter { use.check($0) == "pass" }
    }

    func finds(swapOf first: UInt8, and second: UInt8) -> Bool {
        let digits = (48...57).contains(first) && (48...57).contains(second)
        return switch swaps {
        case .all: first != second
        case .digits: digits && first != second
        case .none: false
        case .butFives: digits && first != second && abs(Int(first) - Int(second)) != 5
        case .butZeroNine: digits && first != second && Set([first, second]) != [48, 57]
        }
    }
}

@Suite struct CheckDigitSchemeTests {
    /// Addresses, whose checksums are made in AddressChecksumTests.
    static let addresses = ["bitcoinAddress", "ethereumAddress"]

    @Test(arguments: RuleTable.ids)
    func everyRuleWithCheckCharactersHasAScheme(_ id: String) throws {
        let codes = RuleTable.codes(try RuleTable.rule(id)).map { RuleTable.text($0.id) }
        guard codes.contains("\(id).checkDigit") || codes.contains("\(id).checksum") else { return }
        let ids = CheckScheme.all.map { String($0.expression.prefix { $0 != "(" }) }
        #expect((ids + Self.addresses).contains(id))
    }

    @Test(arguments: CheckScheme.all)
    func everyNumberHasAtMostOneCheckCharacter(_ scheme: CheckScheme) throws {
        var random = SeededNumbers(seed: 31)
        let use = try RuleUse(scheme.expression)
        var found = 0
        for _ in 0..<100 {
            let values = scheme.values(&random, use)
            #expect(values.count <= scheme.most, "\(values)")
            found += values.count
        }
        // Schemes modulo 11 leave out the numbers whose check digit would be 10.
        #expect(found > 80)
    }

    @Test(arguments: CheckScheme.all.filter { $0.singles != .none })
    func everySingleWrongCharacterIsFound(_ scheme: CheckScheme) throws {
        var random = SeededNumbers(seed: 32)
        let use = try RuleUse(scheme.expression)
        for _ in 0..<20 {
            guard let value = scheme.values(&random, use).first else { continue }
            for index in value.indices {
                let digits = (48...57).contains(value[index])
                guard digits || scheme.singles == .all else { continue }
                for other in (digits ? UInt8(48)...57 : 65...90) where other != value[index] {
                    var wrong = value
                    wrong[index] = other
                    #expect(use.check(wrong) != "pass", "\(String(decoding: wrong, as: UTF8.self))")
                }
            }
        }
    }

    @Test(arguments: CheckScheme.all)
    func swapsOfNeighboursAreFound(_ scheme: CheckScheme) throws {
        var random = SeededNumbers(seed: 33)
        let use = try RuleUse(scheme.expression)
        for _ in 0..<100 {
            guard let value = scheme.values(&random, use).first else { continue }
            for index in value.indices.dropLast()
            where scheme.finds(swapOf: value[index], and: value[index + 1]) {
                var wrong = value
                wrong.swapAt(index, index + 1)
                #expect(use.check(wrong) != "pass", "\(String(decoding: wrong, as: UTF8.self))")
            }
        }
    }
}
