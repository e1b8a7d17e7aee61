// SPDX-License-Identifier: Apache-2.0

/// Numbers of things, in words that agree with them.
enum Counted {
    /// `1 record`, `2 records`.
    ///
    ///   - number: The number of things.
    ///   - number: How many there are.
    ///   - noun: One of them; its plural ends in `s`.
    ///   - digits: The number as it is written; plain digits if left out.
    /// - Returns: The number and the noun.
    static func text(_ number: Int, of noun: String, digits: String? = nil) -> String {
        "\(digits ?? "\(number)") \(noun)\(number == 1 ? "" : "s")"
    }
}

/// Numbers with a fixed number of digits after the point.
enum Decimals {
    /// - Parameters:
    ///   - number: A number from 0 to 10¹⁵ / 10ᵈ with d digits. Others are shown as the nearest of
    ///     these, and as 0 if they are not finite.
    ///   - digits: 0 to 6.
    /// - Returns: The number, rounded.
    static func text(_ number: Double, digits: Int) -> String {
        var scale = 1
        for _ in 0..<max(0, min(digits, 6)) { scale *= 10 }
        let limited = number.isFinite ? min(max(number, 0), 1e15 / Double(scale)) : 0
        let scaled = Int((limited * Double(scale)).rounded())
        guard scale > 1 else { return "\(scaled)" }
        let rest = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: max(0, digits - rest.count))
            + rest
    }
}
