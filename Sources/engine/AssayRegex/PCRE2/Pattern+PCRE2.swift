// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

// Searches by PCRE2.
extension Pattern {
    @inline(__always)
    func searchPCRE2(
        _ start: UnsafePointer<UInt8>?, length: Int, using scratch: PatternScratch
    ) -> MatchResult {
        if length > scratch.unwatchedLength {
            return searchWatched(start, length: length, using: scratch)
        }
        scratch.prepare(length: length, isAnchored: isAnchored)
        return run(start, length: length, from: 0, using: scratch)
    }

    /// Searches from a place in the subject, up to the limits of the scratch.
    @inline(__always)
    private func run(
        _ start: UnsafePointer<UInt8>?, length: Int, from place: Int, using scratch: PatternScratch
    ) -> MatchResult {
        let data = scratch.matchData
        // Without an address there is nothing to read, so any address will do.
        let subject = start ?? UnsafePointer(data)
        let outcome =
            isJIT
            ? pcre2_jit_match_8(code, subject, length, place, 0, data, scratch.context)
            : pcre2_match_8(
                code, subject, length, place, PCRE2_NO_UTF_CHECK, data, scratch.context)
        // Zero is a match with more groups than the match data holds.
        return MatchResult(rawValue: outcome >= 0 ? 1 : outcome)
    }
}

// MARK: - Searches that have to end

extension Pattern {
    /// Searches a subject that is too long, or one in a validation with a timeout or a token.
    @inline(never)
    private func searchWatched(
        _ start: UnsafePointer<UInt8>?, length: Int, using scratch: PatternScratch
    ) -> MatchResult {
        guard length <= scratch.limits.subject else { return .subjectLimit }
        if let interruption = scratch.interruption(before: length) { return interruption }
        if let start, isSplittable, length > SearchPart.unsplitLength {
            return searchInParts(start, length: length, using: scratch)
        }
        scratch.prepare(length: length, isAnchored: isAnchored)
        return run(start, length: length, from: 0, using: scratch)
    }

    /// Searches part by part, by the places where a match may start, and looks at the clock between
    /// two parts.
    ///
    /// The answer is that of a search in one piece: a part that needs more steps than it was given is
    /// repeated as a smaller one with more of them, up to the steps of the whole search.
    private func searchInParts(
        _ start: UnsafePointer<UInt8>, length: Int, using scratch: PatternScratch
    ) -> MatchResult {
        let most = scratch.limits.matchLimit(length: length, isAnchored: false)
        var part = SearchPart(length: length, mostSteps: most)
        defer { pcre2_set_offset_limit_8(scratch.context, .max) }
        while true {
            let last = part.last(in: start)
            pcre2_set_offset_limit_8(scratch.context, last)
            scratch.set(matchLimit: part.steps)
            let result = run(start, length: length, from: part.first, using: scratch)
            if result.rawValue == PCRE2_ERROR_MATCHLIMIT, part.steps < most {
                part.narrow()
            } else if !result.isNoMatch || last >= length {
                return result
            } else {
                part.goOn(after: last, in: start)
            }
            if let interruption = scratch.interruption() { return interruption }
        }
    }
}
#endif
