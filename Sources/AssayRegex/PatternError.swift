// SPDX-License-Identifier: Apache-2.0
import CPCRE2

/// Why a pattern does not compile, and where.
public struct PatternError: Error, Equatable, Sendable {
    /// A stable name of the kind of error: `pattern.syntax`, `pattern.tooLarge` or
    /// `pattern.memory`.
    public let code: String
    /// PCRE2's number of the error, such as 114 for a missing closing parenthesis.
    public let number: Int32
    /// PCRE2's text of the error.
    public let message: String
    /// Where PCRE2 stopped reading: bytes from the start of the pattern, at most its length.
    public let offset: Int
    /// The whole pattern.
    public let pattern: String

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
    public var description: String { "\(message) at offset \(offset)" }
}

extension PatternError {
    /// Shows the line of the pattern that holds the error, and a caret under the error's place.
    ///
    /// A tab is repeated as a tab, so that both lines stay aligned at any tab width; every other
    /// code point before the error counts one column. A caret behind the line's last character
    /// says that something is missing there.
    ///
    /// - Returns: two lines, joined by a line feed, without one at the end.
    public func caretDiagram() -> String {
        let bytes = Array(pattern.utf8)
        let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        let before = bytes.prefix(offset)
        let start = before.lastIndex(where: isBreak).map { $0 + 1 } ?? 0
        let end = bytes[start...].dropFirst(offset - start).firstIndex(where: isBreak)
        let line = String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
        return line + "\n" + PatternError.padding(for: bytes[start..<offset]) + "^"
    }

    /// One blank for each code point of `bytes`, and a tab for each tab.
    private static func padding(for bytes: ArraySlice<UInt8>) -> String {
        var padding = ""
        for byte in bytes where byte & 0xC0 != 0x80 {
            padding += byte == 0x09 ? "\t" : " "
        }
        return padding
    }
}
