// SPDX-License-Identifier: Apache-2.0
import Assay

/// The bounds that a rule sets on a number, the length of a text, a count or a date.
struct Bounds: Equatable {
    struct End: Equatable {
        let number: ExactNumber
        let isIncluded: Bool
    }

    /// The name of the measure; only bounds of the same measure can be compared.
    let measure: String
    /// The lower bound, or `nil` if there is none.
    let low: End?
    let high: End?

    /// Creates the bounds that a rule sets, or returns `nil` if the rule sets none.
    init?(_ rule: BoundRule) {
        let arguments = rule.arguments
        switch rule.definition.id {
        case "range":
            self.init(
                "number",
                low: Self.stricter(
                    Self.end(arguments.number("min"), isIncluded: true),
                    excluded: Self.end(arguments.number("exclusiveMin"), isIncluded: false)
                ) { $0 > $1 },
                high: Self.stricter(
                    Self.end(arguments.number("max"), isIncluded: true),
                    excluded: Self.end(arguments.number("exclusiveMax"), isIncluded: false)
                ) { $0 < $1 })
        case "positive": self.init("number", low: Self.end(ExactNumber(0), isIncluded: false))
        case "nonNegative": self.init("number", low: Self.end(ExactNumber(0), isIncluded: true))
        case "negative": self.init("number", high: Self.end(ExactNumber(0), isIncluded: false))
        case "nonPositive": self.init("number", high: Self.end(ExactNumber(0), isIncluded: true))
        case "length":
            self.init(
                "length in " + (arguments.choice("unit") ?? "characters"),
                low: Self.end(arguments.number("min"), isIncluded: true),
                high: Self.end(arguments.number("max"), isIncluded: true))
        case "before": self.init(ofDates: rule, high: false)
        case "beforeOrEqual": self.init(ofDates: rule, high: true)
        case "after": self.init(ofDates: rule, low: false)
        case "afterOrEqual": self.init(ofDates: rule, low: true)
        case "minItems":
            self.init("items", low: Self.end(arguments.number("count"), isIncluded: true))
        case "maxItems":
            self.init("items", high: Self.end(arguments.number("count"), isIncluded: true))
        case "minProperties":
            self.init("properties", low: Self.end(arguments.number("count"), isIncluded: true))
        case "maxProperties":
            self.init("properties", high: Self.end(arguments.number("count"), isIncluded: true))
        default: return nil
        }
    }

    private init(_ measure: String, low: End? = nil, high: End? = nil) {
        self.measure = measure
        self.low = low
        self.high = high
    }

    /// Creates the bound of a rule about dates; `low` and `high` say whether the date is included.
    private init?(ofDates rule: BoundRule, low: Bool? = nil, high: Bool? = nil) {
        guard let text = rule.arguments.string("date"),
            let date = CalendarDate(whole: text.utf8Span.span)
        else { return nil }
        let number = ExactNumber(Int64(date.ordinal))
        let arguments = rule.arguments
        let form = [
            "\(arguments.bool("strict"))", "\(arguments.int("pivot") ?? 2000)",
            arguments.string("language") ?? "en", arguments.string("format") ?? "",
        ]
        self.init(
            "\(Self.date) " + form.joined(separator: " "),
            low: low.flatMap { Self.end(number, isIncluded: $0) },
            high: high.flatMap { Self.end(number, isIncluded: $0) })
    }

    private static let date = "date"

    private static func end(_ number: ExactNumber?, isIncluded: Bool) -> End? {
        number.map { End(number: $0, isIncluded: isIncluded) }
    }

    private static func stricter(
        _ included: End?, excluded: End?, _ precedes: (ExactNumber, ExactNumber) -> Bool
    ) -> End? {
        guard let included, let excluded else { return included ?? excluded }
        return precedes(included.number, excluded.number) ? included : excluded
    }

    /// The measure, in words.
    var noun: String {
        switch measure {
        case "number": "number"
        case "items", "properties": "number of \(measure)"
        case _ where measure.hasPrefix(Self.date): "date"
        default: "length"
        }
    }

    /// Returns `true` if no number is within both bounds.
    func excludes(_ other: Bounds) -> Bool {
        measure == other.measure
            && (Self.isEmpty(low, high: other.high) || Self.isEmpty(other.low, high: high))
    }

    private static func isEmpty(_ low: End?, high: End?) -> Bool {
        guard let low, let high else { return false }
        if low.number == high.number { return !(low.isIncluded && high.isIncluded) }
        return high.number < low.number
    }

    /// Returns `true` if every number within the other bounds is within these.
    func contains(_ other: Bounds) -> Bool {
        guard measure == other.measure else { return false }
        if let low {
            guard let inner = other.low, !(inner.number < low.number),
                inner.number != low.number || low.isIncluded || !inner.isIncluded
            else { return false }
        }
        if let high {
            guard let inner = other.high, !(high.number < inner.number),
                inner.number != high.number || high.isIncluded || !inner.isIncluded
            else { return false }
        }
        return true
    }
}
