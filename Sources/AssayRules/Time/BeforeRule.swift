// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `before`: a date or date and time before a given day; the offset of a time is not looked at.
struct BeforeRule: Rule {
    static let definition = RuleDefinition(
        BeforeRule.self, "before", "A date before a given one", standard: "RFC 3339",
        parameters: [RuleParameter("date", .date, isRequired: true, "The date, yyyy-MM-dd")],
        kinds: .string,
        codes: [
            RuleCode("before.tooLate", "must be before {date}"),
            RuleCode("before.syntax", "must begin with a date such as 2024-02-29"),
        ],
        examples: [
            .valid("2024-02-28", "before(\"2024-02-29\")"),
            .invalid("2024-03-01T10:00:00Z", "before(\"2024-02-29\")", code: "before.tooLate"),
            .invalid("2024-02-30", "before(\"2024-02-29\")", code: "before.syntax"),
        ])

    private let limit: DateLimit

    init(_ arguments: Arguments) throws(RuleError) {
        limit = try DateLimit(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let order = limit.order(of: value.unsafeBytes) else { return .fail(1) }
        return .pass(if: order < 0)
    }
}
