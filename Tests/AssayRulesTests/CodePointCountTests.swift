// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayTesting
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
}
