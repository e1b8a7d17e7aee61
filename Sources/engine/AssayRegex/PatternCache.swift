// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The patterns in use, so that equal ones are compiled once.
///
/// Any thread.
final class PatternCache: Sendable {
    private struct Key: Hashable {
        let source: String
        let options: Pattern.Options.RawValue
        let match: Pattern.MatchMode
    }

    /// Does not keep its pattern.
    private struct Entry {
        weak var pattern: Pattern?
    }

    private struct Entries {
        var patterns: [Key: Entry] = [:]
        /// With so many entries, those of patterns that are gone are removed.
        var countToClean = PatternCache.leastToClean

        mutating func insert(_ pattern: Pattern, for key: Key) {
            patterns[key] = Entry(pattern: pattern)
            guard patterns.count >= countToClean else { return }
            patterns = patterns.filter { $0.value.pattern != nil }
            countToClean = max(PatternCache.leastToClean, 2 * patterns.count)
        }
    }

    private static let leastToClean = 64

    private let entries = Mutex(Entries())

    /// The pattern in use, or else a new one.
    ///
    /// Others do not wait while it is compiled.
    func pattern(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(PatternError) -> Pattern {
        let key = Key(source: source, options: options.rawValue, match: match)
        if let known = entries.withLock({ $0.patterns[key]?.pattern }) { return known }
        let pattern = try Pattern(source, options: options, match: match)
        entries.withLock { $0.insert(pattern, for: key) }
        return pattern
    }

    /// The number of patterns that are in use, or were and are not removed yet.
    var count: Int { entries.withLock { $0.patterns.count } }
}

extension Pattern {
    private static let inUse = PatternCache()

    /// A pattern that rules share: equal ones are compiled once, as long as one is in use.
    ///
    /// - Parameters:
    ///   - source: the pattern, without delimiters, at most 65,536 bytes of UTF-8.
    ///   - options: how to read it.
    ///   - match: which part of a subject has to match.
    /// - Returns: the pattern that others use, or a new one.
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    package static func shared(
        _ source: String, options: Options = [], match: MatchMode = .search
    ) throws(PatternError) -> Pattern {
        try inUse.pattern(source, options: options, match: match)
    }
}
