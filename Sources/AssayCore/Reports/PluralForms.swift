// SPDX-License-Identifier: Apache-2.0

/// Which of a word's forms goes with a number: "1 item", "2 items".
///
/// Implements the cardinal plural rules of CLDR for whole numbers, for the languages named here;
/// any other language has two forms, the first for 1.
enum PluralForms {
    /// The place of the form among those of the language, in CLDR's order (zero, one, two, few,
    /// many, other); nil for a number with a fraction, which takes the last form.
    static func index(of value: Value, in language: String) -> Int? {
        let number: UInt64
        switch value {
        case .integer(let integer): number = integer.magnitude
        case .unsignedInteger(let unsigned): number = unsigned
        default: return nil
        }
        switch language.prefix(while: { $0 != "-" }).lowercased() {
        case "id", "ja", "ko", "ms", "th", "vi", "zh": return 0
        case "fr", "hy", "pt": return number < 2 ? 0 : 1
        case "be", "bs", "hr", "ru", "sr", "uk": return slavic(number, isOne: endsWithOne(number))
        case "pl": return slavic(number, isOne: number == 1)
        case "cs", "sk": return number == 1 ? 0 : (2...4).contains(number) ? 1 : 2
        case "ar": return arabic(number)
        default: return number == 1 ? 0 : 1
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
