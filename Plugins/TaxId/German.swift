// SPDX-License-Identifier: Apache-2.0
//
// taxId.de
//
// The German tax identification number (Steueridentifikationsnummer, § 139b AO, as the Bundes-
// zentralamt für Steuern assigns it): 11 ASCII digits, no spaces.
//
//     number = 10digit check       "86095742719"
//
// The first digit is not 0 (numbers with 0 are for tests only). Among the first ten digits exactly
// one occurs twice or three times and every other at most once; a digit that occurs three times does
// not stand three times in a row. The check digit is that of ISO/IEC 7064, MOD 11,10.

import AssayPluginABI

let german = TextRule(
    id: "de", summary: "A German tax identification number",
    codes: [
        ("de.format", "must be 11 digits that do not start with 0"),
        ("de.digits", "must have exactly one digit two or three times among the first ten"),
        ("de.check", "must end with the right check digit"),
    ],
    examples: [
        ("\"86095742719\"", nil), ("\"47036892816\"", nil), ("\"8609574271\"", 0),
        ("\"06095742719\"", 0), ("\"12345678903\"", 1), ("\"86095742718\"", 2),
    ],
    evaluate: { _, _, batch, out in judge(batch, out, judgeGerman) })

private func judgeGerman(_ text: UnsafeBufferPointer<UInt8>) -> Verdict {
    guard text.count == 11, text.allSatisfy({ (48...57).contains($0) }), text[0] != 48 else {
        return .fail(0)
    }
    guard hasOneRepeatedDigit(text) else { return .fail(1) }
    return isoCheckDigit(text) == text[10] - 48 ? .pass : .fail(2)
}

/// Among ten digits, one that occurs twice leaves one that is missing; three times, two.
private func hasOneRepeatedDigit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var repeated = 0
    for digit in UInt8(48)...57 {
        var count = 0
        var run = 0
        for index in 0..<10 {
            run = text[index] == digit ? run + 1 : 0
            count += text[index] == digit ? 1 : 0
            if run == 3 { return false }
        }
        if count > 3 { return false }
        repeated += count > 1 ? 1 : 0
    }
    return repeated == 1
}

private func isoCheckDigit(_ text: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var product: UInt8 = 10
    for index in 0..<10 {
        let sum = (product + text[index] - 48) % 10
        product = (sum == 0 ? 10 : sum) * 2 % 11
    }
    return (11 - product) % 10
}
