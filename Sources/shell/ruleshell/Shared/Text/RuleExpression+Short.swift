// SPDX-License-Identifier: Apache-2.0
import Assay

extension RuleExpression {
    /// The expression, cut to fit on a line of output.
    var short: String {
        let text = "\(self)"
        return text.count > 60 ? text.prefix(59) + "…" : text
    }
}

extension PlannedRule {
    /// The expression, cut to what a line holds.
    var title: String { entry.expression.short }
}
