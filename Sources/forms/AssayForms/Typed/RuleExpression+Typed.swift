// SPDX-License-Identifier: Apache-2.0

// Typed rules that a list of rule expressions takes too, so that `.isNotEmpty(message: "…")` is
// written beside `.email`. A list of typed rules alone stays one.
extension RuleExpression {
    /// Something was given; white space does not count.
    @_disfavoredOverload
    public static func required(message: String) -> RuleExpression {
        .required.message(message)
    }

    /// A text or a list with something in it; white space does not count.
    @_disfavoredOverload
    public static func isNotEmpty(message: String? = nil) -> RuleExpression {
        message.map { .required.message($0) } ?? .required
    }
}
