// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

extension Pattern {
    /// Searches for the pattern and says where it and its groups match.
    ///
    /// PCRE2 searches, under the limits of `scratch`, also where the pattern has an automaton: that
    /// knows no positions.
    ///
    /// - Parameters:
    ///   - bytes: The subject, valid UTF-8.
    ///   - scratch: The calling thread's working memory.
    ///   - count: How many groups are wanted, the whole match included; at most 64.
    ///   - report: Called after a match with the number of each group and its bytes, in order; nil for
    ///     a group that took no part, or that the pattern does not have.
    /// - Returns: Whether the pattern matches, or which limit was reached.
    package func groups(
        in bytes: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch, count: Int,
        report: (Int, Range<Int>?) -> Void
    ) -> MatchResult {
        scratch.withGroups { data in
            let result = searchPCRE2(bytes.baseAddress, length: bytes.count, using: scratch)
            guard result.isMatch, let places = pcre2_get_ovector_pointer_8(data) else {
                return result
            }
            // PCRE2 leaves the places of groups that the pattern does not have as they were.
            let known = min(count, 1 + groupCount, Int(pcre2_get_ovector_count_8(data)))
            for group in 0..<count {
                report(group, group < known ? Self.range(places, group: group) : nil)
            }
            return result
        }
    }

    /// Nil for a group that took no part.
    private static func range(_ places: UnsafeMutablePointer<Int>, group: Int) -> Range<Int>? {
        let start = places[2 * group]
        guard start >= 0 else { return nil }
        return start..<max(start, places[2 * group + 1])
    }
}
#endif
