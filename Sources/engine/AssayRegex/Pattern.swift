// SPDX-License-Identifier: Apache-2.0
import AssayCore
package import AssayPluginABI
package import CScans
import Synchronization
#if PCRE2
import CPCRE2
#endif

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
///
/// In builds without the trait `PCRE2`, Swift's own `Regex` searches in place of PCRE2, for patterns of
/// which it is known that they mean the same and that the search ends; see `SwiftRegexCode`.
package final class Pattern: Sendable {
    /// The part of a subject that has to match.
    package enum MatchMode: Sendable {
        /// Some part of the subject.
        case search
        /// The subject from its first to its last byte.
        case whole
    }

    /// The engine that runs a search.
    package enum Engine: Equatable {
        case automaton
        case machineCode
        case interpreter
        /// Swift's own `Regex`, in builds without PCRE2.
        case swiftRegex
    }

    /// The pattern as it was written.
    package let source: String
    /// The options that it was compiled with.
    package let options: Options
    /// The part of a subject that has to match.
    package let matchMode: MatchMode

    /// The memory that the compiled form takes, in bytes.
    package let memorySize: Int
    /// The cost of looking for an automaton, in edges followed: at most a few hundred thousand.
    package let compilationSteps: Int

    /// The number of pairs of parentheses that capture.
    let groupCount: Int

    #if PCRE2
    // Immutable after init, and freed by deinit.
    nonisolated(unsafe) let code: OpaquePointer
    let isJIT: Bool
    let isAnchored: Bool
    let isSplittable: Bool
    #else
    /// Made when it is first asked for, where there is an automaton.
    let regex: Locked<SwiftRegexCode?>
    #endif
    // Immutable after init, and freed by deinit.
    nonisolated(unsafe) let automaton: PatternAutomaton?
    /// The tables of a pattern with a scan, made for the first subject that is too long for the scan.
    private let tablesForLong = AtomicLazyReference<OwnedTables>()

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
        #if PCRE2
        let compiled = try PatternCode(source, options: options, match: match)
        #else
        // An automaton is made of what is known to be a pattern.
        groupCount = try PatternReader.read(source, options: options).groupCount
        #endif
        var work = 0
        automaton =
            fastest == .automaton
            ? PatternAutomaton(
                source, options: options, match: match, level: level, work: &work)
            : nil
        self.source = source
        self.options = options
        matchMode = match
        compilationSteps = work
        #if PCRE2
        if fastest != .interpreter && automaton == nil { compiled.addMachineCode() }
        code = compiled.pointer
        isJIT = compiled.isJIT
        isAnchored = compiled.isAnchored
        groupCount = compiled.groupCount
        memorySize = compiled.memorySize + (automaton?.memorySize ?? 0)
        isSplittable = compiled.isSplittable
        #else
        let compiled =
            try automaton == nil
            ? SwiftRegexCode(source, options: options, match: match) : nil
        regex = Locked(compiled)
        memorySize = (compiled?.memorySize ?? 0) + (automaton?.memorySize ?? 0)
        #endif
    }

    deinit {
        #if PCRE2
        pcre2_code_free_8(code)
        #endif
        automaton?.free()
    }

    /// Compiles a pattern only to learn whether it compiles: faster than making a `Pattern`.
    ///
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    package static func check(_ source: String, options: Options = []) throws(PatternError) {
        #if PCRE2
        try PatternCode(source, options: options, match: .search).free()
        #else
        _ = try PatternReader.read(source, options: options)
        #endif
    }

    /// True if short subjects are scanned on the processor's vectors.
    var hasScan: Bool { automaton?.scan != nil }

    /// The scan of short subjects on the processor's vectors, which lives as long as the pattern; nil:
    /// there is none.
    package var scan: UnsafePointer<assay_scan>? {
        (automaton?.scan).map { UnsafePointer($0.program) }
    }

    /// The engine that runs the searches for this pattern.
    package var engine: Engine {
        if automaton != nil { return .automaton }
        #if PCRE2
        return isJIT ? .machineCode : .interpreter
        #else
        return .swiftRegex
        #endif
    }

    /// Searches for the pattern.
    ///
    /// - Parameters:
    ///   - bytes: the subject, valid UTF-8; other bytes are undefined behavior. An empty buffer
    ///     may have no address. Nothing keeps a reference to it.
    ///   - scratch: the calling thread's working memory.
    /// - Returns: whether the pattern matches, or which limit was reached.
    package func matches(
        _ bytes: UnsafeBufferPointer<UInt8>, using scratch: PatternScratch
    ) -> MatchResult {
        if let automaton {
            let isMatch =
                automaton.matches(bytes.baseAddress, length: bytes.count) ?? matchesLong(bytes)
            return isMatch ? .match : .noMatch
        }
        #if PCRE2
        return searchPCRE2(bytes.baseAddress, length: bytes.count, using: scratch)
        #else
        return searchRegex(bytes, using: scratch)
        #endif
    }

    @inline(never)
    private func matchesLong(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Of several threads that make them, one is the first.
        let owned =
            tablesForLong.load()
            ?? tablesForLong.storeIfNil(
                OwnedTables(
                    PatternAutomaton.tables(of: source, options: options, match: matchMode)))
        return owned.tables.matches(bytes.baseAddress, length: bytes.count)
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
}
