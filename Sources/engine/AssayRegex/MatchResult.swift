// SPDX-License-Identifier: Apache-2.0

/// The outcome of a search, in the size of one register.
///
/// A limit that was reached is a result of its own: it is neither a match nor a mismatch.
package struct MatchResult: RawRepresentable, Equatable, Sendable {
    /// 1 for a match, -1 for no match, otherwise PCRE2's negative error number, or a number below
    /// -1,000 for what ended the search from outside.
    package let rawValue: Int32

    /// Takes over a raw result: 1, -1 or PCRE2's error number.
    @inlinable
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The pattern matches the subject.
    @inlinable package static var match: MatchResult { MatchResult(rawValue: 1) }

    /// The pattern does not match the subject.
    @inlinable package static var noMatch: MatchResult { MatchResult(rawValue: -1) }

    static let subjectLimit = MatchResult(rawValue: -1001)
    static let deadline = MatchResult(rawValue: -1002)
    static let cancelled = MatchResult(rawValue: -1003)

    /// True if the pattern matches.
    @inlinable @inline(__always) package var isMatch: Bool { rawValue > 0 }

    /// True if the whole search ended without a match.
    @inlinable @inline(__always) package var isNoMatch: Bool { rawValue == -1 }

    /// True if the search was abandoned, so that nothing is known.
    @inlinable package var isUndecided: Bool { rawValue <= 0 && rawValue != -1 }
}

extension MatchResult {
    /// The reason that a search was abandoned.
    package enum UndecidedReason: Equatable, Sendable {
        /// The backtracking steps of `PatternLimits.match` or of its budget were used up.
        case matchLimit
        /// The nesting of backtracking points of `PatternLimits.depth` was reached.
        case depthLimit
        /// The working memory of `PatternLimits.heapKiB` was used up.
        case heapLimit
        /// The machine-code stack of `PatternScratch` was used up.
        case jitStackLimit
        /// The subject is longer than `PatternLimits.subject`.
        case subjectLimit
        /// The deadline of the validation passed.
        case deadline
        /// The validation was cancelled.
        case cancelled
        /// Another PCRE2 error, by its number.
        case other(Int32)
    }

    /// A result as an enumeration, for code that wants to handle every case.
    package enum Outcome: Equatable, Sendable {
        case match
        case noMatch
        case undecided(UndecidedReason)
    }

    /// The same result as an enumeration.
    package var outcome: Outcome {
        if isMatch { return .match }
        return isNoMatch ? .noMatch : .undecided(UndecidedReason(pcre2Error: rawValue))
    }
}
