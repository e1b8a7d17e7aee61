// SPDX-License-Identifier: Apache-2.0
import Assay

extension RuleExpression {
    /// A rule with arguments by name, as a case has them.
    ///
    /// - Parameters:
    ///   - id: The rule.
    ///   - arguments: Fields and rules are strings, as JSON has neither.
    ///   - definition: The definition of the rule, for the kinds of its parameters, or `nil` if the
    ///     rule is unknown.
    /// - Throws: An error if a text is not a rule.
    init(
        _ id: String, named arguments: Value.Object, of definition: RuleDefinition?
    ) throws(RuleError) {
        var list: [RuleArgument] = []
        for (name, value) in arguments.members {
            let kind = definition?.parameters.first { $0.name == name }?.kind
            list.append(RuleArgument(name: name, try Self.argument(of: value, kind: kind)))
        }
        self.init(id, list)
    }

    private static func argument(
        of value: Value, kind: RuleParameter.Kind?
    ) throws(RuleError) -> ArgumentValue {
        switch (kind, value) {
        case (.fields, .array(let elements)), (.rules, .array(let elements)):
            var list: [ArgumentValue] = []
            for element in elements { list.append(try argument(of: element, kind: kind)) }
            return .list(list)
        case (.rule, .string(let text)), (.rules, .string(let text)):
            do throws(ExpressionError) {
                return .rule(try RuleExpressionParser.parseOne(text))
            } catch {
                throw RuleError(error.code, error.message, help: error.help)
            }
        default: return .value(value)
        }
    }
}
