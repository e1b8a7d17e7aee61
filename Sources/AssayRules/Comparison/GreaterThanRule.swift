// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `greaterThan`: greater than another field;
/// numbers exactly, strings by code point.
struct GreaterThanRule: Rule {
    static let definition = FieldComparison.definition(
        GreaterThanRule.self, "greaterThan", "Greater than another field",
        failure: "notGreater", "must be greater than {field}", passing: (2, 1))

    private let comparison: FieldComparison

    init(_ arguments: Arguments) throws(RuleError) {
        comparison = try FieldComparison(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        comparison.verdict(value, context) { $0 > 0 }
    }
}
