// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension RuleParameter {
    /// `field`: the path of one other field.
    static let otherField = RuleParameter("field", .field, isRequired: true, "The other field")

    /// `ignoreCase`, as the rules that compare texts have it.
    static let ignoreCase = RuleParameter(
        "ignoreCase", .boolean, default: false, "Compare without regard to case")
}
