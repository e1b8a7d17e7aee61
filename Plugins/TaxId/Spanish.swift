// SPDX-License-Identifier: Apache-2.0
//
// taxId.es
//
// The Spanish tax identification number of natural persons (NIF: Real Decreto 1065/2007, articles
// 18 to 20; for citizens the number of the DNI, for foreigners the NIE), in capital letters,
// without spaces or hyphens.
//
//     number = 8digit check / ("X" / "Y" / "Z") 7digit check       "12345678Z", "X1234567L"
//
// X, Y and Z stand for the digits 0, 1 and 2. The number modulo 23 picks the check letter from
// TRWAGMYFPDXBNJZSQVHLCKE. Numbers of companies and those that begin with K, L or M are not
// accepted.

import AssayPluginABI

let spanish = TextRule(
    id: "es", summary: "A Spanish tax identification number of a person (DNI or NIE)",
    codes: [
        ("es.format", "must be eight digits, or X, Y or Z and seven digits, and a capital letter"),
        ("es.check", "must end with the right check letter"),
    ],
    examples: [
        ("\"12345678Z\"", nil), ("\"X1234567L\"", nil), ("\"1234567Z\"", 0),
        ("\"12345678z\"", 0), ("\"12345678A\"", 1), ("\"Y1234567L\"", 1),
    ],
    evaluate: { _, _, batch, out in judge(batch, out, judgeSpanish) })

private let checkLetters: StaticString = "TRWAGMYFPDXBNJZSQVHLCKE"

private func judgeSpanish(_ text: UnsafeBufferPointer<UInt8>) -> Verdict {
    guard text.count == 9, (65...90).contains(text[8]) else { return .fail(0) }
    var number = 0
    for index in 0..<8 {
        let byte = text[index]
        switch byte {
        case 48...57: number = number * 10 + Int(byte - 48)
        case 88...90 where index == 0: number = Int(byte - 88)
        default: return .fail(0)
        }
    }
    return checkLetters.utf8Start[number % 23] == text[8] ? .pass : .fail(1)
}
