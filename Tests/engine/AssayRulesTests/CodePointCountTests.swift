// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayTesting
import TestRandomness
import Testing

/// Texts around the sizes at which the counter changes its step: words of 8 bytes, 127 blocks of 32.
@Suite struct CodePointCountTests {
    @Test(arguments: ["a", "é", "世", "😀", "e\u{301}"])
    func everyLengthIsCountedExactly(unit: String) {
        let scalars = unit.unicodeScalars.count
        for count in [1, 2, 7, 8, 9, 63, 64, 65, 500, 2039, 2041, 4063, 4065, 5000] {
            let text = String(repeating: unit, count: count)
            let length = count * scalars
            expectValid(.string(text), "length(\(length)...\(length), unit=codePoints)")
            expectInvalid(
                .string(text + "."), "length(...\(length), unit=codePoints)",
                code: "length.tooLong")
        }
    }

    /// What is counted of a text depends on its bounds: all that lie near its length, and some far from it.
    @Test(arguments: 0..<40)
    func boundsNeverChangeWhereALengthLies(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let units = ["a", "é", "世", "😀"]
        var text = ""
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let unit = units.randomElement(using: &random) ?? ""
            text += String(repeating: unit, count: Int.random(in: 0...120, using: &random))
        }
        let length = text.unicodeScalars.count
        for distance in [0, 1, 2, 31, 32, 33, 127, 128, 129, length / 2, length] {
            let (below, above) = (max(0, length - distance), length + distance)
            expectValid(.string(text), "length(\(below)...\(above), unit=codePoints)")
            if below < length {
                expectInvalid(
                    .string(text), "length(\(below / 2)...\(below), unit=codePoints)",
                    code: "length.tooLong")
            }
            if above > length {
                expectInvalid(
                    .string(text), "length(\(above)...\(above * 2), unit=codePoints)",
                    code: "length.tooShort")
            }
        }
    }
}
