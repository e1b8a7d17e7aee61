// SPDX-License-Identifier: Apache-2.0

// The names differ from those of rule expressions, so that `@Validate(.length(3...20))` and
// `@Validate(.hasLength(3...20, message: "…"))` both mean one thing.
extension ValidationRule {
    /// Something was given: not nil, no empty list, no text that is empty or white space only.
    public static func required(message: String? = nil) -> ValidationRule {
        ValidationRule("required", message: message, or: "is required") { !isBlankValue($0) }
    }

    /// A text or a list with something in it; white space counts.
    public static func isNotEmpty(
        message: String? = nil
    ) -> ValidationRule where Value: Collection & SendableMetatype {
        ValidationRule("isNotEmpty", message: message, or: "must not be empty") { !$0.isEmpty }
    }

    /// A value within bounds: `18...120`, `18...`, `..<10`.
    public static func inRange<Bounds: RangeExpression & Sendable>(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Bounds.Bound == Value, Value: SendableMetatype {
        ValidationRule("inRange", message: message, or: "must be " + phrase(of: bounds)) {
            bounds.contains($0)
        }
    }

    /// A text or a list with that many characters or elements: `3...20`, `3...`.
    public static func hasLength<Bounds: RangeExpression<Int> & Sendable>(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Value: Collection & SendableMetatype {
        let standard = "must be " + phrase(of: bounds) + " long"
        return ValidationRule("hasLength", message: message, or: standard) {
            bounds.contains($0.count)
        }
    }

    /// A text that matches a PCRE2 pattern; an empty text is matched too.
    ///
    /// A pattern that does not compile is an error when the form is made.
    public static func matches(
        _ pattern: String, message: String? = nil
    ) -> ValidationRule where Value == String {
        let entry = RuleEntry(.regex(pattern), message: message)
        return ValidationRule(.engine(entry, Reading(isLiteral: true) { .string($0) }))
    }

    /// One of some values.
    public static func isOneOf(
        _ values: [Value], message: String? = nil
    ) -> ValidationRule where Value: Equatable & Sendable {
        let list = values.map { "\($0)" }.joined(separator: ", ")
        return ValidationRule("isOneOf", message: message, or: "must be one of \(list)") {
            values.contains($0)
        }
    }

    /// A value that equals another one.
    ///
    /// To compare with another field, use `.rule(.sameAs("password"))`.
    public static func isEqualTo(
        _ other: Value, message: String? = nil
    ) -> ValidationRule where Value: Equatable & Sendable {
        ValidationRule("isEqualTo", message: message, or: "must be \(other)") { $0 == other }
    }
}

extension ValidationRule {
    /// A rule about the wrapped value; nil passes.
    public static func ifPresent<Wrapped>(
        _ rule: ValidationRule<Wrapped>
    ) -> ValidationRule where Value == Wrapped? {
        switch rule.kind {
        case .function(let id, let check):
            ValidationRule(.function(id: id) { $0.flatMap(check).map { Objection($0) } })
        case .engine(let entry, let reading):
            ValidationRule(
                .engine(
                    entry,
                    Reading(isLiteral: reading.isLiteral) {
                        $0.map(reading.ruleValue) ?? .absent
                    }))
        }
    }

    /// A value within bounds; nil passes.
    public static func inRange<Bounds: RangeExpression & Sendable>(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Value == Bounds.Bound?, Bounds.Bound: SendableMetatype {
        ifPresent(.inRange(bounds, message: message))
    }

    /// A text or a list with that many characters or elements; nil passes.
    public static func hasLength<
        Wrapped: Collection & SendableMetatype, Bounds: RangeExpression<Int> & Sendable
    >(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Value == Wrapped? {
        ifPresent(.hasLength(bounds, message: message))
    }

    /// A text that matches a PCRE2 pattern; nil passes.
    public static func matches(
        _ pattern: String, message: String? = nil
    ) -> ValidationRule where Value == String? {
        ifPresent(.matches(pattern, message: message))
    }

    /// A text or a list with something in it; nil fails.
    public static func isNotEmpty<Wrapped: Collection & SendableMetatype>(
        message: String? = nil
    ) -> ValidationRule where Value == Wrapped? {
        ValidationRule("isNotEmpty", message: message, or: "must not be empty") {
            $0.map { !$0.isEmpty } ?? false
        }
    }
}

extension ValidationRule.Objection {
    fileprivate init<Other>(_ other: ValidationRule<Other>.Objection) {
        self.init(message: other.message, isOwn: other.isOwn)
    }
}

/// Bounds in words, such as "between 18 and 120".
private func phrase<Bounds: RangeExpression>(of bounds: Bounds) -> String {
    switch bounds {
    case let range as ClosedRange<Bounds.Bound>:
        "between \(range.lowerBound) and \(range.upperBound)"
    case let range as Range<Bounds.Bound>: "from \(range.lowerBound) to below \(range.upperBound)"
    case let range as PartialRangeFrom<Bounds.Bound>: "at least \(range.lowerBound)"
    case let range as PartialRangeThrough<Bounds.Bound>: "at most \(range.upperBound)"
    case let range as PartialRangeUpTo<Bounds.Bound>: "below \(range.upperBound)"
    default: "within \(bounds)"
    }
}
