// SPDX-License-Identifier: Apache-2.0
//
// fleet-swift.vin: vehicle identification numbers.

import AssayPluginKit

struct Vin: Rule {
    enum Standard: String, RuleChoice {
        case byRegion, iso3779, cfr565
    }

    enum Code: String, RuleCodes {
        case length = "must have 17 characters, not {length}"
        case character =
            "must have a digit or a capital letter other than I, O and Q at position {position}"
        case serial = "must end with four digits"
        case checkDigit = "must have the check digit {expected} at position 9, not {found}"
        case yearCode = "must have the code of a model year at position 10"
        case limits = "must be of a model year from {minYear} to {maxYear}, not {modelYear}"
        case year = "must be of the model year {expected}, not {modelYear}"

        var arguments: [String] {
            switch self {
            case .length: ["length"]
            case .character: ["position"]
            case .serial, .yearCode: []
            case .checkDigit: ["expected", "found"]
            case .limits: ["modelYear"]
            case .year: ["expected", "modelYear"]
            }
        }

        var translations: [String: String] {
            switch self {
            case .length: ["de": "muss 17 Zeichen haben, nicht {length}"]
            case .character:
                [
                    "de": "muss an Stelle {position} eine Ziffer oder einen Großbuchstaben außer "
                        + "I, O und Q haben"
                ]
            case .serial: ["de": "muss mit vier Ziffern enden"]
            case .checkDigit:
                ["de": "muss an Stelle 9 die Prüfziffer {expected} haben, nicht {found}"]
            case .yearCode: ["de": "muss an Stelle 10 das Zeichen eines Modelljahrs haben"]
            case .limits:
                [
                    "de": "muss aus einem Modelljahr von {minYear} bis {maxYear} sein, nicht "
                        + "{modelYear}"
                ]
            case .year: ["de": "muss aus dem Modelljahr {expected} sein, nicht {modelYear}"]
            }
        }
    }

    static let definition = RuleDefinition(
        "vin", "A vehicle identification number",
        parameters: [
            RuleParameter("year", .field, "the field with the model year"),
            RuleParameter(
                "minYear", .integer, default: 1980, limits: 1980...2039, "the first model year"),
            RuleParameter(
                "maxYear", .integer, default: 2039, limits: 1980...2039, "the last model year"),
            .choice("standard", default: Standard.byRegion, "the standard that the number follows"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("1M8GDM9AXKP042788", "vin"),
            .valid("WVWZZZ1JZ3W386752", "vin(year, minYear=2000)"),
            .invalid("1M8GDM9AXKP04278", "vin", code: "vin.length"),
            .invalid("1M8GDM9AXKPO42788", "vin", code: "vin.character"),
            .invalid("WVWZZZ1JZ3W38675X", "vin", code: "vin.serial"),
            .invalid("1M8GDM9A5KP042788", "vin", code: "vin.checkDigit"),
            .invalid("WVWZZZ1JZ3W386752", "vin(standard=cfr565)", code: "vin.checkDigit"),
            .invalid("1M8GDM9A6UP042788", "vin", code: "vin.yearCode"),
            .invalid("1M8GDM9AXKP042788", "vin(minYear=1990)", code: "vin.limits"),
            .valid("1M8GDM9AXKP042788", "vin(year)", with: ["year": 1989]),
            .invalid("1M8GDM9AXKP042788", "vin(year)", code: "vin.year", with: ["year": 1990]),
        ])

    private let year: FieldReference
    private let limits: ClosedRange<Int64>
    private let standard: Standard

    init(_ arguments: Arguments) throws(RuleError) {
        let minYear = arguments.integer("minYear") ?? 1980
        let maxYear = arguments.integer("maxYear") ?? 2039
        guard minYear <= maxYear else { throw RuleError("minYear must not be above maxYear") }
        year = arguments.field("year")
        limits = minYear...maxYear
        standard = arguments.choice("standard") ?? .byRegion
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        var length: Int64 = 0
        for index in text.indices where text[index] & 0xC0 != 0x80 { length += 1 }
        guard length == 17 else { return context.fail(Code.length, [.integer(length)]) }
        for index in 0..<17 where number(of: text[index]) == nil {
            return context.fail(Code.character, [.integer(Int64(index) + 1)])
        }
        for index in 13..<17 where !isDigit(text[index]) { return .fail(Code.serial) }
        let isAmerican = (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(text[0])
        guard standard == .cfr565 || (standard == .byRegion && isAmerican) else { return .pass }
        return checkRegulation(text, context)
    }

    /// The check digit and the year of the model.
    private func checkRegulation(_ text: Span<UInt8>, _ context: RuleContext) -> Verdict {
        let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
        var sum = 0
        for index in 0..<17 { sum += weights[index] * (number(of: text[index]) ?? 0) }
        let expected = sum % 11 == 10 ? "X" : String(sum % 11)
        let found = String(UnicodeScalar(text[8]))
        guard found == expected else {
            return context.fail(Code.checkDigit, [.string(expected), .string(found)])
        }
        let years = Array("ABCDEFGHJKLMNPRSTVWXY123456789".utf8)
        guard let code = years.firstIndex(of: text[9]) else { return .fail(Code.yearCode) }
        let modelYear = Int64(1980 + code + (isDigit(text[6]) ? 0 : 30))
        guard limits.contains(modelYear) else {
            return context.fail(Code.limits, [.integer(modelYear)])
        }
        guard let other = context.field(year).integer, other != modelYear else { return .pass }
        return context.fail(Code.year, [.integer(other), .integer(modelYear)])
    }
}

private func isDigit(_ character: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
}

private let letters = Array("12345678.12345.7.923456789".utf8)

/// Returns the value of a character in the check digit, or `nil` if no VIN has the character.
private func number(of character: UInt8) -> Int? {
    if isDigit(character) { return Int(character - UInt8(ascii: "0")) }
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character) else { return nil }
    let value = letters[Int(character - UInt8(ascii: "A"))]
    return isDigit(value) ? Int(value - UInt8(ascii: "0")) : nil
}
