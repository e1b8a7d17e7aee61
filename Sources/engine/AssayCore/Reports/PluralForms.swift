// SPDX-License-Identifier: Apache-2.0

/// The choice of a word's form by a number: "1 item", "2 items".
///
/// Implements the cardinal plural rules of CLDR 42 for the languages named here; any other language has
/// two forms, the first for 1.
enum PluralForms {
    /// The index of the form among the language's forms, in CLDR's order (zero, one, two, few,
    /// many, other), or `nil` if the value is not a number.
    ///
    /// The form for millions of French, Portuguese and Spanish is left out.
    static func index(of value: Value, in language: String) -> Int? {
        let language = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        switch value {
        case .integer(let integer): return index(of: integer.magnitude, in: language)
        case .unsignedInteger(let unsigned): return index(of: unsigned, in: language)
        case .number(let number):
            return indexOfFraction(isBelowTwo: number.magnitude < 2, in: language)
        case .decimal(let text):
            let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
            let isBelowTwo =
                digits.first.map { [UInt8(ascii: "0"), UInt8(ascii: "1")].contains($0) } ?? false
                && digits.dropFirst().first.map { $0 == UInt8(ascii: ".") } ?? true
            return indexOfFraction(isBelowTwo: isBelowTwo, in: language)
        default: return nil
        }
    }

    private static func index(of number: UInt64, in language: String) -> Int {
        switch language {
        case "id", "ja", "ko", "ms", "th", "vi", "zh": 0
        case "fr", "hy", "pt": number < 2 ? 0 : 1
        case "be", "bs", "hr", "ru", "sr", "uk": slavic(number, isOne: endsWithOne(number))
        case "pl": slavic(number, isOne: number == 1)
        case "cs", "sk": number == 1 ? 0 : (2...4).contains(number) ? 1 : 3
        case "ar": arabic(number)
        default: number == 1 ? 0 : 1
        }
    }

    /// The index of the form for a number with digits after its point.
    private static func indexOfFraction(isBelowTwo: Bool, in language: String) -> Int {
        switch language {
        case "id", "ja", "ko", "ms", "th", "vi", "zh": 0
        case "fr", "hy", "pt": isBelowTwo ? 0 : 1
        case "bs", "hr", "sr": 2
        case "be", "pl", "ru", "uk": 3
        case "cs", "sk": 2
        case "ar": 5
        default: 1
        }
    }

    private static func endsWithOne(_ number: UInt64) -> Bool {
        number % 10 == 1 && number % 100 != 11
    }

    private static func slavic(_ number: UInt64, isOne: Bool) -> Int {
        if isOne { return 0 }
        return (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? 1 : 2
    }

    private static func arabic(_ number: UInt64) -> Int {
        switch (number, number % 100) {
        case (0...2, _): Int(number)
        case (_, 3...10): 3
        case (_, 11...99): 4
        default: 5
        }
    }
}
