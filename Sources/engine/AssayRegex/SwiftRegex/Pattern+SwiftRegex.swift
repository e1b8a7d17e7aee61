// SPDX-License-Identifier: Apache-2.0
#if !PCRE2
import AssayCore
import Synchronization

// Searches by Swift's own `Regex`.
extension Pattern {
    func searchRegex(
        _ bytes: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch
    ) -> MatchResult {
        withRegex { regex in
            if let ended = scratch.end(before: bytes.count, atMost: regex.longestSubject) {
                return ended
            }
            return regex.matches(bytes) ? .match : .noMatch
        }
    }

    /// Searches for the pattern and says where it and its groups match; see the same function of builds
    /// with PCRE2.
    package func groups(
        in bytes: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch, count: Int,
        report: (Int, Range<Int>?) -> Void
    ) -> MatchResult {
        withRegex { regex in
            if let ended = scratch.end(before: bytes.count, atMost: regex.longestSubject) {
                return ended
            }
            guard let places = regex.groups(in: bytes) else { return .noMatch }
            for group in 0..<count { report(group, group < places.count ? places[group] : nil) }
            return .match
        }
    }

    /// The compiled form; a pattern that only an automaton can search for has none, and is undecided.
    private func withRegex(_ body: (SwiftRegexCode) -> MatchResult) -> MatchResult {
        let known = regex.withLock { regex in
            if regex == nil {
                regex = try? SwiftRegexCode(source, options: options, match: matchMode)
            }
            return regex
        }
        return known.map(body) ?? .subjectLimit
    }
}

extension PatternScratch {
    /// Returns the result of a subject that is not to be searched, or `nil` if it is to be.
    fileprivate func end(before length: Int, atMost longest: Int) -> MatchResult? {
        guard length <= min(limits.subject, longest) else { return .subjectLimit }
        return executionLimits == nil ? nil : interruption(before: length)
    }
}
#endif
