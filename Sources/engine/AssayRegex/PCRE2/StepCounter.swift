// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

/// Counts the steps of PCRE2's searches for one pattern, by the interpreter.
///
/// A step is what the match limit counts, from the start position that needs most of them. PCRE2
/// tells only whether a limit was reached, so the count is found by trying limits.
package final class StepCounter {
    /// The search can begin at the subject's start only.
    package let isAnchored: Bool
    /// The approximate cost of all searches together, in steps.
    ///
    /// Steps in long texts count more, because PCRE2 scans further between them.
    package private(set) var spent = 0
    /// Look at the first start position alone, which is faster and shows most.
    package var looksAtStartOnly = false

    private let code: PatternCode
    private let matchData: OpaquePointer
    private let context: OpaquePointer

    package init(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(PatternError) {
        code = try PatternCode(source, options: options, match: match)
        isAnchored = code.isAnchored
        guard let matchData = pcre2_match_data_create_8(1, nil),
            let context = pcre2_match_context_create_8(nil)
        else { fatalError("out of memory") }
        self.matchData = matchData
        self.context = context
        pcre2_set_heap_limit_8(context, 64 << 10)
    }

    deinit {
        code.free()
        pcre2_match_data_free_8(matchData)
        pcre2_match_context_free_8(context)
    }

    /// Searches with at most `limit` steps.
    package func result(on subject: String, limit: Int) -> MatchResult {
        pcre2_set_match_limit_8(context, UInt32(clamping: limit))
        var subject = subject
        let outcome = subject.withUTF8 { bytes in
            let start = bytes.baseAddress ?? UnsafePointer(matchData)
            return pcre2_match_8(
                code.pointer, start, bytes.count, 0,
                PCRE2_NO_UTF_CHECK | (looksAtStartOnly ? PCRE2_ANCHORED : 0), matchData, context)
        }
        let result = MatchResult(rawValue: outcome >= 0 ? 1 : outcome)
        spent += (result.isUndecided ? limit : limit / 4) * (1 + subject.utf8.count / 32)
        return result
    }

    /// The steps of a search; nil for more than `most`.
    package func steps(on subject: String, most: Int) -> Int? {
        var low = 0
        var high = 16
        while result(on: subject, limit: min(high, most)).isUndecided {
            guard high < most else { return nil }
            low = high
            high *= 2
        }
        high = min(high, most)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if result(on: subject, limit: middle).isUndecided {
                low = middle
            } else {
                high = middle
            }
        }
        return high
    }
}
#else

/// Counts the steps of PCRE2's searches, which are none in a build without PCRE2.
package final class StepCounter {
    package var isAnchored: Bool { false }
    package var spent: Int { 0 }
    package var looksAtStartOnly = false

    package init(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(PatternError) {
        throw PatternError(
            unsupported: "counting the steps of a search", offset: 0, pattern: source)
    }

    package func result(on subject: String, limit: Int) -> MatchResult { .noMatch }

    package func steps(on subject: String, most: Int) -> Int? { nil }
}
#endif
