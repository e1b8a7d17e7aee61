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
// not appear three times in a row. The check digit is that of ISO/IEC 7064, MOD 11,10.

import AssayPluginKit

struct German: Rule {
    enum Code: String, RuleCodes {
        case format = "must be 11 digits that do not start with 0"
        case digits = "must have exactly one digit two or three times among the first ten"
        case check = "must end with the right check digit"

        var translations: [String: String] {
            switch self {
            case .format:
                [
                    "de": "muss aus 11 Ziffern bestehen, deren erste keine 0 ist",
                    "es": "debe tener 11 cifras, la primera distinta de 0",
                    "fr": "doit comporter 11 chiffres, dont le premier n’est pas 0",
                ]
            case .digits:
                [
                    "de": "muss unter den ersten zehn Ziffern genau eine zwei- oder dreimal haben",
                    "es":
                        "debe tener exactamente una cifra que aparezca dos o tres veces entre las diez primeras",
                    "fr":
                        "doit avoir exactement un chiffre présent deux ou trois fois parmi les dix premiers",
                ]
            case .check:
                [
                    "de": "muss mit der richtigen Prüfziffer enden",
                    "es": "debe terminar con la cifra de control correcta",
                    "fr": "doit se terminer par le bon chiffre de contrôle",
                ]
            }
        }
    }

    static let definition = RuleDefinition(
        "de", "A German tax identification number", kinds: .string,
        codes: Code.self,
        examples: [
            .valid("86095742719", "de"),
            .valid("47036892816", "de"),
            .invalid("8609574271", "de", code: "de.format"),
            .invalid("06095742719", "de", code: "de.format"),
            .invalid("12345678903", "de", code: "de.digits"),
            .invalid("86095742718", "de", code: "de.check"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        guard text.count == 11, text[0] != 48 else { return .fail(Code.format) }
        for index in 0..<11 where !(48...57).contains(text[index]) { return .fail(Code.format) }
        guard hasOneRepeatedDigit(text) else { return .fail(Code.digits) }
        return .pass(if: isoCheckDigit(text) == UInt32(text[10]) - 48, else: Code.check)
    }
}

/// Returns `true` if one of the first ten digits occurs twice or three times, but not three times
/// in a row, and every other digit at most once.
@inline(__always)
private func hasOneRepeatedDigit(_ text: Span<UInt8>) -> Bool {
    // How often each digit occurs, in four bits each.
    var counts: UInt64 = 0
    for index in 0..<10 { counts &+= 1 &<< (UInt64(text[index] &- 48) &* 4) }
    // No branch depends on two digits being the same: no processor could foretell it.
    var hasRunOfThree = false
    for index in 2..<10 {
        let difference = (text[index] ^ text[index - 1]) | (text[index] ^ text[index - 2])
        hasRunOfThree = difference == 0 ? true : hasRunOfThree
    }
    let twiceOrMore = counts & 0x22_2222_2222
    let fourOrMore = counts & 0xCC_CCCC_CCCC
    return !hasRunOfThree && fourOrMore == 0 && twiceOrMore.nonzeroBitCount == 1
}

@inline(__always)
private func isoCheckDigit(_ text: Span<UInt8>) -> UInt32 {
    var product: UInt32 = 10
    for index in 0..<10 {
        let sum = (product &+ UInt32(text[index]) &- 48) % 10
        product = (sum == 0 ? 10 : sum) &* 2 % 11
    }
    return (11 &- product) % 10
}
