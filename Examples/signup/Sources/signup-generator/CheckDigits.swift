// SPDX-License-Identifier: Apache-2.0

/// Check digits of numbers whose characters are known to be right.
enum CheckDigits {
    /// The digit that completes a number by the Luhn algorithm (ISO/IEC 7812-1 annex B).
    ///
    /// - Parameter body: the ASCII digits before the check digit.
    /// - Returns: the check digit.
    static func luhn(_ body: String) -> String {
        var sum = 0
        for (place, digit) in body.utf8.reversed().enumerated() {
            let value = Int(digit) - 48
            let weighted = place % 2 == 0 ? value * 2 : value
            sum += weighted > 9 ? weighted - 9 : weighted
        }
        return String((10 - sum % 10) % 10)
    }

    /// The two check digits of an IBAN (ISO 13616, ISO 7064 mod 97-10).
    ///
    /// - Parameters:
    ///   - country: the two upper case letters.
    ///   - account: the upper case letters and digits that follow the check digits.
    /// - Returns: the check digits.
    static func iban(_ country: String, _ account: String) -> String {
        var rest = 0
        for byte in (account + country + "00").utf8 {
            rest = byte < 65 ? rest * 10 + Int(byte) - 48 : rest * 100 + Int(byte) - 55
            rest %= 97
        }
        return padded(98 - rest, 2)
    }
}
