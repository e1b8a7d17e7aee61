// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CPCRE2

/// Why a pattern does not compile, and where.
package struct PatternError: Error, Equatable, Sendable {
    /// A stable name of the kind of error: `pattern.syntax`, `pattern.tooLarge` or
    /// `pattern.memory`.
    package let code: String
    /// PCRE2's number of the error, such as 114 for a missing closing parenthesis.
    package let number: Int32
    /// PCRE2's text of the error.
    package let message: String
    /// Where PCRE2 stopped reading: bytes from the start of the pattern, at most its length.
    package let offset: Int
    /// The whole pattern.
    package let pattern: String

    /// Describes PCRE2's error `number` at byte `offset` of `pattern`.
    init(number: Int32, offset: Int, pattern: String) {
        self.code = PatternError.code(of: number)
        self.number = number
        self.message = PatternError.message(of: number)
        self.offset = min(max(offset, 0), pattern.utf8.count)
        self.pattern = pattern
    }

    private static func code(of number: Int32) -> String {
        switch Int(number) {
        case 120, 186, 188: "pattern.tooLarge"
        case 121: "pattern.memory"
        default: "pattern.syntax"
        }
    }

    private static func message(of number: Int32) -> String {
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let length = pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
            guard length > 0 else { return "" }
            return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
        }
        return text.isEmpty ? "PCRE2 error \(number)" : text
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
