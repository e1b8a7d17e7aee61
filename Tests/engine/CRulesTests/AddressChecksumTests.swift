// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

/// Addresses with the checksums of their standards, made of random bytes.
@Suite struct AddressChecksumTests {
    static let base58 = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    static let bech32 = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Base58Check: a version, a hash of twenty bytes and the first four of their SHA-256 twice.
    static func base58Address(version: UInt8, _ random: inout SeededNumbers) -> [UInt8] {
        let content = [version] + (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
        var number = content + Digests.sha256(Digests.sha256(content)).prefix(4)
        let zeros = number.prefix { $0 == 0 }.count
        var symbols: [UInt8] = []
        while number.contains(where: { $0 != 0 }) {
            var remainder = 0
            for index in number.indices {
                remainder = remainder << 8 | Int(number[index])
                number[index] = UInt8(remainder / 58)
                remainder %= 58
            }
            symbols.append(base58[remainder])
        }
        return [UInt8](repeating: base58[0], count: zeros) + symbols.reversed()
    }

    /// The remainder of BIP 173 for values of five bits.
    private static func remainder(_ values: [UInt32]) -> UInt32 {
        let generator: [UInt32] = [
            0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
        ]
        return values.reduce(1) { sum, value in
            let shifted = (sum & 0x1FF_FFFF) << 5 ^ value
            return generator.indices.reduce(shifted) {
                sum >> (25 + UInt32($1)) & 1 == 1 ? $0 ^ generator[$1] : $0
            }
        }
    }

    /// A program of 20 or 32 bytes; its last symbol has the bits that are left.
    static func segwitAddress(
        _ prefix: String, version: UInt32, bytes: Int, _ random: inout SeededNumbers
    ) -> [UInt8] {
        let count = (bytes * 8 + 4) / 5
        var values = (0..<count).map { _ in UInt32.random(in: 0..<32, using: &random) }
        let spare = UInt32(count * 5 - bytes * 8)
        values[count - 1] = (values[count - 1] >> spare) << spare
        values.insert(version, at: 0)
        let human = prefix.utf8.map { UInt32($0) }
        let expanded = human.map { $0 >> 5 } + [0] + human.map { $0 & 31 } + values
        let constant: UInt32 = version == 0 ? 1 : 0x2BC8_30A3
        let sum = remainder(expanded + [UInt32](repeating: 0, count: 6)) ^ constant
        let checks = (0..<6).map { sum >> (5 * (5 - UInt32($0))) & 31 }
        return Array(prefix.utf8) + [49] + (values + checks).map { bech32[Int($0)] }
    }

    /// Forty digits in the case of EIP-55, after "0x".
    static func ethereumAddress(_ random: inout SeededNumbers) -> [UInt8] {
        let digits = (0..<40).map { _ in
            Array("0123456789abcdef".utf8).randomElement(using: &random) ?? 48
        }
        let hash = Digests.keccak256(digits)
        return Array("0x".utf8)
            + digits.indices.map { index in
                let nibble = hash[index / 2] >> (index % 2 == 0 ? 4 : 0) & 15
                return digits[index] > 57 && nibble >= 8 ? digits[index] - 32 : digits[index]
            }
    }

    @Test func digestsAreThoseOfTheirStandards() {
        func text(_ bytes: [UInt8]) -> String {
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        #expect(
            text(Digests.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            text(Digests.keccak256([]))
                == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
    }

    private func expectMistakesFound(
        in address: [UInt8], _ use: RuleUse, symbols: [UInt8], from first: Int
    ) {
        #expect(use.check(address) == "pass", "\(String(decoding: address, as: UTF8.self))")
        for index in address.indices.dropFirst(first) {
            for symbol in symbols where symbol != address[index] {
                var wrong = address
                wrong[index] = symbol
                #expect(use.check(wrong) != "pass", "\(String(decoding: wrong, as: UTF8.self))")
            }
            guard index > first, address[index] != address[index - 1] else { continue }
            var wrong = address
            wrong.swapAt(index, index - 1)
            #expect(use.check(wrong) != "pass", "\(String(decoding: wrong, as: UTF8.self))")
        }
    }

    /// The four bytes miss one mistake of 2^32, and none of these.
    @Test(arguments: [0x00, 0x05, 0x6F, 0xC4] as [UInt8])
    func mistakesInBase58AddressesAreFound(_ version: UInt8) throws {
        var random = SeededNumbers(seed: 34)
        let use = try RuleUse("bitcoinAddress")
        for _ in 0..<4 {
            let address = Self.base58Address(version: version, &random)
            expectMistakesFound(in: address, use, symbols: Self.base58, from: 0)
        }
    }

    /// Four wrong characters at most are always found: BIP 173.
    @Test(arguments: [("bc", 0, 20), ("bc", 0, 32), ("tb", 0, 20), ("bc", 1, 32), ("tb", 16, 32)])
    func mistakesInSegwitAddressesAreFound(
        _ prefix: String, _ version: UInt32, _ bytes: Int
    ) throws {
        var random = SeededNumbers(seed: 35)
        let use = try RuleUse("bitcoinAddress")
        for _ in 0..<4 {
            let address = Self.segwitAddress(prefix, version: version, bytes: bytes, &random)
            // A wrong version has the other one's checksum, which promises the same for the rest.
            expectMistakesFound(in: address, use, symbols: Self.bech32, from: 4)
            for _ in 0..<100 {
                var wrong = address
                for _ in 0..<4 {
                    let index = Int.random(in: 4..<address.count, using: &random)
                    wrong[index] = Self.bech32.randomElement(using: &random) ?? 0
                }
                #expect((use.check(wrong) == "pass") == (wrong == address))
            }
        }
    }

    /// The case of a letter is all that EIP-55 promises to check.
    @Test func everyLetterOfAnEthereumAddressHasItsCase() throws {
        var random = SeededNumbers(seed: 36)
        let (checked, free) = (
            try RuleUse("ethereumAddress(checksum=true)"), try RuleUse("ethereumAddress")
        )
        for _ in 0..<200 {
            let address = Self.ethereumAddress(&random)
            #expect(checked.check(address) == "pass")
            for index in address.indices.dropFirst(2) where address[index] > 57 {
                var wrong = address
                wrong[index] ^= 0x20
                #expect(checked.check(wrong) == "ethereumAddress.checksum")
                #expect(free.check(wrong) == "pass")
            }
        }
    }
}
