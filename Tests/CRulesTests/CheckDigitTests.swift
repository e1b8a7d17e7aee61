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

    /// Three structures: digits, letters then digits, a mixture in the middle.
    private func account(of country: String, _ random: inout SeededNumbers) -> [UInt8] {
        let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        let any = upper + Array("0123456789".utf8)
        func some(_ set: [UInt8], _ count: Int) -> [UInt8] {
            (0..<count).map { _ in set.randomElement(using: &random) ?? 48 }
        }
        switch country {
        case "DE": return some(Array("0123456789".utf8), 18)
        case "GB": return some(upper, 4) + some(Array("0123456789".utf8), 14)
        case "LC": return some(upper, 4) + some(any, 24)
        default: return random.digits(10) + some(any, 11) + random.digits(2)
        }
    }

    @Test(arguments: ["DE", "GB", "LC", "FR"])
    func accountNumbersHaveOnePairOfCheckDigits(_ country: String) throws {
        var random = SeededNumbers(seed: 5)
        let use = try RuleUse("iban")
        for _ in 0..<50 {
            let right = accountNumber(country, account(of: country, &random))
            for check in 0...99 {
                var number = right
                (number[2], number[3]) = (UInt8(48 + check / 10), UInt8(48 + check % 10))
                #expect(use.check(number) == (number == right ? "pass" : "iban.checksum"))
            }
        }
    }

    @Test(arguments: ["DE", "GB", "FR"])
    func everyWrongDigitOfAnAccountNumberIsFound(_ country: String) throws {
        var random = SeededNumbers(seed: 6)
        let use = try RuleUse("iban")
        let right = accountNumber(country, account(of: country, &random))
        for index in right.indices.dropFirst(4) where right[index] < 65 {
            for digit in UInt8(48)...57 where digit != right[index] {
                var wrong = right
                wrong[index] = digit
                #expect(use.check(wrong) == "iban.checksum")
            }
        }
    }
}
