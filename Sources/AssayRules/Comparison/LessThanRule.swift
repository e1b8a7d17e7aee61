// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `lessThan`: less than another field;
/// numbers exactly, strings by code point.
struct LessThanRule: Rule {
    static let definition = FieldComparison.definition(
        LessThanRule.self, "lessThan", "Less than another field",
        failure: "notLess", "must be less than {field}", passing: (1, 2))

    private let comparison: FieldComparison

    init(_ arguments: Arguments) throws(RuleError) {
        comparison = try FieldComparison(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        comparison.verdict(value, context) { $0 < 0 }
    }
}
