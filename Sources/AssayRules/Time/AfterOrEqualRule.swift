// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `afterOrEqual`: a date or date and time on or after a given day;
/// the offset of a time is not looked at.
struct AfterOrEqualRule: Rule {
    static let definition = RuleDefinition(
        AfterOrEqualRule.self, "afterOrEqual", "A date on or after a given one",
        standard: "RFC 3339",
        parameters: [RuleParameter("date", .date, isRequired: true, "The date, yyyy-MM-dd")],
        kinds: .string,
        codes: [
            RuleCode("afterOrEqual.tooEarly", "must be on or after {date}"),
            RuleCode("afterOrEqual.syntax", "must begin with a date such as 2024-02-29"),
        ],
        examples: [
            .valid("2024-03-01", "afterOrEqual(\"2024-02-29\")"),
            .invalid(
                "2024-02-28T10:00:00Z", "afterOrEqual(\"2024-02-29\")",
                code: "afterOrEqual.tooEarly"),
            .invalid("2024-02-30", "afterOrEqual(\"2024-02-29\")", code: "afterOrEqual.syntax"),
        ])

    private let limit: DateLimit

    init(_ arguments: Arguments) throws(RuleError) {
        limit = try DateLimit(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let order = limit.order(of: value.unsafeBytes) else { return .fail(1) }
        return .pass(if: order >= 0)
    }
}
