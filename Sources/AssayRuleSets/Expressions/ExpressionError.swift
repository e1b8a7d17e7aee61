// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a rule expression.
public struct ExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable: `expression.syntax`, `expression.unterminatedString`, ...
    public let code: String
    /// What was found and what was expected.
    public let message: String
    /// What to write instead.
    public let help: String?
    /// The bytes of the text that are wrong; empty at its end.
    public let extent: Range<Int>

    public init(_ code: String, _ message: String, help: String? = nil, extent: Range<Int>) {
        self.code = code
        self.message = message
        self.help = help
        self.extent = extent
    }

    /// Where, in bytes from the start of the text.
    public var offset: Int { extent.lowerBound }

    /// `error[code] message at byte 7; help`.
    public var description: String {
        "error[\(code)] \(message) at byte \(offset)" + (help.map { "; \($0)" } ?? "")
    }
}
