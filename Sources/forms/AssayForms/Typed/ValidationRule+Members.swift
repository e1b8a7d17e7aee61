// SPDX-License-Identifier: Apache-2.0

// The names differ from those of rule expressions, so that `@Validate(.length(3...20))` and
// `@Validate(.hasLength(3...20, message: "…"))` both mean one thing: what fails is a violation of the
// engine's rule, with its code, its parameters and its message in every language.
extension ValidationRule {
    /// Something was given: not nil, no empty list, no text that is empty or white space only.
    ///
    /// What fails is a violation of `required`.
    public static func required(message: String? = nil) -> ValidationRule {
        ValidationRule(.function { requirement(of: $0)?.with(message) })
    }

    /// A text or a list with something in it; white space does not count.
    ///
    /// What fails is a violation of `required`.
    public static func isNotEmpty(
        message: String? = nil
    ) -> ValidationRule where Value: Collection & SendableMetatype {
        required(message: message)
    }

    /// A value within bounds: `18...120`, `18...`, `..<10`.
    ///
    /// What fails is a violation of `range`, whatever the type of the value is.
    public static func inRange<Bounds: RangeExpression & Sendable>(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Bounds.Bound == Value, Value: SendableMetatype {
        ValidationRule(
            .function { bounds.contains($0) ? nil : excess($0, over: bounds).with(message) })
    }

    /// A text or a list with that many characters or elements: `3...20`, `3...`.
    ///
    /// What fails is a violation of `length` or, for a list, of `minItems` or `maxItems`.
    public static func hasLength<Bounds: RangeExpression<Int> & Sendable>(
        _ bounds: Bounds, message: String? = nil
    ) -> ValidationRule where Value: Collection & SendableMetatype {
        ValidationRule(
            .function { value in
                bounds.contains(value.count)
                    ? nil
                    : excess(
                        length: value.count, isText: value is any StringProtocol, over: bounds
                    ).with(message)
            })
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
    ///
    /// What fails is a violation of `oneOf`.
    public static func isOneOf(
        _ values: [Value], message: String? = nil
    ) -> ValidationRule where Value: Equatable & Sendable {
        ValidationRule(
            .function { value in
                guard !values.contains(value) else { return nil }
                return Objection("oneOf", "other", [("values", .array(values.map { shown($0) }))])
                    .with(message)
            })
    }

    /// A value that equals another one.
    ///
    /// What fails is a violation of `equals`. To compare with another field, use
    /// `.rule(.sameAs("password"))`.
    public static func isEqualTo(
        _ other: Value, message: String? = nil
    ) -> ValidationRule where Value: Equatable & Sendable {
        ValidationRule(
            .function { value in
                guard value != other else { return nil }
                return Objection("equals", "different", [("value", shown(other))]).with(message)
            })
    }
}

extension ValidationRule {
    /// A rule about the wrapped value; nil passes.
    public static func ifPresent<Wrapped>(
        _ rule: ValidationRule<Wrapped>
    ) -> ValidationRule where Value == Wrapped? {
        switch rule.kind {
        case .function(let check): ValidationRule(.function { $0.flatMap(check) })
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

    /// A text or a list with something in it; nil fails, and white space does not count.
    public static func isNotEmpty<Wrapped: Collection & SendableMetatype>(
        message: String? = nil
    ) -> ValidationRule where Value == Wrapped? {
        required(message: message)
    }
}

// MARK: - What fails

/// The objection to a value that was not given, or `nil` to another one.
private func requirement(of value: some Any) -> Objection? {
    guard isBlankValue(value) else { return nil }
    return Objection("required", isMissingValue(value) ? "missing" : "empty")
}

/// The objection to a value that is not within bounds.
private func excess<Bounds: RangeExpression>(
    _ value: Bounds.Bound, over bounds: Bounds
) -> Objection {
    let limits = Limits(bounds)
    if let lower = limits.lower, !(value >= lower) {
        return Objection("range", "tooSmall", limits.parameters)
    }
    if limits.lower == nil, limits.upper == nil {
        return Objection(rule: "range", message: "must be within \(bounds)", isOwn: false)
    }
    return Objection("range", limits.isOpen ? "notBelow" : "tooLarge", limits.parameters)
}

/// The objection to a text or a list of which the length is not within bounds.
private func excess(
    length: Int, isText: Bool, over bounds: some RangeExpression<Int>
) -> Objection {
    let limits = Limits(bounds)
    let upper = limits.upper.map { limits.isOpen ? $0 - 1 : $0 }
    let isShort = limits.lower.map { length < $0 } ?? false
    guard let limit = isShort ? limits.lower : upper else {
        return Objection(
            rule: isText ? "length" : "minItems", message: "must be within \(bounds) long",
            isOwn: false)
    }
    if !isText {
        let count = Value.integer(Int64(limit))
        return isShort
            ? Objection("minItems", "tooFew", [("count", count)])
            : Objection("maxItems", "tooMany", [("count", count)])
    }
    var parameters: [(String, Value)] = []
    if let lower = limits.lower { parameters.append(("min", .integer(Int64(lower)))) }
    if let upper { parameters.append(("max", .integer(Int64(upper)))) }
    parameters.append(("unit", "characters"))
    return Objection("length", isShort ? "tooShort" : "tooLong", parameters)
}

/// The bounds of a range.
private struct Limits<Bound: Comparable> {
    var lower: Bound?
    var upper: Bound?
    /// `true` if the upper bound is not within the range.
    var isOpen = false

    init(_ bounds: some RangeExpression<Bound>) {
        switch bounds {
        case let range as ClosedRange<Bound>: (lower, upper) = (range.lowerBound, range.upperBound)
        case let range as Range<Bound>:
            (lower, upper, isOpen) = (range.lowerBound, range.upperBound, true)
        case let range as PartialRangeFrom<Bound>: lower = range.lowerBound
        case let range as PartialRangeThrough<Bound>: upper = range.upperBound
        case let range as PartialRangeUpTo<Bound>: (upper, isOpen) = (range.upperBound, true)
        default: break
        }
    }

    /// The arguments of the rule `range` with these bounds.
    var parameters: [(String, Value)] {
        [
            lower.map { ("min", shown($0)) },
            upper.map { (isOpen ? "exclusiveMax" : "max", shown($0)) },
        ]
        .compactMap(\.self)
    }
}

/// A value as messages show it.
private func shown(_ value: some Any) -> Value {
    if let text = value as? String { return .string(text) }
    return (value as? any ValueConvertible)?.ruleValue ?? .string("\(value)")
}
