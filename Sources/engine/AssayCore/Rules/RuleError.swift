// SPDX-License-Identifier: Apache-2.0

/// A rule expression that cannot be used: an unknown rule, a wrong argument, a bad pattern.
///
/// Found when a rule set is compiled, never at validation time.
public struct RuleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable: `rule.unknown`, `argument.type`, `pattern.syntax`, ...
    package let code: String
    package let message: String
    /// An instruction that can be followed: the nearest known name, the accepted form.
    package let help: String?
    /// The bytes of the expression's text that are wrong, where it was read from text.
    package var extent: Range<Int>?

    /// An error about the arguments of a rule.
    ///
    /// - Parameters:
    ///   - code: Stable, such as `argument.invalid`.
    ///   - message: A sentence that says what was found and what was expected.
    ///   - help: An instruction that can be followed, if there is one.
    ///   - extent: The bytes of the rule expression that are wrong, or `nil` for the whole rule.
    package init(_ code: String, _ message: String, help: String? = nil, extent: Range<Int>? = nil)
    {
        self.code = code
        self.message = message
        self.help = help
        self.extent = extent
    }

    public var description: String {
        "error[\(code)] \(message)" + (help.map { "; \($0)" } ?? "")
    }
}
