// SPDX-License-Identifier: Apache-2.0
import Assay

/// An expression on the command line.
enum ExpressionArgument {
    /// Reads the expression and resolves every rule of it.
    static func bind(
        _ text: String, registry: RuleRegistry
    ) throws(Diagnostic) -> [RuleExpression] {
        let rules: [RuleExpression]
        do throws(ExpressionError) {
            rules = try RuleExpressionParser.parse(text)
        } catch {
            throw Diagnostic(error, in: text)
        }
        for rule in rules {
            do throws(RuleError) {
                _ = try registry.bind(rule)
            } catch {
                throw Diagnostic(error, in: text)
            }
        }
        return rules
    }
}

extension Diagnostic {
    /// An issue of a rule set that has no file.
    init(_ issue: RuleSetIssue?) {
        self.init(
            issue?.code ?? "ruleSet.value", issue?.message ?? "the rules cannot be used",
            help: issue?.help)
    }
}
