// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import TestRandomness
import Testing

@Suite struct NumberServiceTests {
    private let bench = ServiceBench()

    /// Calls `body` with the value of a number as JSON writes it, or nil.
    private func with<Result>(_ text: String, _ body: (assay_value?) -> Result) -> Result {
        borrowed(text) { text in
            var value = assay_value()
            return body(bench.numbers.parse(text, &value) == ASSAY_OK ? value : nil)
        }
    }

    private func order(_ left: String, _ right: String) -> Int32? {
        with(left) { left in
            with(right) { right in
                guard var left, var right else { return nil }
                var order: Int32 = 7
                return bench.numbers.compare(&left, &right, &order) == ASSAY_OK ? order : nil
            }
        }
    }

    private func isMultiple(_ value: String, _ divisor: String) -> Bool? {
        with(value) { value in
            with(divisor) { divisor in
                guard var value, var divisor else { return nil }
                var truth: UInt32 = 7
                return bench.numbers.multiple_of(&value, &divisor, &truth) == ASSAY_OK
                    ? truth == 1 : nil
            }
        }
    }

    @Test(
        arguments: [
            ("0", ASSAY_I64), ("-9223372036854775808", ASSAY_I64),
            ("18446744073709551615", ASSAY_U64), ("18446744073709551616", ASSAY_F64),
            ("-0", ASSAY_F64), ("1.50", ASSAY_F64), ("1e999", ASSAY_DECIMAL),
            ("1e-999999999999999999999", ASSAY_F64),
        ] as [(String, UInt32)])
    func numberHasTheKindOfItsRange(text: String, kind: UInt32) {
        with(text) { #expect($0?.kind == kind) }
    }

    @Test(arguments: ["", "+1", "01", "1.", ".5", "1e", "1 ", "inf", "nan", "0x1", "1..2", "１"])
    func otherTextsAreNone(text: String) {
        with(text) { #expect($0?.kind == nil) }
    }

    @Test(
        arguments: [
            ("1", "2", -1), ("1.10", "1.1", 0), ("0.1", "0.10000000000000001", -1),
            ("9007199254740993", "9007199254740992.5", 1), ("1e999", "1e998", 1),
            ("-1e999", "1", -1), ("-0", "0", 0),
            ("18446744073709551615", "18446744073709551616", -1),
        ] as [(String, String, Int32)])
    func orderIsExact(left: String, right: String, order: Int32) {
        #expect(self.order(left, right) == order)
        #expect(self.order(right, left) == -order)
    }

    @Test(
        arguments: [
            ("19.99", "0.01", true), ("0.005", "0.01", false), ("-9", "3", true), ("7", "2", false),
            ("1e999", "7", false), ("1e999", "5", true), ("3", "0", nil), ("3", "-1", nil),
            ("3", "1234567890123456789", nil), ("3", "1e2000000000000000000", nil),
        ] as [(String, String, Bool?)])
    func multiplesAreExact(value: String, divisor: String, expected: Bool?) {
        #expect(isMultiple(value, divisor) == expected)
    }

    @Test(
        arguments: [
            ("120.50", 3, 1), ("0", 0, 0), ("0.001", 0, 3), ("-1000", 4, 0), ("1e20", 21, 0),
            ("1e9999999999999999999", UInt64.max, 0), ("1e-9999999999999999999", 0, UInt64.max),
        ] as [(String, UInt64, UInt64)])
    func digitsAreCounted(text: String, whole: UInt64, fraction: UInt64) {
        with(text) { value in
            guard var value else { return #expect(Bool(false), "\(text) is a number") }
            var (found, after) = (UInt64(7), UInt64(7))
            #expect(bench.numbers.digits(&value, &found, &after) == ASSAY_OK)
            #expect([found, after] == [whole, fraction])
        }
    }

    /// Values that a careless or hostile plugin makes up.
    @Test func valuesThatAreNoNumbersAreErrors() {
        var forged = (0...20 as ClosedRange<UInt32>).filter { ![3, 4].contains($0) }.map { kind in
            var value = assay_value()
            value.kind = kind
            if kind == ASSAY_F64 { value.as.f64 = .nan }
            value.len = 5
            return value
        }
        var infinite = assay_value()
        infinite.kind = ASSAY_F64
        infinite.as.f64 = .infinity
        forged.append(infinite)
        var withoutText = infinite
        withoutText.flags = ASSAY_FLAG_SOURCE_TEXT | 9 << UInt32(ASSAY_SOURCE_TEXT_SHIFT)
        withoutText.as.f64 = 1
        forged.append(withoutText)
        var huge = assay_value()
        huge.kind = ASSAY_DECIMAL
        huge.len = .max
        forged.append(huge)
        var one = assay_value()
        one.kind = ASSAY_I64
        one.as.i64 = 1
        for value in forged {
            var (value, order, truth) = (value, Int32(7), UInt32(7))
            #expect(bench.numbers.compare(&value, &one, &order) == ASSAY_E_PARAM, "\(value.kind)")
            #expect(bench.numbers.compare(&one, &value, &order) == ASSAY_E_PARAM)
            #expect(bench.numbers.multiple_of(&value, &one, &truth) == ASSAY_E_PARAM)
            #expect(bench.numbers.multiple_of(&one, &value, &truth) == ASSAY_E_PARAM)
            #expect(order == 7 && truth == 7)
        }
        #expect(bench.numbers.compare(nil, &one, nil) == ASSAY_E_PARAM)
        #expect(bench.numbers.digits(&one, nil, nil) == ASSAY_E_PARAM)
        #expect(borrowed("1") { bench.numbers.parse($0, nil) } == ASSAY_E_PARAM)
    }

    @Test(arguments: HostileText.allCases)
    func textThatIsNoneIsAnError(text: HostileText) {
        var value = assay_value()
        #expect(text.with { bench.numbers.parse($0, &value) } == ASSAY_E_PARAM)
        #expect(value.kind == 0)
    }

    @Test func numberOfTenMegabytesIsRead() {
        let long = "1" + String(repeating: "0", count: 10_000_000)
        #expect(order(long, "1e10000000") == 0)
        #expect(isMultiple(long, "7") == false)
    }

    /// On generated numbers with and without fractions and exponents.
    @Test func answersAreThoseOfTheRules() throws {
        var random = SeededNumbers(seed: 15)
        func number() -> String {
            var text = Bool.random(using: &random) ? "-" : ""
            text += String(Int.random(in: 0...9999, using: &random))
            if Bool.random(using: &random) { text += ".\(Int.random(in: 0...99, using: &random))" }
            if Int.random(in: 0...3, using: &random) == 0 {
                text += "e\(Int.random(in: -3...400, using: &random))"
            }
            return text
        }
        for _ in 0..<200 {
            let (left, right) = (number(), number())
            let value = try Value(json: left)
            let passes = try codes("range(...\(right))", value).isEmpty
            #expect(order(left, right).map { $0 <= 0 } == passes, "\(left) and \(right)")
            let divisor = String(right.drop { $0 == "-" })
            let found = try? codes("multipleOf(\(divisor))", value)
            #expect(isMultiple(left, divisor) == found?.isEmpty, "\(left) by \(divisor)")
        }
    }
}
