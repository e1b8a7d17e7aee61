// SPDX-License-Identifier: Apache-2.0

/// The limits of the work that one search may cost before it ends undecided.
///
/// A *step* is what PCRE2 counts against its match limit: one entry of a backtracking point. A step
/// costs 5 to 20 ns in machine code, and more where it scans a long stretch of the subject, which
/// PCRE2 does not count. PCRE2 also counts anew at every position where a search may start. One
/// figure for all subjects would thus allow work that grows with the square of their length or
/// faster. Therefore the limit shrinks as the subject grows:
///
/// - an anchored search gets `scan / length` steps, a search that may start anywhere gets
///   `steps / length` steps for each start;
/// - `length` is rounded up to a power of two;
/// - the outcome is at most `match` and at least `floor`.
///
/// The limit never rises with the length and is the same on every run: whether a subject is decided
/// depends on the pattern, the subject and these figures alone.
///
/// The scanning between steps is not counted: a search that may start anywhere can look at the rest of
/// the subject from every start, which takes time that grows with the square of the length. Therefore
/// a longer subject than `subject` is not searched at all; the search of a subject of the default
/// limit takes up to about a second, and longer where a pattern scans several times from each start.
/// A validation with a timeout or a cancellation token ends such a search early.
///
/// A small regular pattern (literals, classes, groups, alternation, repetition, `^` and `$` at the
/// ends) runs as an automaton in linear time: it never reaches a limit, however long the subject is.
package struct PatternLimits: Equatable, Sendable {
    /// Most steps from one start position.
    package var match: UInt32
    /// Most backtracking points nested in each other; used where there is no machine code.
    package var depth: UInt32
    /// Most working memory, in KiB; used where there is no machine code.
    package var heapKiB: UInt32
    /// Most steps of a search that may start anywhere, all starts together.
    package var steps: UInt64
    /// Most steps × bytes of an anchored search.
    package var scan: UInt64
    /// Fewest steps from one start position, however long the subject is.
    package var floor: UInt32
    /// The longest subject that PCRE2 searches, in bytes; a longer one is undecided.
    package var subject: Int

    /// Makes limits; every figure left out has its default.
    ///
    /// The defaults keep exponential backtracking below about 25 ms. By default, a subject of 50
    /// bytes allows 16,384 steps from each start, or 65,536 if the search is anchored; one of 1,000
    /// bytes allows 1,024 and 65,536; one of 8,000 bytes 128 and 8,192. Ordinary validation patterns
    /// need fewer than two steps for each byte that they consume.
    package init(
        match: UInt32 = 1 << 16, depth: UInt32 = 1 << 16, heapKiB: UInt32 = 8_192,
        steps: UInt64 = 1 << 20, scan: UInt64 = 1 << 26, floor: UInt32 = 128,
        subject: Int = 1 << 16
    ) {
        self.match = match
        self.depth = depth
        self.heapKiB = heapKiB
        self.steps = steps
        self.scan = scan
        self.floor = floor
        self.subject = subject
    }

    /// The limit for one start position in a subject of `length` bytes, which is not negative.
    package func matchLimit(length: Int, isAnchored: Bool) -> UInt32 {
        let halvings = Int.bitWidth - length.leadingZeroBitCount
        let share = (isAnchored ? scan : steps) >> UInt64(halvings)
        return min(match, max(floor, UInt32(clamping: share)))
    }
}
