// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct DecimalTextTests {
    /// From the least to the greatest.
    private static let ordered = [
        "-1e100000000000000000000000", "-1e99999999999999999999999", "-9e10000000001",
        "-1e10000000001", "-1e10000000000", "-1e1000000001", "-1e1000000000", "-1",
        "-1e-1000000000", "-1e-1000000001", "-1e-99999999999999999999999",
        "-1e-100000000000000000000000", "0", "1e-100000000000000000000000",
        "1e-99999999999999999999999", "1e-4611686018427387906", "1e-4611686018427387905",
        "1e-4611686018427387904", "1e-4611686018427387903", "1e-1000000001", "2e-1000000001",
        "1e-1000000000", "1", "1e1000000000", "1e1000000001", "11e1000000000", "2e1000000001",
        "1e4611686018427387902", "1e4611686018427387903", "1e4611686018427387904",
        "1e4611686018427387905", "1e9223372036854775806", "1e9223372036854775807",
        "1e9223372036854775808", "1e9223372036854775809", "1e99999999999999999999998",
        "1e99999999999999999999999", "1e100000000000000000000000",
    ]

    @Test func numbersAreOrderedHoweverLargeTheirExponents() throws {
        let numbers = try Self.ordered.map { try #require(DecimalText($0.utf8)) }
        for (index, number) in numbers.enumerated() {
            for (other, second) in numbers.enumerated() {
                #expect((number < second) == (index < other), "\(Self.ordered[index]) \(other)")
                #expect((number == second) == (index == other), "\(Self.ordered[index]) \(other)")
            }
        }
    }

    @Test(arguments: [
        ["1e9223372036854775807", "0.1e9223372036854775808", "10e9223372036854775806"],
        ["1e-9223372036854775808", "10e-9223372036854775809", "0.1e-9223372036854775807"],
        ["1e100000000000000000000", "10e99999999999999999999", "0.001e100000000000000000003"],
        ["1e99999999999999999999", "0.1e100000000000000000000", "1e000099999999999999999999"],
        ["1e-99999999999999999999", "10e-100000000000000000000", "0.01e-99999999999999999997"],
        ["1e4611686018427387904", "10e4611686018427387903", "0.1e4611686018427387905"],
        ["0", "-0.0e5", "0e99999999999999999999", "0e-99999999999999999999"],
        ["123.4500", "1.2345e2", "0.0012345E+5", "+0123.45"],
    ])
    func oneNumberHasOneForm(texts: [String]) throws {
        let numbers = try texts.map { try #require(DecimalText($0.utf8)) }
        for number in numbers {
            #expect(number == numbers[0])
            #expect(number.hashValue == numbers[0].hashValue)
            #expect(!(number < numbers[0]))
        }
    }

    @Test(
        arguments: [
            ("123.45", [1, 2, 3, 4, 5], 3, 2, false), ("12e3", [1, 2], 5, 0, true),
            ("0.001", [1], -2, 3, false), ("-100", [1], 3, 0, true), ("0.0", [], 0, 0, true),
            ("1e99999999999999999999", [1], 1 << 62, 0, true),
            ("1e-99999999999999999999", [1], -(1 << 62), 1 + (1 << 62), false),
        ] as [(String, [UInt8], Int, Int, Bool)])
    func numberSaysItsDigitsAndItsExponent(
        text: String, digits: [UInt8], exponent: Int, scale: Int, isWhole: Bool
    ) throws {
        let number = try #require(DecimalText(text.utf8))
        #expect(number.digits == digits)
        #expect(number.exponent == exponent)
        #expect(number.scale == scale)
        #expect(number.isWhole == isWhole)
    }

    @Test func integersAreTheSameNumberAsTheirText() throws {
        for integer in [0, 1, -1, 10, -1200, Int64.max, Int64.min] {
            #expect(DecimalText(integer) == DecimalText(String(integer).utf8))
        }
    }
}
