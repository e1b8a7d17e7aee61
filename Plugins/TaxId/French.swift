// SPDX-License-Identifier: Apache-2.0
//
// taxId.fr
//
// The French tax identification number of persons (numéro SPI), without spaces.
//
//     number = digit from 0 to 3, 9digit, 3digit          "3023217600053"
//
// The last three digits are the first ten modulo 511. The form is a pattern of the host, and the
// values are counted as `fr.checked`: an example of services (assay_services.h). A host without them
// cannot use the rule.

import AssayPluginKit

struct French: Rule {
    enum Code: String, RuleCodes {
        case format = "must be thirteen digits, the first from 0 to 3"
        case check = "must end with the right check digits"

        var translations: [String: String] {
            switch self {
            case .format:
                [
                    "de": "muss aus dreizehn Ziffern bestehen, deren erste 0 bis 3 ist",
                    "es": "debe tener trece cifras, la primera de 0 a 3",
                    "fr": "doit avoir treize chiffres, dont le premier de 0 à 3",
                ]
            case .check:
                [
                    "de": "muss mit den richtigen Prüfziffern enden",
                    "es": "debe terminar con las cifras de control correctas",
                    "fr": "doit se terminer par la bonne clé de contrôle",
                ]
            }
        }
    }

    static let definition = RuleDefinition(
        "fr", "A French tax identification number of a person (SPI)", kinds: .string,
        codes: Code.self,
        examples: [
            .valid("3023217600053", "fr"),
            .invalid("30 23 217 600 053", "fr", code: "fr.format"),
            .invalid("4023217600053", "fr", code: "fr.format"),
            .invalid("3023217600054", "fr", code: "fr.check"),
        ])

    private let form: Pattern
    private let checked: Counter

    init(_ arguments: Arguments) throws(RuleError) {
        do throws(ServiceError) {
            form = try Pattern("[0-3][0-9]{12}", .whole)
            checked = try Counter("fr.checked")
        } catch {
            throw RuleError(error.description)
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        checked.add()
        let text = value.utf8
        switch form.match(text, context) {
        case .noMatch: return .fail(Code.format)
        case .undecided(let reason): return context.undecided(reason)
        case .match: break
        }
        let (number, key) = (digits(text, 0..<10), digits(text, 10..<13))
        return .pass(if: number % 511 == key, else: Code.check)
    }

    private func digits(_ text: Span<UInt8>, _ places: Range<Int>) -> Int {
        var number = 0
        for place in places { number = number * 10 + Int(text[place] &- 48) }
        return number
    }
}
