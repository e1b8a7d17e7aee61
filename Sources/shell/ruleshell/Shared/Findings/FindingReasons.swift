// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTrials
import Synchronization

/// The reasons why values failed, if the message of the rule alone does not say.
///
/// A reason says which branch of `anyOf` wants what, which elements are equal, which value of
/// another field requires one, or where an address breaks.
final class FindingReasons: Sendable {
    private let registry: RuleRegistry
    /// The plans with one rule for the field `value`, by its expression, or `nil` if the rule
    /// cannot be used alone.
    private let plans = Locked<[String: ValidationPlan?]>([:])

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    private static let mostReasons = 8
    private static let mostElements = 4_096
    private static let longestText = 320
    private static let longestLabel = 63

    /// Returns `true` if there can be reasons for findings with a code.
    ///
    /// The first letter leaves out most codes.
    static func mayTell(of code: String, isText: Bool) -> Bool {
        if isText, code.hasSuffix(".kind") { return true }
        return switch code.utf8.first {
        case UInt8(ascii: "r"): code.hasPrefix("required") && code.hasSuffix(".missing")
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "p"), UInt8(ascii: "u"): true
        default: false
        }
    }

    /// Finds the reasons.
    ///
    /// - Parameters:
    ///   - finding: A violation with the value that failed, or without one if it may not be shown.
    ///   - expression: The rule.
    ///   - isText: `true` if the record is text, as cells of CSV are.
    ///   - other: A function that returns the value of another field of the record, or `nil` if
    ///     that may not be shown.
    /// - Returns: The reasons, a line each, or an empty array if there is nothing to add.
    func notes(
        of finding: ShownFinding, by expression: RuleExpression, isText: Bool,
        other: (FieldPath) -> Value?
    ) -> [String] {
        if isText, finding.code.hasSuffix(".kind") {
            return reader(of: finding.value, for: expression)
        }
        switch finding.code {
        case "requiredIf.missing", "requiredUnless.missing", "prohibitedIf.present",
            "prohibitedUnless.present":
            return Self.condition(of: expression, other: other)
        case "anyOf.none", "exactlyOne.none", "each.failed":
            guard finding.value != .absent else { return [] }
            let isOfElement = finding.code == "each.failed"
            let value = isOfElement ? .array([finding.value]) : finding.value
            let notes = branches(
                of: value, by: isOfElement ? expression.withoutLiterals : expression, isText: isText
            )
            guard isOfElement,
                let index = finding.pointer.split(separator: "/").last
            else { return notes }
            let number = Int64(index).map { Value.integer($0) } ?? .string(String(index))
            return notes.map { Self.note(.element, ["index": number, "reason": .string($0)]) }
        case "uniqueItems.duplicate":
            return equalElements(of: finding.value, by: expression, isText: isText)
        case "email.syntax":
            guard case .string(let text) = finding.value, expression.arguments.isEmpty else {
                return []
            }
            return Self.defect(ofAddress: text).map { [$0] } ?? []
        default: return []
        }
    }

    // MARK: - Words

    private static var messages: MessageCatalogue {
        ShownMessages.current ?? MessageCatalogue(language: "en")
    }

    private static func note(_ note: FindingNote, _ values: [String: Value] = [:]) -> String {
        messages.text(note.rawValue, values)
    }

    private static func shown(_ value: Value) -> Value { .string(ShortValue.cut(value.json)) }

    // MARK: - Texts

    /// Returns a note about a value that is not text, but would be as a cell of CSV, for a rule that accepts
    /// texts alone.
    func textHint(of value: Value, code: String, by expression: RuleExpression) -> [String] {
        guard code.hasSuffix(".kind"),
            [.integer, .unsignedInteger, .number, .decimal, .bool].contains(value.kind),
            registry.definition(for: expression.id)?.kinds == .string
        else { return [] }
        return [Self.note(.valueOfText)]
    }

    /// Returns a note about a text that a rule about numbers would take as a number.
    private func reader(of value: Value, for expression: RuleExpression) -> [String] {
        guard case .string(let text) = value,
            registry.definition(for: expression.id)?.kinds.isSubset(of: .numbers) == true,
            let number = try? JSONValueParser.parse(text),
            ValueKinds.numbers.contains(ValueKinds(number.kind))
        else { return [] }
        return [Self.note(.textOfNumber, ["rule": .string(expression.short)])]
    }

    // MARK: - Conditions

    private static func condition(
        of expression: RuleExpression, other: (FieldPath) -> Value?
    ) -> [String] {
        guard let (path, name) = path("field", of: expression), let value = other(path) else {
            return []
        }
        let field = Value.string(name)
        if value == .absent { return [Self.note(.fieldIsAbsent, ["field": field])] }
        return [Self.note(.fieldIs, ["field": field, "value": shown(value)])]
    }

    // MARK: - Rules inside rules

    /// Returns the reasons that the failed rules inside a rule give.
    private func branches(
        of value: Value, by expression: RuleExpression, isText: Bool
    ) -> [String] {
        guard let trace = trace(value, by: expression, isText: isText) else { return [] }
        let checks = trace.rules.flatMap(\.checks).filter { $0.outcome == .failed }
        return checks.prefix(Self.mostReasons).map { check in
            let reason = check.message(in: Self.messages) ?? Self.note(.fails)
            let rule = Value.string(check.rule.expression.short)
            guard check.value != value, check.value != .absent else {
                return Self.note(.rule, ["rule": rule, "reason": .string(reason)])
            }
            return Self.note(
                .ruleOfPart,
                ["rule": rule, "value": Self.shown(check.value), "reason": .string(reason)])
        }
    }

    private func trace(
        _ value: Value, by expression: RuleExpression, isText: Bool
    ) -> ValidationTrace? {
        plan(of: expression).map { plan in
            ValidationSession(plan).trace(Self.record(value, isText: isText))
        }
    }

    private static func record(_ value: Value, isText: Bool) -> ValidationRecord {
        ValidationRecord(Value.Object([("value", value)]), isText: isText)
    }

    private func plan(of expression: RuleExpression) -> ValidationPlan? {
        let key = "\(expression)"
        if let known = plans.withLock({ $0[key] }) { return known }
        let field = Field(
            FieldPath(key: "value"), Validator(rules: [RuleEntry(expression)]))
        let plan = try? ValidationPlan(RuleSet(field), registry: registry)
        plans.withLock { $0[key] = .some(plan) }
        return plan
    }

    // MARK: - Equal elements

    /// Returns a note about the first two elements that the rule takes for equal, found by the rule
    /// itself.
    private func equalElements(
        of value: Value, by expression: RuleExpression, isText: Bool
    ) -> [String] {
        guard case .array(let elements) = value, elements.count <= Self.mostElements,
            let plan = plan(of: expression)
        else { return [] }
        let session = ValidationSession(plan)
        func fails(_ range: Range<Int>) -> Bool {
            let part = Value.array(Array(elements[range]))
            return !session.trace(Self.record(part, isText: isText)).report.violations.isEmpty
        }
        guard fails(0..<elements.count) else { return [] }
        // The shortest beginning that fails ends with the second one.
        var (low, high) = (1, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if fails(0..<middle) { high = middle } else { low = middle + 1 }
        }
        let end = low
        // The shortest end of that begins with the first one.
        var (first, last) = (0, end - 1)
        while first < last {
            let middle = (first + last + 1) / 2
            if fails(middle..<end) { first = middle } else { last = middle - 1 }
        }
        let places: [String: Value] = [
            "first": .integer(Int64(first)), "second": .integer(Int64(end - 1)),
        ]
        let second = elements[end - 1]
        guard let (path, field) = Self.path("by", of: expression),
            let member = Self.member(at: path, of: second)
        else {
            let values = ["value": Self.shown(second)]
            return [Self.note(.equalElements, places.merging(values) { first, _ in first })]
        }
        let values = ["field": Value.string(field), "value": Self.shown(member)]
        return [Self.note(.equalMembers, places.merging(values) { first, _ in first })]
    }

    /// Returns the path that a parameter gives, which is the first one or named, and its text.
    private static func path(
        _ name: String, of expression: RuleExpression
    ) -> (path: FieldPath, text: String)? {
        let named = expression.arguments.first { $0.name == name }
        let given = named ?? expression.arguments.first.flatMap { $0.name == nil ? $0 : nil }
        switch given?.value {
        case .word(let text), .value(.string(let text)):
            return (try? FieldPath(text)).map { ($0, text) }
        default: return nil
        }
    }

    private static func member(at path: FieldPath, of value: Value) -> Value? {
        var current = value
        for case .key(let key) in path.segments {
            guard case .object(let object) = current, let next = object[key] else { return nil }
            current = next
        }
        return current
    }

    // MARK: - Addresses

    /// Returns a note about the first place that makes a text no address, or `nil` if that is neither
    /// one character nor a label.
    private static func defect(ofAddress text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= longestText else { return nil }
        guard let at = scalars.lastIndex(of: "@") else { return Self.note(.noAtSign) }
        if at == 0 { return Self.note(.nothingBeforeAtSign) }
        if at == scalars.count - 1 { return Self.note(.nothingAfterAtSign) }
        var labelLength = 0
        for (index, scalar) in scalars.enumerated() where index != at {
            let isBad: Bool
            if index < at {
                isBad = isBadLocally(scalar)
            } else {
                let before = scalars[index - 1]
                let after = index + 1 < scalars.count ? scalars[index + 1] : "@"
                labelLength = scalar == "." ? 0 : labelLength + 1
                let isAtEnd = after == "@" || after == "."
                switch scalar {
                case ".": isBad = before == "@" || isAtEnd
                // A label neither begins nor ends with one.
                case "-": isBad = before == "@" || before == "." || isAtEnd
                default: isBad = !isOfDomain(scalar)
                }
                if !isBad, isAtEnd, labelLength > longestLabel {
                    let label = scalars[(index - labelLength + 1)...index]
                    return longLabel(label)
                }
            }
            guard isBad else { continue }
            let shown = Value.string(String(scalar)).json
            return Self.note(
                .badCharacter,
                ["position": .integer(Int64(index + 1)), "character": .string(shown)])
        }
        return nil
    }

    private static func longLabel(_ label: ArraySlice<UnicodeScalar>) -> String {
        let text = String(String.UnicodeScalarView(label))
        return note(
            .longLabel, ["label": shown(.string(text)), "count": .integer(Int64(label.count))])
    }

    private static func isBadLocally(_ scalar: UnicodeScalar) -> Bool {
        !scalar.isASCII || scalar.value <= 0x20 || scalar.value == 0x7F
            || "()<>,;:\\\"[]@".unicodeScalars.contains(scalar)
    }

    private static func isOfDomain(_ scalar: UnicodeScalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }
}

extension RuleExpression {
    /// The expression with the rules inside it alone: `each` without the index from which it checks.
    fileprivate var withoutLiterals: RuleExpression {
        var expression = self
        expression.arguments.removeAll { if case .value = $0.value { true } else { false } }
        return expression
    }
}
