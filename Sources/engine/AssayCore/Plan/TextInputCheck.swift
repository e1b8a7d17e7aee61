// SPDX-License-Identifier: Apache-2.0

/// Finds the rules that cannot decide about texts, since nothing reads the texts that they compare.
///
/// In a record from JSON a field is a number, or it is a text. In a record from text, such as a row of
/// CSV, it is a number only if a rule reads it.
///
/// A table has types of its own, and only its columns of texts are checked.
struct TextInputCheck {
    let readings: FieldReadings
    /// The texts of fields that mean that the field is missing.
    var missing: [FieldPath: [String]] = [:]
    /// Returns `true` for a path whose values a table has as texts, or `nil` if all values are texts.
    var isTextOfTable: ((FieldPath) -> Bool)?
    /// Returns `true` for a path whose rules are all known, or `nil` if those of all paths are.
    var isKnown: ((FieldPath) -> Bool)?

    /// A rule with the field whose values it checks.
    private struct Subject {
        /// The field that the validator is for, which issues name.
        let field: String
        let path: FieldPath
        var reading: TextReading?
        let source: ExpressionSource?
        let location: FileLocation?

        /// `true` if the rules of the field replace its text.
        var isReplaced: Bool { reading?.replaces ?? false }
    }

    /// Returns all issues, in the order of the rule set.
    func issues(
        of validators: [CompiledValidator], _ records: [CompiledRecordsRule]
    ) -> [RuleSetIssue] {
        var issues = IssueList()
        for validator in validators {
            for step in validator.steps { check(step, of: validator, &issues) }
        }
        for rule in records { check(rule, &issues) }
        return issues.kept
    }

    private func check(_ rule: CompiledRecordsRule, _ issues: inout IssueList) {
        check(rule.conditions, rule.givenConditions, of: "records", at: rule.location, &issues)
        guard let need = rule.definition.values.need, let path = rule.paths.first,
            readings.reading(of: path) == nil, isTextOfTable?(path) ?? true, isKnown?(path) ?? true
        else { return }
        let cast = isTextOfTable == nil ? "" : "cast the column of '\(path)', or "
        issues.append(
            RuleSetIssue(
                code: "field.unread",
                message: "\(rule.expression) needs \(need), and no rule reads '\(path)'",
                help: "\(cast)add a rule that reads it to 'fields', such as '\(path): number'",
                field: "records", location: rule.location))
    }

    private func check(
        _ step: CompiledStep, of validator: CompiledValidator, _ issues: inout IssueList
    ) {
        let entry = step.entry
        let own = Subject(
            field: validator.name, path: validator.path, reading: readings.at(validator.path).own,
            source: entry.source, location: entry.location)
        check(step.rule, of: own, &issues)
        checkText(step.rule, of: own, isConditional: !entry.conditions.isEmpty, &issues)
        check(step.conditions, entry.conditions, of: validator.name, at: entry.location, &issues)
    }

    private func check(
        _ compiled: [CompiledCondition], _ conditions: [Condition], of field: String,
        at location: FileLocation?, _ issues: inout IssueList
    ) {
        for (condition, compiled) in zip(conditions, compiled) {
            let rules = compiled.rules.map(\.rule)
            let read = readings.at(condition.path).own ?? rules.lazy.compactMap(\.reading).first
            let subject = Subject(
                field: field, path: condition.path, reading: read,
                source: condition.source, location: condition.location ?? location)
            for rule in rules { check(rule, of: subject, &issues) }
        }
    }

    private func check(_ rule: BoundRule, of subject: Subject, _ issues: inout IssueList) {
        for comparison in rule.comparisons {
            switch comparison {
            case .literals(let values, of: let other):
                var compared = subject
                if let other {
                    compared = Subject(
                        field: subject.field, path: other, reading: readings.reading(of: other),
                        source: subject.source, location: subject.location)
                }
                checkLiterals(values, of: rule, comparedWith: compared, &issues)
            case .equality(let other): checkEquality(of: rule, of: subject, with: other, &issues)
            case .order(let other): checkOrder(of: rule, of: subject, with: other, &issues)
            case .orderOfElements:
                let elements = FieldPath(segments: subject.path.segments + [.allElements])
                guard readings.reading(of: elements) == nil else { continue }
                report(
                    [elements],
                    "\(rule.expression) compares texts of '\(elements)', which no rule reads",
                    help: "add a rule that reads them, such as `date` or `number`, to the rules of "
                        + "`\(elements)`, or compare by code point with `as=text`",
                    cast: "cast the column of '\(elements)', add a rule that reads its texts, such "
                        + "as `date`, or compare by code point with `as=text`",
                    rule, of: subject, &issues)
            }
        }
        checkKinds(of: rule, of: subject, &issues)
        checkNested(rule, of: subject, &issues)
    }

    private func checkNested(
        _ rule: BoundRule, of subject: Subject, _ issues: inout IssueList
    ) {
        var subject = subject
        for case .rules(let nested) in rule.arguments.all {
            switch rule.definition.facets.nested {
            case .other: continue
            case .alternatives: break
            case .member:
                guard let key = rule.arguments.string("key") else { continue }
                let path = FieldPath(segments: subject.path.segments + [.key(key)])
                subject = Subject(
                    field: subject.field, path: path,
                    reading: readings.reading(of: path)
                        ?? nested.lazy.compactMap(\.reading).first,
                    source: subject.source, location: subject.location)
            case .same:
                subject.reading = subject.reading ?? nested.lazy.compactMap(\.reading).first
            }
            for rule in nested { check(rule, of: subject, &issues) }
        }
    }

    private func checkLiterals(
        _ values: [Value], of rule: BoundRule, comparedWith subject: Subject,
        _ issues: inout IssueList
    ) {
        let field = subject.path
        let text = missing[field]?.first { text in values.contains { $0.isSpelled(text) } }
        if let text {
            report(
                [],
                "\(rule.expression) compares '\(field)' with \"\(text)\", which means that the field is missing",
                code: "field.missingText",
                help: "remove the text from the rule, or from `missing` of `\(field)`",
                rule, of: subject, &issues)
        }
        if subject.isReplaced {
            guard subject.reading?.keepsText == false, subject.reading?.isConditional == false,
                values.contains(where: { if case .string = $0 { true } else { false } })
            else { return }
            report(
                [],
                "\(rule.expression) compares '\(field)' with a text, but its rules read it as "
                    + "\(subject.reading?.phrase ?? "")",
                help: "write the value without quotation marks, or remove the rule that reads "
                    + "`\(field)`",
                rule, of: subject, &issues)
        } else if let value = values.first(where: \.isNumberOrBoolean) {
            report(
                [field],
                "\(rule.expression) compares the text of '\(field)' with \(value.quantity.phrase), "
                    + "and no rule reads it as one",
                help: "add \(value.quantity.readers) to the rules of `\(field)`",
                cast: "cast the column of '\(field)' to \(value.quantity.type)", rule, of: subject,
                &issues)
        }
    }

    private func checkEquality(
        of rule: BoundRule, of subject: Subject, with other: FieldPath, _ issues: inout IssueList
    ) {
        let reading = readings.reading(of: other)
        guard subject.isReplaced != (reading?.replaces ?? false) else { return }
        let (read, unread) = subject.isReplaced ? (subject.path, other) : (other, subject.path)
        let phrase = (subject.isReplaced ? subject.reading : reading)?.phrase ?? ""
        report(
            [unread],
            "\(rule.expression) compares '\(read)', which is read as \(phrase), with the text of "
                + "'\(unread)'",
            help: "give `\(unread)` the rule that reads `\(read)`",
            cast: "cast the column of '\(unread)' to the type of '\(read)'", rule, of: subject,
            &issues)
    }

    private func checkOrder(
        of rule: BoundRule, of subject: Subject, with other: FieldPath, _ issues: inout IssueList
    ) {
        var unread: [FieldPath] = []
        if subject.reading == nil { unread.append(subject.path) }
        if readings.reading(of: other) == nil { unread.append(other) }
        guard !unread.isEmpty else { return }
        let fields = unread.map { "'\($0)'" }.joined(separator: " and ")
        let rules = unread.map { "`\($0)`" }.joined(separator: " and ")
        report(
            unread,
            "\(rule.expression) needs the order of \(fields), and no rule reads "
                + (unread.count == 1 ? "its text" : "their texts"),
            help: "add a rule that reads \(unread.count == 1 ? "it" : "them"), such as `date` or "
                + "`number`, to the rules of \(rules), or compare by code point with `as=text`",
            cast: "cast the column\(unread.count == 1 ? "" : "s") of \(fields), add rules that "
                + "read texts, such as `date`, or compare by code point with `as=text`",
            rule, of: subject, &issues)
    }

    /// A rule that accepts only numbers or Booleans could only repeat that a text has a wrong kind.
    private func checkKinds(
        of rule: BoundRule, of subject: Subject, _ issues: inout IssueList
    ) {
        let kinds = rule.definition.kinds
        guard !kinds.contains(.string), !subject.isReplaced,
            !rule.definition.traits.contains(.converts),
            !kinds.isDisjoint(with: [.numbers, .bool])
        else { return }
        let quantity: TextReading.Quantity =
            kinds.isDisjoint(with: .numbers) ? .boolean : .number
        // A rule about how a number is written does not pass on what `number` makes of it.
        let isWritten =
            quantity == .number
            && subject.reading?.quantities.isDisjoint(with: [.decimal, .amount]) == false
        report(
            [subject.path],
            "\(rule.expression) accepts only \(kinds.phrase), and no rule reads the text of "
                + "'\(subject.path)' as one",
            help: isWritten
                ? "write `number` in place of the rule about the text of `\(subject.path)`; "
                    + "`number(decimal=\",\")` reads a decimal comma"
                : "add \(quantity.readers) to the rules of `\(subject.path)`",
            cast: "cast the column of '\(subject.path)' to \(quantity.type)", rule, of: subject,
            &issues)
    }

    /// A rule about texts never passes on a text that is read as something else.
    private func checkText(
        _ rule: BoundRule, of subject: Subject, isConditional: Bool, _ issues: inout IssueList
    ) {
        let kinds = rule.definition.kinds
        guard !isConditional, subject.isReplaced, let reading = subject.reading,
            !reading.isConditional, !reading.keepsText, kinds.contains(.string),
            kinds.isDisjoint(with: [.numbers, .bool])
        else { return }
        report(
            [],
            "\(rule.expression) accepts no \(reading.quantities.map(\.rawValue).sorted().joined(separator: " or ")), "
                + "but another rule reads '\(subject.path)' as \(reading.phrase)",
            code: "field.textRule",
            help:
                "remove one of the two; `numericText` checks that a text is a number and keeps it",
            rule, of: subject, &issues)
    }

    /// Reports that a rule cannot decide.
    ///
    /// - Parameters:
    ///   - unread: The paths of the texts that nothing reads.
    ///   - message: The message.
    ///   - code: The code of the issue.
    ///   - help: What to do about texts.
    ///   - cast: What to do about a table, or `nil` if the issue is none for a table.
    ///   - rule: The rule.
    ///   - subject: The field that the rule checks.
    ///   - issues: Takes the issue.
    private func report(
        _ unread: [FieldPath], _ message: String, code: String = "field.unread", help: String,
        cast: String? = nil, _ rule: BoundRule, of subject: Subject, _ issues: inout IssueList
    ) {
        if let isKnown, !unread.allSatisfy(isKnown) { return }
        var help = help
        if let isTextOfTable {
            guard let cast, unread.contains(where: isTextOfTable) else { return }
            help = cast
        }
        let place = rule.expression.extent.flatMap { subject.source?.location(of: $0) }
        issues.append(
            RuleSetIssue(
                code: code, message: message, help: help, field: subject.field,
                location: place ?? subject.location))
    }
}

extension ValidationPlan {
    /// Returns the issues that the rules have with a table: what they compare with numbers, or by an
    /// order, is texts that no rule reads.
    ///
    /// - Parameter isText: Returns `true` for a path whose values the table has as texts.
    /// - Returns: The issues, in the order of the rule set.
    package func tableIssues(isText: @escaping (FieldPath) -> Bool) -> [RuleSetIssue] {
        guard !textIssues.isEmpty else { return [] }
        return TextInputCheck(readings: readings, isTextOfTable: isText)
            .issues(of: validators, recordsRules)
    }

    /// Returns the issues that the rules have with records from text, without those about texts that rules
    /// which come later may read.
    ///
    /// - Parameter isKnown: Returns `true` for a path whose rules are all known.
    /// - Returns: The issues, in the order of the rule set.
    package func textIssues(isKnown: @escaping (FieldPath) -> Bool) -> [RuleSetIssue] {
        guard !textIssues.isEmpty else { return [] }
        return TextInputCheck(readings: readings, isKnown: isKnown)
            .issues(of: validators, recordsRules)
    }
}

extension BoundRule {
    fileprivate var comparisons: [RuleFacets.Comparison] {
        definition.facets.comparisons.map { $0(arguments) } ?? []
    }
}

extension RuleSet {
    /// The texts of fields that mean that the field is missing, by the path of the field.
    var missingTexts: [FieldPath: [String]] {
        Dictionary(
            fields.lazy.filter { !$0.validator.missing.isEmpty }
                .map { ($0.path, $0.validator.missing) }
        ) { first, _ in first }
    }
}

extension Value {
    /// Returns `true` if a text is the value, or is read as it.
    fileprivate func isSpelled(_ text: String) -> Bool {
        switch self {
        case .string(let own): own.hasSameBytes(as: text)
        case .bool(let bool): text.lowercased() == String(bool)
        default: ExactNumber(self).map { $0 == ExactNumber(text: text) } ?? false
        }
    }

    fileprivate var isNumberOrBoolean: Bool {
        switch self {
        case .bool, .integer, .unsignedInteger, .number, .decimal: true
        default: false
        }
    }

    fileprivate var quantity: TextReading.Quantity {
        if case .bool = self { .boolean } else { .number }
    }
}

extension TextReading.Quantity {
    /// The rules that read a number or a Boolean, for help.
    fileprivate var readers: String {
        self == .boolean ? "`boolean`" : "`integer` or `number`"
    }

    /// The type of a column of numbers or Booleans, for help.
    fileprivate var type: String { self == .boolean ? "Booleans" : "numbers" }
}
