// SPDX-License-Identifier: Apache-2.0
import Assay

extension RuleExpression {
    /// The expression, cut to fit on a line of output.
    var short: String { "\(self)".cutForLine }
}

extension String {
    /// The text, cut to fit on a line of output.
    var cutForLine: String { count > 60 ? prefix(59) + "…" : self }
}

extension PlannedRule {
    /// The expression, cut to what a line holds.
    var title: String { entry.expression.short }
}
