// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// SipHash, and the canonical form of values that it hashes.
@Suite struct SipHashTests {
    private static let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)

    /// Hashes of the bytes 0, 1, 2… by OpenSSL, with 64 bits and with 128.
    private static let known: [(count: UInt8, value: UInt64, high: UInt64, low: UInt64)] = [
        (0, 0x726F_DB47_DD0E_0E31, 0xE6A8_25BA_047F_81A3, 0x9302_55C7_1472_F66D),
        (1, 0x74F8_39C5_93DC_67FD, 0x44AF_996B_D8C1_87DA, 0x45FC_229B_1159_7634),
        (7, 0xAB02_00F5_8B01_D137, 0x53C1_DBD8_BEEB_F1A1, 0x3982_F01F_A64A_B8C0),
        (8, 0x93F5_F579_9A93_2462, 0x61F5_5862_BAA9_623B, 0xB497_14F3_64E2_830F),
        (9, 0x9E00_82DF_0BA9_E4B0, 0xABBA_D90A_0699_4426, 0xED71_6DBB_028B_7FC4),
        (15, 0xA129_CA61_49BE_45E5, 0x11A8_B033_99E9_9354, 0xD9C3_CF97_0FEC_087E),
        (16, 0x3F2A_CC7F_57C2_9BDB, 0xBB54_B067_CAA4_E26E, 0x7705_2385_BF15_33FD),
        (63, 0x958A_324C_EB06_4572, 0x4A83_502F_77D1_5051, 0x7CBD_3F97_9A06_3E50),
    ]

    @Test func hashesAreThoseOfOpenSSL() {
        for known in Self.known {
            // However the bytes are cut.
            for cut in 0...known.count {
                let bytes = Array(0..<known.count)
                var (short, wide) = (SipHash(key: Self.key), SipHash(wideKey: Self.key))
                for part in [bytes[..<Int(cut)], bytes[Int(cut)...]] {
                    short.add(part)
                    for byte in part { wide.add(byte: byte) }
                }
                #expect(short.value == known.value, "\(known.count) bytes")
                #expect(wide.wideValue == (known.high, known.low), "\(known.count) bytes")
            }
        }
    }

    @Test func numbersAreEightBytes() {
        var (number, bytes) = (SipHash(key: Self.key), SipHash(key: Self.key))
        number.add(byte: 1)
        number.add(0x0908_0706_0504_0302 as UInt64)
        bytes.add((1...9).map { UInt8($0) })
        #expect(number.value == bytes.value)
    }

    /// Baselines have fingerprints of these bytes.
    @Test(
        arguments: [
            (nil, 0x6E53_4DC3_C9AB_17A2), (true, 0x4475_99F7_96DD_4353), (7, 0x735A_6E50_5639_AF6D),
            (7.0, 0x735A_6E50_5639_AF6D), (.decimal("70e-1"), 0x735A_6E50_5639_AF6D),
            (-1200, 0x34AA_761E_DD47_A724), (.decimal("-1.2e3"), 0x34AA_761E_DD47_A724),
            (1.5, 0x2BEB_9361_2B28_9254), (0.0001, 0xD649_F3CA_8CA7_6765),
            ("a", 0x78CA_BD20_D0B4_56CD), ("née", 0x8177_BB55_DDDB_D6BD),
            ([1, nil], 0x77B6_F886_DC58_9250), (["b": 1, "a": "x"], 0x676A_F858_3AA7_732F),
        ] as [(Value, UInt64)])
    func valuesHaveTheFormOfBaselines(_ value: Value, _ expected: UInt64) {
        var hash = SipHash(key: Self.key)
        hash.add(value)
        #expect(hash.value == expected, "\(value)")
    }

    @Test func numbersThatTextsStandForAreThoseNumbers() throws {
        for text in ["0", "-12.50", "1e40", "0.00001", "123456789012345678901234567890"] {
            var (number, value) = (SipHash(key: Self.key), SipHash(key: Self.key))
            number.add(try #require(ExactNumber(text: text)))
            value.add(.decimal(text))
            #expect(number.value == value.value, "\(text)")
        }
    }
}
