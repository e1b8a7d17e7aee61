// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `outside`: a number that is not between bounds.
struct OutsideRule: Rule {
    static let definition = RuleDefinition(
        OutsideRule.self, "outside", "A number that is not between two bounds",
        parameters: [
            RuleParameter("min", .number, isRequired: true, "The first value that is excluded"),
            RuleParameter("max", .number, isRequired: true, "The last value that is excluded"),
        ],
        kinds: .numbers,
        codes: [RuleCode("outside.within", "must not be between {min} and {max}")],
        examples: [
            .valid(9, "outside(10...20)"),
            .invalid(10, "outside(10...20)", code: "outside.within"),
        ])

    private let low: NumberLimit?
    private let high: NumberLimit?

    init(_ arguments: Arguments) throws(RuleError) {
        low = NumberLimit(arguments.value("min"))
        high = NumberLimit(arguments.value("max"))
        if let low = arguments.number("min"), let high = arguments.number("max"), low > high {
            throw arguments.invalid("min", "is greater than 'max'")
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let low, let high else { return .pass }
        return .pass(if: low.order(of: value) < 0 || high.order(of: value) > 0)
    }
}
