// SPDX-License-Identifier: Apache-2.0

/// The number of failures that a rule may have in a data set: a count, or a share of the values that it decided.
///
/// A share is an exact fraction, so that 0.1 % of 20,000 values is 20 of them.
package struct Tolerance: Sendable, Equatable, CustomStringConvertible {
    private enum Form: Sendable, Equatable {
        case count(Int)
        /// The share of all values: `numerator / denominator`, at most 1.
        case share(numerator: Int, denominator: Int)
    }

    private let form: Form
    /// The tolerance as it is written: `3`, or `0.5 %`.
    package let description: String

    /// A number of failures, which is not negative.
    package init(count: Int) {
        self.init(.count(max(0, count)), "\(max(0, count))")
    }

    private init(_ form: Form, _ description: String) {
        self.form = form
        self.description = description
    }

    /// The most digits after the point of a percentage.
    private static let mostDigits = 9

    /// Reads a count (`3`) or a percentage from 0 % to 100 % (`0.5 %`).
    ///
    /// - Returns: `nil` for any other text.
    package init?(_ text: String) {
        guard let sign = text.utf8.last, sign == UInt8(ascii: "%") else {
            guard Self.isDigits(text.utf8[...]), let count = Int(text) else { return nil }
            self.init(count: count)
            return
        }
        let spaces = text.utf8.dropLast().reversed().prefix { $0 == UInt8(ascii: " ") }.count
        let parts = text.utf8.dropLast(1 + spaces).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy(Self.isDigits),
            parts[0].count <= 3, parts.count == 1 || parts[1].count <= Self.mostDigits
        else { return nil }
        var numerator = 0
        var denominator = 100
        for digit in parts[0] { numerator = numerator * 10 + Int(digit - UInt8(ascii: "0")) }
        for digit in parts.dropFirst().joined() {
            numerator = numerator * 10 + Int(digit - UInt8(ascii: "0"))
            denominator *= 10
        }
        guard numerator <= denominator else { return nil }
        while numerator % 10 == 0, denominator % 10 == 0, denominator > 100 {
            numerator /= 10
            denominator /= 10
        }
        self.init(
            .share(numerator: numerator, denominator: denominator),
            Self.percentage(numerator, of: denominator) + " %")
    }

    /// Returns `true` if a number of failures is not too many.
    ///
    /// - Parameters:
    ///   - failed: The number of values that failed.
    ///   - decided: The number of values that the rule decided.
    /// - Returns: `true` if there are at most as many failures as the tolerance says.
    package func allows(_ failed: Int, of decided: Int) -> Bool {
        switch form {
        case .count(let count): failed <= count
        case .share(let numerator, let denominator):
            UInt64(max(0, failed)).multipliedFullWidth(by: UInt64(denominator))
                <= UInt64(max(0, decided)).multipliedFullWidth(by: UInt64(numerator))
        }
    }

    /// The percentage of a part, for messages: rounded half up to two digits, `0.42 %`, or `< 0.01 %` for a
    /// smaller part.
    package static func percentage(of part: Int, in whole: Int) -> String {
        guard whole > 0, part > 0 else { return "0 %" }
        let (high, low) = UInt64(part).multipliedFullWidth(by: 10_000)
        let divisor = UInt64(whole)
        guard high < divisor else { return "100 %" }
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        let rounded = Int(quotient) + (remainder >= divisor - remainder ? 1 : 0)
        guard rounded > 0 else { return "< 0.01 %" }
        return percentage(rounded, of: 10_000) + " %"
    }

    /// Returns a fraction whose denominator is 100, 1000, … as a percentage without trailing zeros.
    private static func percentage(_ numerator: Int, of denominator: Int) -> String {
        let whole = denominator / 100
        let rest = numerator % whole
        guard rest > 0 else { return "\(numerator / whole)" }
        var digits = "\(whole + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(numerator / whole).\(digits)"
    }

    private static func isDigits(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy { (48...57).contains($0) }
    }
}
