// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness
import Testing

@testable import AssayDataSets

/// Sums of decimal numbers, and what is computed from them.
@Suite struct ExactSumTests {
    private static func sum(_ numbers: [String]) -> ExactSum {
        var sum = ExactSum()
        for number in numbers {
            let value = NativeValue(.decimal(number))
            let isNumber = sum.add(value.value)
            #expect(isNumber, "\(number)")
        }
        return sum
    }

    @Test(
        arguments: [
            ([], "0"), (["0"], "0"), (["-0"], "0"), (["1", "-1"], "0"), (["0.1", "0.2"], "0.3"),
            (["-0.5"], "-0.5"), (["1e3", "1e-3"], "1000.001"),
            (["-1e18", "1"], "-999999999999999999"),
            (["1e18", "-1"], "999999999999999999"), (["-1e-18", "1"], "0.999999999999999999"),
            (["99999999999999999999999999999999999999"], "99999999999999999999999999999999999999"),
            (["1e-38"], "0.00000000000000000000000000000000000001"),
            (["9223372036854775807", "9223372036854775807"], "18446744073709551614"),
        ] as [([String], String)])
    func sumsAreThoseOfPaper(_ numbers: [String], _ expected: String) {
        #expect(Self.sum(numbers).text == expected)
        #expect(Self.sum(numbers.reversed()).text == expected)
    }

    @Test(arguments: [
        ["1e38"], ["1e-39"], ["-1e38", "1e38"], ["1e37", "1e-1"], ["1e400"], ["1e-400"],
        Array(repeating: "99999999999999999999999999999999999999", count: 2),
    ])
    func sumsBeyondTheRangeHaveNoText(_ numbers: [String]) {
        #expect(Self.sum(numbers).text == nil)
    }

    /// A sum that leaves the range and comes back is in it, whatever the groups.
    @Test func theRangeDoesNotDependOnTheOrder() {
        let most = "99999999999999999999999999999999999999"
        let numbers = [most, most, "-" + most, "-1"]
        for split in 0...4 {
            var sum = Self.sum(Array(numbers[..<split]))
            sum += Self.sum(Array(numbers[split...]))
            #expect(sum.text == "99999999999999999999999999999999999998")
        }
    }

    @Test func randomSumsAreThoseOfWholeNumbers() throws {
        var random = SeededNumbers(seed: 1)
        for _ in 0..<500 {
            var (left, right) = (ExactSum(), ExactSum())
            var expected: Int128 = 0
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                // Millionths, as decimals or as whole numbers.
                let amount = Int64.random(in: -1 << 50...1 << 50, using: &random)
                let isWhole = Bool.random(using: &random)
                expected += Int128(amount) * (isWhole ? 1_000_000 : 1)
                let number = ExactNumber(text: isWhole ? "\(amount)" : "\(amount)e-6")
                if Bool.random(using: &random) {
                    left.add(try #require(number))
                } else {
                    right.add(try #require(number))
                }
            }
            left += right
            let saved = try #require(ExactSum(saved: try Value(json: left.saved.json)))
            #expect(saved == left)
            #expect(left.number == ExactNumber(text: "\(expected)e-6"))
        }
    }

    @Test(arguments: [
        ("10", 4, "2.5"), ("-10", 3, "-3.333333"), ("1", 1_000_000_000, "0"), ("0", 7, "0"),
        ("0.3", 3, "0.1"), ("100", 10, "10"), ("2", 3, "0.666666"),
    ])
    func averagesAreShort(_ sum: String, _ count: Int, _ expected: String) {
        #expect(DecimalArithmetic.quotient(sum, count) == expected)
    }

    @Test func productsAreExact() {
        let third = ExactNumber(text: "-0.333333333333333333333333333333")
        let product = third.map { DecimalArithmetic.product($0, 3_000_000_000) }
        #expect(product == ExactNumber(text: "-999999999.999999999999999999999"))
        #expect(DecimalArithmetic.product(ExactNumber(5), 0) == ExactNumber(0))
    }

    @Test func momentsAreTextsInUTC() {
        #expect(Duration.seconds(0).momentText == "1970-01-01T00:00:00Z")
        #expect(Duration.seconds(-1).momentText == "1969-12-31T23:59:59Z")
        #expect(Duration.seconds(951_782_400).momentText == "2000-02-29T00:00:00Z")
        #expect(Duration.seconds(1_709_294_400).momentText == "2024-03-01T12:00:00Z")
        #expect(Duration.seconds(-62_135_596_800).momentText == "0001-01-01T00:00:00Z")
    }
}
