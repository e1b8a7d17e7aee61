// SPDX-License-Identifier: Apache-2.0
import Assay

/// The form of the texts that a rule about dates reads.
struct DateForm {
    private let rule: BoundRule
    /// The letters of the form, or `nil` if the rule reads date-times of RFC 3339.
    private let format: String?
    /// The texts that the rule reads, in words.
    let noun: String

    /// Creates the form of a rule, or returns `nil` if the rule is not about dates.
    init?(_ rule: BoundRule) {
        self.rule = rule
        switch rule.definition.id {
        case "date", "before", "beforeOrEqual", "after", "afterOrEqual":
            format = rule.arguments.string("format")
            noun = format.map { "dates of the form \($0)" } ?? Self.nounOfRFC3339
        case "past", "future", "within":
            format = nil
            noun = Self.nounOfRFC3339
        case "dateTime":
            format = nil
            noun = "date-times of RFC 3339"
        default: return nil
        }
    }

    private static let nounOfRFC3339 = "dates of the form yyyy-MM-dd and date-times"

    /// Returns `true` if no text is a date of both forms.
    func excludes(_ other: DateForm) -> Bool {
        if format != nil { return format != other.format && !other.readsAny(of: self) }
        guard other.format != nil else { return false }
        return !readsAny(of: other)
    }

    /// Returns `true` if the rule can read a day in the form of another rule, even if the day then fails.
    ///
    /// If two forms have texts in common, days with two digits are among them.
    private func readsAny(of other: DateForm) -> Bool {
        let set = RuleSet(Field("value", rule.expression))
        guard let manager = try? ValidatorsManager(set, registry: .standard()) else { return true }
        let isAboutForm = rule.definition.id.hasPrefix("date")
        return other.samples.contains { text in
            let violations = manager.validate(["value": Value.string(text)]).violations
            guard let code = violations.first?.code else { return true }
            return !isAboutForm && !code.hasSuffix(".syntax") && !code.hasSuffix(".format")
        }
    }

    /// The first 28 days of every month of a year, in the form of the rule.
    private var samples: [String] {
        guard let format, let pattern = try? DatePattern(format, of: rule.arguments) else {
            return []
        }
        return (1...12).flatMap { month in
            (1...28).map { day in
                let date = CalendarDate(year: 2024, month: month, day: day)
                return String(decoding: pattern.written(date), as: UTF8.self)
            }
        }
    }

    /// Returns the rule that has no form, with the form of the other rule added.
    ///
    /// - Returns: The rule, or `nil` if neither of the two can take the form of the other.
    static func expression(forOneOf first: BoundRule, _ second: BoundRule) -> RuleExpression? {
        guard let a = DateForm(first), let b = DateForm(second) else { return nil }
        return b.withFormat(of: a) ?? a.withFormat(of: b)
    }

    private func withFormat(of other: DateForm) -> RuleExpression? {
        guard format == nil, let format = other.format,
            rule.definition.parameters.contains(where: { $0.name == "format" })
        else { return nil }
        var expression = rule.expression
        expression.arguments.append(RuleArgument(name: "format", .value(.string(format))))
        return expression
    }
}
