// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI
import CPCRE2
import CScans

/// A compiled regular expression: immutable, shared by any number of threads.
///
/// The syntax is PCRE2's, in UTF mode: `.`, negated classes and the like stand for whole code
/// points. `\d`, `\w`, `\s` and the POSIX classes are ASCII unless the pattern starts with
/// `(*UCP)`. `$` is the very end of the subject, `\C` is an error. Settings at the start of a
/// pattern can lower the limits, never raise them.
///
/// A small regular pattern (literals, classes, groups, alternation, repetition, `^` and `$` at
/// the ends) runs as an automaton in linear time; most of these are decided for a subject of up to 63
/// bytes by a scan on vectors. Every other one is searched for by PCRE2,
/// under the limits of the `PatternScratch`. Both give the same answers; the pattern decides.
package final class Pattern: Sendable {
    /// Which part of a subject has to match.
    package enum MatchMode: Sendable {
        /// Some part of the subject.
        case search
        /// The subject from its first to its last byte.
        case whole
    }

    /// What runs a search.
    package enum Engine: Equatable {
        case automaton
        case machineCode
        case interpreter
    }

    /// The pattern as it was written.
    package let source: String
    /// The options that it was compiled with.
    package let options: Options
    /// Which part of a subject has to match.
    package let matchMode: MatchMode

    /// The memory that the compiled form takes, in bytes.
    package let memorySize: Int
    /// The cost of looking for an automaton, in edges followed: at most a few hundred thousand.
    package let compilationSteps: Int

    /// How many pairs of parentheses capture.
    let groupCount: Int

    // Immutable after init, and freed by deinit.
    private nonisolated(unsafe) let code: OpaquePointer
    private let isJIT: Bool
    private let isAnchored: Bool
    private let isSplittable: Bool
    // Like the code: immutable after init, and freed by deinit.
    private nonisolated(unsafe) let automaton: PatternAutomaton?

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - source: the pattern, without delimiters, at most 65,536 bytes of UTF-8.
    ///   - options: how to read it.
    ///   - match: which part of a subject has to match.
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    package convenience init(
        _ source: String, options: Options = [], match: MatchMode = .search
    ) throws(PatternError) {
        try self.init(source, options: options, match: match, fastest: .automaton)
    }

    /// Compiles a pattern for at most the engine `fastest` and the vectors of `level`, so that
    /// engines can be compared.
    init(
        _ source: String, options: Options, match: MatchMode, fastest: Engine,
        level: assay_simd_level = assay_simd_chosen_level()
    ) throws(PatternError) {
        let compiled = try PatternCode(source, options: options, match: match)
        var work = 0
        automaton =
            fastest == .automaton
            ? PatternAutomaton(
                source, options: options, match: match, level: level, work: &work)
            : nil
        if fastest != .interpreter && automaton == nil { compiled.addMachineCode() }
        self.source = source
        self.options = options
        matchMode = match
        code = compiled.pointer
        isJIT = compiled.isJIT
        isAnchored = compiled.isAnchored
        compilationSteps = work
        groupCount = compiled.groupCount
        memorySize = compiled.memorySize + (automaton?.memorySize ?? 0)
        isSplittable = compiled.isSplittable
    }

    deinit {
        pcre2_code_free_8(code)
        automaton?.free()
    }

    /// Compiles a pattern only to learn whether it compiles: faster than making a `Pattern`.
    ///
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    package static func check(_ source: String, options: Options = []) throws(PatternError) {
        try PatternCode(source, options: options, match: .search).free()
    }

    /// True if short subjects are scanned on the processor's vectors.
    var hasScan: Bool { automaton?.scan != nil }

    /// What runs the searches for this pattern.
    package var engine: Engine {
        if automaton != nil { return .automaton }
        return isJIT ? .machineCode : .interpreter
    }

    /// Searches for the pattern.
    ///
    /// - Parameters:
    ///   - bytes: the subject, valid UTF-8; other bytes are undefined behaviour. An empty buffer
    ///     may have no address. Nothing keeps a reference to it.
    ///   - scratch: the calling thread's working memory.
    /// - Returns: whether the pattern matches, or which limit was reached.
    package func matches(
        _ bytes: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch
    ) -> MatchResult {
        if let automaton {
            return automaton.matches(bytes.baseAddress, length: bytes.count) ? .match : .noMatch
        }
        return searchPCRE2(bytes.baseAddress, length: bytes.count, using: scratch)
    }

    /// Finds the first of some rows whose value does not match, or that has to be searched by itself.
    ///
    /// - Parameters:
    ///   - column: The values, strings of valid UTF-8.
    ///   - rows: The rows.
    ///   - first: Where in `rows` to begin.
    ///   - count: The number of `rows`.
    /// - Returns: Its index in `rows`, or `count`; `isKnown`: it is known not to match.
    package func firstUnmatched(
        in column: UnsafePointer<assay_value>, rows: UnsafePointer<UInt32>, from first: Int,
        count: Int
    ) -> (index: Int, isKnown: Bool) {
        guard let scan = automaton?.scan else { return (first, first == count) }
        return scan.firstUnmatched(in: column, rows: rows, from: first, count: count)
    }

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
