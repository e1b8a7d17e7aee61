// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `beforeOrEqual`: a date or date and time on or before a given day;
/// the offset of a time is not looked at.
struct BeforeOrEqualRule: Rule {
    static let definition = RuleDefinition(
        BeforeOrEqualRule.self, "beforeOrEqual", "A date on or before a given one",
        standard: "RFC 3339",
        parameters: [RuleParameter("date", .date, isRequired: true, "The date, yyyy-MM-dd")],
        kinds: .string,
        codes: [
            RuleCode("beforeOrEqual.tooLate", "must be on or before {date}"),
            RuleCode("beforeOrEqual.syntax", "must begin with a date such as 2024-02-29"),
        ],
        examples: [
            .valid("2024-02-28", "beforeOrEqual(\"2024-02-29\")"),
            .invalid(
                "2024-03-01T10:00:00Z", "beforeOrEqual(\"2024-02-29\")",
                code: "beforeOrEqual.tooLate"),
            .invalid("2024-02-30", "beforeOrEqual(\"2024-02-29\")", code: "beforeOrEqual.syntax"),
        ])

    private let limit: DateLimit

    init(_ arguments: Arguments) throws(RuleError) {
        limit = try DateLimit(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let order = limit.order(of: value.unsafeBytes) else { return .fail(1) }
        return .pass(if: order <= 0)
    }
}
