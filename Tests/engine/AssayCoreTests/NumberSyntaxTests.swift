// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

@testable import AssayCore

struct NumberSyntaxTests {
    private static func parts(_ text: String, isLenient: Bool = false) -> String {
        let bytes = Array(text.utf8)
        do throws(NumberSyntax.Defect) {
            let number = try NumberSyntax(bytes.span, from: 0, isLenient: isLenient)
            let ranges = [number.whole, number.fraction, number.exponent]
            let digits = ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
            let signs = [number.isNegative, number.hasNegativeExponent].map { $0 ? "-" : "" }
            let rest = String(decoding: bytes[number.end...], as: UTF8.self)
            return "\(signs[0])\(digits[0])|\(digits[1])|\(signs[1])\(digits[2])|\(rest)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("", "noDigit(offset: 0)"),
        ("-", "noDigit(offset: 1)"),
        ("+1", "noDigit(offset: 0)"),
        (".5", "noDigit(offset: 0)"),
        ("-.5", "noDigit(offset: 1)"),
        ("1.", "noDigit(offset: 2)"),
        ("1.e5", "noDigit(offset: 2)"),
        ("1e", "noDigit(offset: 2)"),
        ("1e+", "noDigit(offset: 3)"),
        ("1e+-5", "noDigit(offset: 3)"),
        ("01", "leadingZero(offset: 1)"),
        ("-00.5", "leadingZero(offset: 2)"),
        ("0x1F", "0|||x1F"),
        ("1_000", "1|||_000"),
        ("3...20", "3|||...20"),
        ("0", "0|||"),
        ("-0", "-0|||"),
        ("120", "120|||"),
        ("-12.50", "-12|50||"),
        ("1e5", "1||5|"),
        ("1E-007", "1||-007|"),
        ("0.1e+2]", "0|1|2|]"),
    ])
    func partsAreThoseOfJSON(text: String, parts: String) {
        #expect(Self.parts(text) == parts)
    }

    @Test(arguments: [
        ("+1", "1|||"), ("+007.5", "007|5||"), ("-00", "-00|||"), ("++1", "noDigit(offset: 1)"),
        ("+", "noDigit(offset: 1)"),
    ])
    func aSignAndZerosAreAcceptedWhereTextIsRead(text: String, parts: String) {
        #expect(Self.parts(text, isLenient: true) == parts)
    }

    /// Whatever reads numbers agrees on what is one.
    @Test func allReadersAgree() {
        var random = SeededNumbers(seed: 23)
        for _ in 0..<20_000 {
            let text = String(
                decoding: (0..<Int(random.next() % 8)).map { _ in
                    Array("0019+-..eE ".utf8)[Int(random.next() % 11)]
                }, as: UTF8.self)
            let bytes = Array(text.utf8)
            let isNumber = (try? NumberSyntax(bytes.span, from: 0))?.end == bytes.count
            let isJSON = (try? JSONValueParser.parse(text)) != nil
            let trimmed = text.filter { $0 != " " }
            #expect(isNumber == (isJSON && trimmed == text), "\(text)")
            if isNumber { #expect(ExactNumber(text: text) != nil, "\(text)") }
        }
    }
}
