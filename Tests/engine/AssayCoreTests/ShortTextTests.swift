// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness
import Testing

/// Numbers and parts of lines that are written into bytes.
@Suite struct ShortTextTests {
    private static func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes = Array("> ".utf8)
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        Int.min, -100_000_000, -99_999_999, -10, -1, 0, 1, 9, 10, 99, 100, 999, 1_000, 9_999,
        10_000,
        99_999, 100_000, 999_999, 1_000_000, 9_999_999, 10_000_000, 99_999_999, 100_000_000,
        100_000_001, 9_999_999_999_999_999, 10_000_000_000_000_000, .max - 1, .max,
    ])
    func numbersHaveTheirDigits(number: Int) {
        #expect(Self.text { $0.append(decimal: number) } == "> \(number)")
    }

    @Test func digitsAreThoseOfTheDescription() {
        var random = SeededNumbers(seed: 3)
        for _ in 0..<20_000 {
            let number = Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64)
            #expect(Self.text { $0.append(decimal: number) } == "> \(number)")
        }
    }

    @Test func partsFollowEachOther() {
        let written = Self.text { bytes in
            bytes.append(atMost: 2 * ShortText.longestNumber + 7) { text in
                text.append("a")
                text.append(decimal: .min)
                text.append(repeating: UInt8(ascii: "-"), count: 5)
                text.append(decimal: 7)
                text.append("")
                text.append("é")
            }
            bytes.append(repeating: UInt8(ascii: "^"), count: 3)
            bytes.append(repeating: UInt8(ascii: "!"), count: 0)
        }
        #expect(written == "> a\(Int.min)-----7é^^^")
    }
}
