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
    ///   - text: the subject; valid UTF-8.
    ///   - scratch: the calling thread's working memory.
    /// - Returns: whether the pattern matches, or which limit was reached.
    package func matches(_ text: Span<UInt8>, using scratch: PatternScratch) -> MatchResult {
        text.withUnsafeBufferPointer { matches($0, using: scratch) }
    }
}
