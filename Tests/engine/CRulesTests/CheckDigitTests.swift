// SPDX-License-Identifier: Apache-2.0
import Testing
import TestRandomness

@Suite struct CheckDigitTests {
    /// Sums from the right, one digit at a time: the definition itself.
    private func luhnHolds(_ digits: [UInt8]) -> Bool {
        let products = digits.reversed().enumerated().map { place, byte in
            let digit = Int(byte - 48)
            return place % 2 == 0 ? digit : digit * 2 / 10 + digit * 2 % 10
        }
        return products.reduce(0, +) % 10 == 0
    }

    /// `digits` with the one last digit that makes the rule pass.
    private func completed(_ digits: [UInt8], _ use: RuleUse) throws -> [UInt8] {
        let right = (48...57).map { digits + [UInt8($0)] }.filter { use.check($0) == "pass" }
        #expect(right.count == 1, "\(digits)")
        return try #require(right.first)
    }

    @Test func luhnAgreesWithItsDefinitionForEveryLength() throws {
        var random = SeededNumbers(seed: 1)
        let use = try RuleUse("luhn")
        for length in 2...70 {
            for _ in 0..<40 {
                let digits = random.digits(length)
                #expect((use.check(digits) == "pass") == luhnHolds(digits), "\(digits)")
            }
        }
    }

    @Test func luhnWithSeparatorsAgreesWithLuhn() throws {
        var random = SeededNumbers(seed: 2)
        let (plain, separated) = (try RuleUse("luhn"), try RuleUse("luhn(separators=true)"))
        for length in 2...40 {
            let digits = random.digits(length)
            let spaced = digits.map { [$0] }.joined(separator: [45])
            #expect(separated.check(Array(spaced)) == plain.check(digits))
        }
    }

    @Test(arguments: ["luhn", "verhoeff", "damm", "creditCard(separators=false)"])
    func everySingleWrongDigitIsFound(_ expression: String) throws {
        var random = SeededNumbers(seed: 3)
        let use = try RuleUse(expression)
        for length in 12...19 {
            let number = try completed(random.digits(length - 1), use)
            for index in number.indices {
                for digit in UInt8(48)...57 where digit != number[index] {
                    var wrong = number
                    wrong[index] = digit
                    #expect(use.check(wrong) != "pass", "\(wrong)")
                }
            }
        }
    }

    @Test(arguments: ["luhn", "verhoeff", "damm"])
    func swappedNeighboursAreFound(_ expression: String) throws {
        var random = SeededNumbers(seed: 4)
        let use = try RuleUse(expression)
        for length in 2...30 {
            let number = try completed(random.digits(length), use)
            for index in number.indices.dropLast() where number[index] != number[index + 1] {
                var wrong = number
                wrong.swapAt(index, index + 1)
                let blind = expression == "luhn" && Set(number[index...index + 1]) == [48, 57]
                #expect((use.check(wrong) == "pass") == blind, "\(wrong)")
            }
        }
    }

    /// The check digits by long division, one decimal digit after the other.
    private func accountNumber(_ country: String, _ account: [UInt8]) -> [UInt8] {
        let letters = account + Array(country.utf8) + [48, 48]
        let remainder = letters.reduce(0) { rest, byte in
            byte < 65 ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
        }
        let check = 98 - remainder
        return Array(country.utf8) + [UInt8(48 + check / 10), UInt8(48 + check % 10)] + account
    }

    /// Accounts of 11 to 29 characters, digits (n), letters (a) and either (c), as the registry writes them.
    static let structures: KeyValuePairs = [
        "NO": "11n", "BE": "12n", "NL": "4a10n", "AT": "16n", "HR": "17n", "DE": "18n",
        "GB": "4a14n", "CH": "5n12c", "FR": "10n11c2n", "GT": "24c", "MU": "4a19n3a",
        "MT": "4a5n18c", "LC": "4a24c", "RU": "14n15c",
    ]

    private func account(_ structure: String, _ random: inout SeededNumbers) -> [UInt8] {
        let digits = Array("0123456789".utf8)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        return structure.matches(of: /(\d+)([nac])/).flatMap { part in
            let set = part.2 == "n" ? digits : part.2 == "a" ? letters : digits + letters
            return (0..<(Int(part.1) ?? 0)).map { _ in set.randomElement(using: &random) ?? 48 }
        }
    }

    @Test(arguments: structures)
    func accountNumbersHaveOnePairOfCheckDigits(_ country: String, _ structure: String) throws {
        var random = SeededNumbers(seed: 5)
        let use = try RuleUse("iban")
        for _ in 0..<50 {
            let right = accountNumber(country, account(structure, &random))
            for check in 0...99 {
                var number = right
                (number[2], number[3]) = (UInt8(48 + check / 10), UInt8(48 + check % 10))
                #expect(use.check(number) == (number == right ? "pass" : "iban.checksum"))
            }
        }
    }

    @Test(arguments: structures)
    func everyWrongDigitOfAnAccountNumberIsFound(_ country: String, _ structure: String) throws {
        var random = SeededNumbers(seed: 6)
        let use = try RuleUse("iban")
        let right = accountNumber(country, account(structure, &random))
        for index in right.indices.dropFirst(4) where right[index] < 65 {
            for digit in UInt8(48)...57 where digit != right[index] {
                var wrong = right
                wrong[index] = digit
                #expect(use.check(wrong) == "iban.checksum")
            }
        }
    }

    @Test(arguments: structures)
    func everyWrongCharacterOfAnAccountNumberIsFound(
        _ country: String, _ structure: String
    ) throws {
        var random = SeededNumbers(seed: 7)
        let use = try RuleUse("iban")
        let right = accountNumber(country, account(structure, &random))
        let kinds = structure.matches(of: /(\d+)([nac])/).flatMap { part in
            Array(repeating: part.2, count: Int(part.1) ?? 0)
        }
        for index in right.indices.dropFirst(4) {
            for byte in UInt8.min...UInt8.max where byte != right[index] {
                var wrong = right
                wrong[index] = byte
                let found = use.check(wrong)
                guard (48...57).contains(byte) || (65...90).contains(byte) else {
                    #expect(found == "iban.characters", "\(index), \(byte)")
                    continue
                }
                guard kinds[index - 4] != (byte < 65 ? "a" : "n") else {
                    #expect(found == "iban.structure", "\(index), \(byte)")
                    continue
                }
                let isRight = accountNumber(country, Array(wrong.dropFirst(4))) == wrong
                #expect(found == (isRight ? "pass" : "iban.checksum"), "\(index), \(byte)")
            }
        }
    }
}
