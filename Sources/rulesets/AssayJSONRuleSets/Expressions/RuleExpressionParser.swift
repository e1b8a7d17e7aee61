// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// Reads the rule expression language: `required, length(3...20), regex(/^[a-z]+$/)`.
///
/// The grammar is in `docs/rule-sets/expressions.md`. Every expression and argument carries its extent in the text,
/// in bytes. The registry decides later whether the rules exist and take these arguments.
package enum RuleExpressionParser {
    /// The maximum number of nested calls, lists and objects.
    package static let maximumDepth = 64

    /// Reads one or more expressions with commas between them; a comma means and.
    ///
    /// - Parameter text: The expressions, in the language of rule sets.
    /// - Returns: The expressions in their order.
    /// - Throws: `ExpressionError` for the first issue, with its extent in the text.
    package static func parse(_ text: String) throws(ExpressionError) -> [RuleExpression] {
        var grammar = ExpressionGrammar(text)
        return try grammar.expressions()
    }

    /// Reads expressions and counts their rules.
    ///
    /// - Returns: The expressions, and the number of their rules, nested ones included.
    static func parseCounting(
        _ text: String
    ) throws(ExpressionError) -> (expressions: [RuleExpression], ruleCount: Int) {
        var grammar = ExpressionGrammar(text)
        return (try grammar.expressions(), grammar.ruleCount)
    }

    /// Reads the expressions that a text begins with.
    ///
    /// - Returns: The expressions, and the byte after them and the white space that follows.
    /// - Throws: The first issue, with its extent in the text.
    package static func parsePrefix(
        _ text: String
    ) throws(ExpressionError) -> (expressions: [RuleExpression], end: Int) {
        var grammar = ExpressionGrammar(text)
        return try grammar.leadingExpressions()
    }

    /// Reads exactly one expression.
    ///
    /// - Parameter text: The expression, in the language of rule sets.
    /// - Returns: The expression.
    /// - Throws: `ExpressionError` for the first issue, with its extent in the text; a comma is one.
    package static func parseOne(_ text: String) throws(ExpressionError) -> RuleExpression {
        var grammar = ExpressionGrammar(text)
        return try grammar.singleExpression()
    }
}

extension RuleExpression {
    /// A rule as written in a rule set: `RuleExpression(parsing: "acme.taxId(country: 'DE')")`.
    ///
    /// - Parameter text: One rule with its arguments. Whether it exists and takes them is checked when
    ///   the validator that uses it is compiled.
    /// - Throws: `ExpressionError` for the first issue, with its place in the text.
    public init(parsing text: String) throws(ExpressionError) {
        self = try RuleExpressionParser.parseOne(text)
    }
}

extension Validator {
    /// A validator of rules as written in a rule set: `Validator(parsing: "required, length(3...20)")`.
    ///
    /// - Parameters:
    ///   - rules: The rules with commas between them, in the order in which they run.
    ///   - policy: Whether the rules after the first failing one run.
    ///   - isSensitive: Whether the value is kept out of every report and message.
    ///   - missing: Texts that mean that the field is missing, in records from text, such as CSV: `["NULL", "N/A"]`.
    /// - Throws: `ExpressionError` for the first issue, with its place in the text.
    public init(
        parsing rules: String, policy: Policy = .all, isSensitive: Bool = false,
        missing: [String] = []
    ) throws(ExpressionError) {
        self.init(
            rules: try RuleExpressionParser.parse(rules).map { RuleEntry($0) }, policy: policy,
            isSensitive: isSensitive, missing: missing)
    }
}
