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

import AssayPluginKit

struct Spanish: Rule {
    enum Code: String, RuleCodes {
        case format = "must be eight digits, or X, Y or Z and seven digits, and a capital letter"
        case check = "must end with the right check letter"

        var translations: [String: String] {
            switch self {
            case .format:
                [
                    "de":
                        "muss aus acht Ziffern (oder X, Y oder Z und sieben) und einem Großbuchstaben bestehen",
                    "es":
                        "debe tener ocho cifras, o X, Y o Z y siete cifras, y una letra mayúscula",
                    "fr":
                        "doit comporter huit chiffres (ou X, Y ou Z et sept chiffres), puis une lettre majuscule",
                ]
            case .check:
                [
                    "de": "muss mit dem richtigen Prüfbuchstaben enden",
                    "es": "debe terminar con la letra de control correcta",
                    "fr": "doit se terminer par la bonne lettre de contrôle",
                ]
            }
        }
    }

    static let definition = RuleDefinition(
        "es", "A Spanish tax identification number of a person (DNI or NIE)", kinds: .string,
        codes: Code.self,
        examples: [
            .valid("12345678Z", "es"),
            .valid("X1234567L", "es"),
            .invalid("1234567Z", "es", code: "es.format"),
            .invalid("12345678z", "es", code: "es.format"),
            .invalid("12345678A", "es", code: "es.check"),
            .invalid("Y1234567L", "es", code: "es.check"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        guard text.count == 9, (65...90).contains(text[8]) else { return .fail(Code.format) }
        var number = 0
        for index in 0..<8 {
            let byte = text[index]
            switch byte {
            case 48...57: number = number * 10 + Int(byte - 48)
            case 88...90 where index == 0: number = Int(byte - 88)
            default: return .fail(Code.format)
            }
        }
        return .pass(if: checkLetters.utf8Start[number % 23] == text[8], else: Code.check)
    }
}

private let checkLetters: StaticString = "TRWAGMYFPDXBNJZSQVHLCKE"
