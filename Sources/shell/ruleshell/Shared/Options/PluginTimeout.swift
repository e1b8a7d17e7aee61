// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The value of `--plugin-timeout`: the longest time that a call of a plugin may take.
enum PluginTimeout {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000),
    ]
    private static let longest: Int64 = 24 * 60 * 60 * 1000

    /// Reads a whole number with `ms`, `s` or `m`.
    ///
    /// - Throws: `ValidationError` for another text, for zero and for more than a day.
    @Sendable static func read(_ text: String) throws -> Duration {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            case let digits = text.dropLast(unit.suffix.count),
            !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = Int64(digits), number > 0, number <= longest / unit.milliseconds
        else {
            throw ValidationError(
                "a time must be a number with ms, s or m, such as 500ms or 2s, and at most 1440m")
        }
        return .milliseconds(number * unit.milliseconds)
    }
}
