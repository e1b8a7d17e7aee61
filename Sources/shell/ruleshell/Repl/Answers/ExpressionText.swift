// SPDX-License-Identifier: Apache-2.0
import Assay

/// The meaning of an expression: its rules with the arguments that they are given.
enum ExpressionText {
    static func text(
        of rules: [RuleExpression], registry: RuleRegistry, paint: Paint
    ) throws(Diagnostic) -> String {
        var text = ""
        for rule in rules {
            do throws(RuleError) {
                if !text.isEmpty { text += "\n" }
                text += block(of: try registry.bind(rule), paint: paint)
            } catch {
                throw Diagnostic(error, in: "\(rule)")
            }
        }
        return text
    }

    private static func block(of rule: BoundRule, paint: Paint) -> String {
        let definition = rule.definition
        var text = paint.strong(SafeText.line("\(rule.expression)")) + "\n"
        text += "  \(SafeText.line(definition.summary))"
        if let standard = definition.standard { text += " (\(SafeText.line(standard)))" }
        text += "\n  values: \(DefinitionText.kinds(of: definition.kinds))\n"
        let arguments = rule.arguments.described
        text += DefinitionText.section(
            "arguments", lines: arguments.map { "\($0.name) = \($0.value.json)" })
        let codes = definition.allCodes.map { code in
            let message = MessageTemplate.format(code.message) { name in
                arguments.first { $0.name == name }?.value
            }
            return "\(code.id): \(MessageTemplate.outline(of: message))"
        }
        return text + DefinitionText.section("fails with", lines: codes)
    }
}
