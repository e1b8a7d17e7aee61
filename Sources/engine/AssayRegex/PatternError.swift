// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The reason that a pattern does not compile, with its place.
package struct PatternError: Error, Equatable, Sendable {
    /// A stable name of the kind of error: `pattern.syntax`, `pattern.tooLarge` or
    /// `pattern.memory`; in builds without PCRE2 also `pattern.unsupported` and `pattern.unbounded`.
    package let code: String
    /// PCRE2's number of the error, such as 114 for a missing closing parenthesis; 0 for one that PCRE2
    /// has not.
    package let number: Int32
    /// PCRE2's text of the error.
    package let message: String
    /// The offset at which PCRE2 stopped reading, in bytes from the start of the pattern, at most
    /// its length.
    package let offset: Int
    /// The whole pattern.
    package let pattern: String

    init(code: String, number: Int32, message: String, offset: Int, pattern: String) {
        self.code = code
        self.number = number
        self.message = message
        self.offset = min(max(offset, 0), pattern.utf8.count)
        self.pattern = pattern
    }
}

extension PatternError: CustomStringConvertible {
    /// The message and the place, on one line.
    package var description: String { "\(message) at offset \(offset)" }
}

extension PatternError {
    /// Shows the line of the pattern that holds the error, and a caret under the error's place.
    ///
    /// The caret is as many cells from the left as what precedes it: a tab is repeated as a tab,
    /// wide characters count as two. A caret after the line's last character says that something is
    /// missing there.
    ///
    /// - Returns: two lines, joined by a line feed, without one at the end.
    package func caretDiagram() -> String {
        CaretDiagram(pattern, extent: offset..<offset).description
    }
}
