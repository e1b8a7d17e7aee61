// SPDX-License-Identifier: Apache-2.0
import Assay

extension RuleExpression {
    /// The expression as far as a line of output has room for it.
    var short: String {
        let text = "\(self)"
        return text.count > 60 ? text.prefix(59) + "…" : text
    }
}
