// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `lessOrEqual`: less than another field or equal to it;
/// numbers exactly, strings by code point.
struct LessOrEqualRule: Rule {
    static let definition = FieldComparison.definition(
        LessOrEqualRule.self, "lessOrEqual", "Less than another field or equal to it",
        failure: "greater", "must be at most {field}", passing: (1, 2))

    private let comparison: FieldComparison

    init(_ arguments: Arguments) throws(RuleError) {
        comparison = try FieldComparison(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        comparison.verdict(value, context) { $0 <= 0 }
    }
}
