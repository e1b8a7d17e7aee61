// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `greaterOrEqual`: greater than another field or equal to it;
/// numbers exactly, strings by code point.
struct GreaterOrEqualRule: Rule {
    static let definition = FieldComparison.definition(
        GreaterOrEqualRule.self, "greaterOrEqual", "Greater than another field or equal to it",
        failure: "less", "must be at least {field}", passing: (2, 1))

    private let comparison: FieldComparison

    init(_ arguments: Arguments) throws(RuleError) {
        comparison = try FieldComparison(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        comparison.verdict(value, context) { $0 >= 0 }
    }
}
