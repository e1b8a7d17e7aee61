// SPDX-License-Identifier: Apache-2.0

extension Pattern {
    /// Searches a string for the pattern.
    ///
    /// - Parameters:
    ///   - text: the subject.
    ///   - scratch: the calling thread's working memory.
    /// - Returns: whether the pattern matches, or which limit was reached.
    package func matches(_ text: String, using scratch: PatternScratch) -> MatchResult {
        var text = text
        return text.withUTF8 { matches($0, using: scratch) }
    }

    /// Searches a borrowed text for the pattern.
    ///
    /// - Parameters:
    ///   - text: the subject; valid UTF-8 by its type.
    ///   - scratch: the calling thread's working memory.
    /// - Returns: whether the pattern matches, or which limit was reached.
    package func matches(_ text: borrowing UTF8Span, using scratch: PatternScratch) -> MatchResult {
        text.span.withUnsafeBufferPointer { matches($0, using: scratch) }
    }
}
