// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `range`: a number between bounds.
struct RangeRule: Rule {
    static let definition = RuleDefinition(
        RangeRule.self, "range", "A number between bounds",
        parameters: [
            RuleParameter("min", .number, "The least value, inclusive"),
            RuleParameter("max", .number, "The greatest value, inclusive"),
            RuleParameter("exclusiveMin", .number, "The value must be above this"),
            RuleParameter("exclusiveMax", .number, "The value must be below this"),
        ],
        kinds: .numbers,
        codes: [
            RuleCode("range.tooSmall", "must be at least {min}"),
            RuleCode("range.tooLarge", "must be at most {max}"),
            RuleCode("range.notAbove", "must be greater than {exclusiveMin}"),
            RuleCode("range.notBelow", "must be less than {exclusiveMax}"),
        ],
        examples: [
            .valid(18, "range(18...120)"),
            .valid(0.3, "range(...0.3)"),
            .invalid(17, "range(18...120)", code: "range.tooSmall"),
            .invalid(120.5, "range(18...120)", code: "range.tooLarge"),
            .invalid(0, "range(exclusiveMin=0)", code: "range.notAbove"),
            .invalid(1, "range(exclusiveMax=1)", code: "range.notBelow"),
            .invalid("18", "range(18...120)", code: "range.kind"),
        ])

    private let least: NumberLimit?
    private let most: NumberLimit?
    private let above: NumberLimit?
    private let below: NumberLimit?

    init(_ arguments: Arguments) throws(RuleError) {
        least = NumberLimit(arguments.value("min"))
        most = NumberLimit(arguments.value("max"))
        above = NumberLimit(arguments.value("exclusiveMin"))
        below = NumberLimit(arguments.value("exclusiveMax"))
        if let low = arguments.number("min"), let high = arguments.number("max"), low > high {
            throw arguments.invalid("min", "is greater than 'max'")
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if let least, least.order(of: value) < 0 { return .fail(0) }
        if let most, most.order(of: value) > 0 { return .fail(1) }
        if let above, above.order(of: value) <= 0 { return .fail(2) }
        if let below, below.order(of: value) >= 0 { return .fail(3) }
        return .pass
    }
}
