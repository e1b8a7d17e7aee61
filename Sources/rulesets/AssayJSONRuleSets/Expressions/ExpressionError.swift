// SPDX-License-Identifier: Apache-2.0

/// The reason that a text is not a rule expression, with its place.
public struct ExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name of the kind of error, such as `expression.syntax`.
    public let code: String
    /// A sentence that says what was found and what was expected.
    public let message: String
    /// An instruction that says what to write instead, or `nil` if there is nothing to add.
    public let help: String?
    /// The extent of the error in bytes of the text; empty at its end.
    package let extent: Range<Int>

    package init(_ code: String, _ message: String, help: String? = nil, extent: Range<Int>) {
        self.code = code
        self.message = message
        self.help = help
        self.extent = extent
    }

    /// The start of the error, in bytes from the start of the text.
    public var offset: Int { extent.lowerBound }

    /// The error on one line: `error[code] message at byte 7; help`.
    public var description: String {
        "error[\(code)] \(message) at byte \(offset)" + (help.map { "; \($0)" } ?? "")
    }
}
