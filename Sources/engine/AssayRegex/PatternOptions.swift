// SPDX-License-Identifier: Apache-2.0

extension Pattern {
    /// Options for reading a pattern.
    ///
    /// Each option has a flag letter, as written after `/…/`.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// `i`: letters match in either case; with Unicode's simple case folding.
        package static let ignoreCase = Options(rawValue: 1)
        /// `m`: `^` and `$` also match at line breaks.
        package static let multiline = Options(rawValue: 2)
        /// `s`: `.` also matches a line feed.
        package static let dotAll = Options(rawValue: 4)
        /// `x`: white space and `#` comments in the pattern are ignored.
        package static let extended = Options(rawValue: 8)
        /// `n`: plain parentheses do not capture.
        package static let noAutoCapture = Options(rawValue: 16)

        /// Reads flag letters.
        ///
        /// - Parameter flags: any of `i`, `m`, `s`, `x`, `n`, each at most once, in any order.
        /// - Throws: `PatternFlagError` for the first letter that is unknown or repeated.
        package init(flags: String) throws(PatternFlagError) {
            self = []
            for flag in flags {
                guard let option = Options.named[flag] else {
                    throw PatternFlagError(flag: flag, reason: .unknown)
                }
                guard insert(option).inserted else {
                    throw PatternFlagError(flag: flag, reason: .repeated)
                }
            }
        }

        private static let named: [Character: Options] = [
            "i": .ignoreCase, "m": .multiline, "s": .dotAll, "x": .extended, "n": .noAutoCapture,
        ]
    }
}

/// A flag letter that cannot be used.
package struct PatternFlagError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason that a letter cannot be used.
    package enum Reason: Equatable, Sendable {
        /// No option has this letter.
        case unknown
        /// The letter appears twice.
        case repeated
    }

    /// The letter.
    package let flag: Character
    /// The reason that the letter cannot be used.
    package let reason: Reason

    /// The stable code of this error: `pattern.flag`.
    package var code: String { "pattern.flag" }

    /// A sentence that says what was found and what is possible.
    package var description: String {
        switch reason {
        case .unknown: "unknown pattern flag '\(flag)'; the flags are i, m, s, x and n"
        case .repeated: "the pattern flag '\(flag)' is repeated; write it once"
        }
    }
}
