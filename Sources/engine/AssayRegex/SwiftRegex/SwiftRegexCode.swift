// SPDX-License-Identifier: Apache-2.0
import _StringProcessing

/// A pattern that Swift's own `Regex` searches for, with the meaning that PCRE2 gives it.
///
/// `Regex` has no limit of steps and cannot be interrupted. Therefore a pattern whose search can take
/// more than the third power of the subject's length is an error, and the subject of every other one is
/// bounded so that a search ends in about a second; a longer subject is undecided.
final class SwiftRegexCode: Sendable {
    /// A search can begin at the subject's start only.
    let isAnchored: Bool
    /// The longest subject that is searched, in bytes.
    let longestSubject: Int
    /// The number of pairs of parentheses that capture.
    let groupCount: Int
    /// The text in the syntax of `Regex`.
    let text: String

    // `Regex` is compiled by its first search, in `init`, and immutable from then on.
    private nonisolated(unsafe) let regex: Regex<AnyRegexOutput>
    /// See `PatternStart.first`.
    private nonisolated(unsafe) let first: Regex<AnyRegexOutput>?

    /// The longest pattern, in bytes.
    static let longestSource = 65_536

    /// Compiles a pattern.
    ///
    /// - Throws: `PatternError` for what PCRE2 does not accept either, for what `Regex` has not
    ///   (`pattern.unsupported`), and for a search that would have no bound (`pattern.unbounded`).
    init(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(PatternError) {
        guard source.utf8.count <= Self.longestSource else {
            throw PatternError(.largePattern, offset: Self.longestSource, pattern: source)
        }
        let read = try PatternReader.read(source, options: options)
        let starts = PatternStart(of: read.node, match: match)
        if let problem = starts.problem {
            throw PatternError(unsupported: problem, offset: 0, pattern: source)
        }
        isAnchored = starts.isAnchored
        let growth = PatternGrowth(of: read, isAnchored: isAnchored)
        guard let degree = growth.degree, let longest = Self.longestSubject(degree: degree) else {
            throw PatternError(unboundedAt: 0, pattern: source)
        }
        longestSubject = longest
        groupCount = read.groupCount
        text = SwiftRegexText(starts.searched).text
        regex = try Self.compile(text, pattern: source)
        first = try Self.compile(starts.first, pattern: source)
    }

    /// Bounds that keep searches to some ten million steps.
    private static func longestSubject(degree: Int) -> Int? {
        switch degree {
        case ...1: .max
        case 2: 2_048
        case 3: 256
        default: nil
        }
    }

    private static func compile(
        _ node: PatternNode?, pattern: String
    ) throws(PatternError) -> Regex<AnyRegexOutput>? {
        guard let node else { return nil }
        return try compile(SwiftRegexText(node).text, pattern: pattern)
    }

    private static func compile(
        _ text: String, pattern: String
    ) throws(PatternError) -> Regex<AnyRegexOutput> {
        do {
            let regex = try Regex(text).matchingSemantics(.unicodeScalar)
            _ = try regex.prefixMatch(in: "")
            return regex
        } catch {
            throw PatternError(unsupported: "a part of the pattern", offset: 0, pattern: pattern)
        }
    }

    /// About the memory of the compiled form, in bytes.
    var memorySize: Int { 1_024 + 16 * text.utf8.count }

    /// Searches a subject of valid UTF-8 that is not too long.
    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        match(in: String(decoding: bytes, as: UTF8.self)) != nil
    }

    private func match(
        in subject: String
    ) -> (match: Regex<AnyRegexOutput>.Match, hasPrefix: Bool)? {
        if let first, let match = try? first.prefixMatch(in: subject) { return (match, false) }
        let match = try? isAnchored ? regex.prefixMatch(in: subject) : regex.firstMatch(in: subject)
        return match.map { ($0, first != nil) }
    }

    /// The places of the match and of its groups; nil where the pattern does not match.
    func groups(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>?]? {
        let subject = String(decoding: bytes, as: UTF8.self)
        guard let (match, hasPrefix) = match(in: subject) else { return nil }
        func offset(_ index: String.Index) -> Int {
            subject.utf8.distance(from: subject.startIndex, to: index)
        }
        var places = match.output.map { part in
            part.range.map { offset($0.lowerBound)..<offset($0.upperBound) }
        }
        if hasPrefix, let whole = match.output.first?.range {
            let start = subject.unicodeScalars.index(after: whole.lowerBound)
            places[0] = offset(start)..<offset(whole.upperBound)
        }
        return places
    }
}
