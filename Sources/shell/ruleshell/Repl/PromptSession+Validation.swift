// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayRegex
import AssayTrials

// Inputs other than commands: a rule and a value, a field and a value, a record.
extension PromptSession {
    func check(_ input: String) throws(Diagnostic) {
        let text = Self.trimmed(input)
        if text.hasPrefix("{") { return try validateRecord(text, in: input) }
        if let target = target(at: text) {
            guard !target.rest.isEmpty else { return writeLong(describe(target.field)) }
            return show(try trial(of: target, value: try value(of: target.rest, in: input)))
        }
        if let error = PromptSynonym.error(in: text, registry: registry) { throw error }
        let (rules, rest) = try expressions(orFieldIn: text)
        guard !rest.isEmpty else {
            return writeLong(try ExpressionText.text(of: rules, registry: registry, paint: paint))
        }
        show(try trial(of: rules, text: text, value: try value(of: rest, in: input)))
    }

    /// The expressions that an input begins with.
    ///
    /// - Throws: The error in them. For an unknown rule whose name is near to that of a field, it
    ///   names that field too.
    private func expressions(
        orFieldIn text: String
    ) throws(Diagnostic) -> (rules: [RuleExpression], rest: String) {
        do throws(Diagnostic) {
            return try Self.expressions(text, registry: registry)
        } catch {
            guard let near = nearField(to: text) else { throw error }
            // One slip has one help: a rule that is near too is the other reading.
            let rule = nearestName(
                to: String(text.prefix { !$0.isWhitespace && $0 != "(" && $0 != "," }),
                in: registry.allDefinitions.map(\.id))
            throw Diagnostic(
                error.code, error.message,
                help: "did you mean the field '\(near)'"
                    + (rule.map { $0 == near ? "?" : ", or the rule '\($0)'?" } ?? "?"),
                location: error.location, excerpt: error.excerpt, column: error.column)
        }
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let isSpace = { (character: Character) in character.isWhitespace }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return String(rest)
    }

    /// The expressions that a text begins with, every rule of them known, and what follows.
    static func expressions(
        _ text: String, registry: RuleRegistry
    ) throws(Diagnostic) -> (rules: [RuleExpression], rest: String) {
        let parsed: (expressions: [RuleExpression], end: Int)
        do throws(ExpressionError) {
            parsed = try RuleExpressionParser.parsePrefix(text)
        } catch {
            throw Diagnostic(error, in: text)
        }
        for rule in parsed.expressions {
            do throws(RuleError) {
                _ = try registry.bind(rule)
            } catch {
                throw Diagnostic(error, in: text, loading: ":load FILE")
            }
        }
        let rest = String(decoding: text.utf8.dropFirst(parsed.end), as: UTF8.self)
        return (parsed.expressions, trimmed(rest))
    }

    // MARK: - Values

    /// The word for a missing value.
    static let absent = "absent"

    /// A value as it is typed: JSON, `absent`, or text without quotes.
    func value(of text: String, in input: String) throws(Diagnostic) -> TypedValue {
        guard settings.isText else { return TypedValue(try typedJSON(text, in: input)) }
        if case .string(let string)? = try? JSONValueParser.parse(text) {
            return string.isEmpty ? .emptyCell : TypedValue(.string(string))
        }
        return TypedValue(text == Self.absent ? .absent : .string(text))
    }

    private func typedJSON(_ text: String, in input: String) throws(Diagnostic) -> Value {
        do throws(JSONError) {
            return try JSONValueParser.parse(text)
        } catch {
            guard let first = text.first, "\"[{".contains(first) else {
                return text == Self.absent ? .absent : .string(text)
            }
            let offset = error.offset
            throw Diagnostic(
                "prompt.value", "the value is not JSON: expected \(error.expected)",
                help:
                    "text without quotes is taken as it is; a value that begins with \", [ or { is JSON",
                excerpt: Excerpt(text, marking: offset..<offset))
        }
    }

    // MARK: - Trials

    /// Checks a value with expressions.
    func trial(
        of rules: [RuleExpression], text: String, value: TypedValue
    ) throws(Diagnostic) -> PromptTrial {
        let field = Field(
            FieldPath(key: PromptTrial.field), Validator(rules: rules.map { RuleEntry($0) }))
        let shown = rules.map { "\($0)" }.joined(separator: ", ")
        var record = ValidationRecord(Value.Object(), isText: settings.isText)
        record[PromptTrial.field] = value.value
        if value.isEmptyCell { record.emptyFields = [PromptTrial.field] }
        return try trial(
            .expression(shown), ruleSet: RuleSet(field),
            record: record, value: value.value)
    }

    /// Checks a value with a field's rules; the other fields are those of the record that was read
    /// last.
    func trial(of target: PromptTarget, value: TypedValue) throws(Diagnostic) -> PromptTrial {
        let around = data?.current ?? ValidationRecord(Value.Object())
        let nested = Value.nesting(
            value.value, at: target.place.segments[...], in: .object(around.fields))
        var record = ValidationRecord(nested) ?? around
        record.isText = settings.isText
        if value.isEmptyCell, target.place.segments.count == 1 {
            record.emptyFields = [target.place.topLevelKey]
        }
        let field = target.field
        return try trial(
            .field(target.path), ruleSet: ruleSet.only(field), record: record,
            value: ruleSet.isSensitive(field.path) ? .absent : value.value,
            about: target.path == field.path.description ? nil : target)
    }

    private func validateRecord(_ text: String, in input: String) throws(Diagnostic) {
        try requireRuleSet()
        guard case .object(let fields) = try typedJSON(text, in: input) else { return }
        let record = ValidationRecord(of: fields, isText: settings.isText)
        show(
            try trial(
                .record, ruleSet: ruleSet, record: record,
                value: .object(ruleSet.masking(record).fields)))
    }

    /// - Throws: An error if no rule set is open.
    func requireRuleSet() throws(Diagnostic) {
        guard !ruleFiles.isEmpty else {
            throw Diagnostic(
                "prompt.ruleSet", "no rule set is open",
                help: ":use FILE opens one, as does --rules FILE")
        }
    }

    /// Validates a record and remembers the trial.
    ///
    /// With a target, the answer is about that place alone.
    func trial(
        _ subject: PromptTrial.Subject, ruleSet: RuleSet, record: ValidationRecord, value: Value,
        about target: PromptTarget? = nil
    ) throws(Diagnostic) -> PromptTrial {
        let session = try validationSession(for: ruleSet)
        var trace = session.trace(record)
        if let target {
            trace.report.violations.removeAll { !target.holds($0.pointer) }
            trace.report.faults.removeAll { !target.holds($0.pointer) }
            trace.rules.removeAll { !target.holds($0.pointer) }
        }
        let trial = PromptTrial(
            subject: subject, ruleSet: ruleSet, open: openRuleSet, record: record, value: value,
            trace: trace)
        remember(trial)
        return trial
    }

    var openRuleSet: PromptTrial.OpenRuleSet {
        PromptTrial.OpenRuleSet(files: ruleFiles, ruleSet: ruleSet, combines: combines)
    }

    /// The limits of one pattern search, or `nil` for the default limits.
    var patternLimits: PatternLimits? { settings.matchLimit.map { .exactly($0) } }

    func validationSession(for ruleSet: RuleSet) throws(Diagnostic) -> ValidationSession {
        do throws(RuleSetError) {
            let session = ValidationSession(try ValidationPlan(ruleSet, registry: registry))
            session.isPartial = settings.isPartial
            if let patternLimits { session.setPatternLimits(patternLimits) }
            return session
        } catch {
            throw Diagnostic(error.issues.first)
        }
    }

    /// Shows the result of a trial.
    func show(_ trial: PromptTrial) {
        writeLong(answerText.text(of: trial))
    }

    /// The rules of a field, one a line.
    private func describe(_ field: Field) -> String {
        var text = paint.strong(SafeText.line(field.path.description)) + "\n"
        for entry in field.validator.rules {
            var line = "  \(entry.expression)"
            for condition in entry.conditions {
                let rules = condition.rules.map { "\($0)" }.joined(separator: ", ")
                line += " when \(condition.path): \(rules)"
            }
            if entry.severity == .warning { line += " (a warning)" }
            text += SafeText.line(line) + "\n"
        }
        if ruleSet.isSensitive(field.path) { text += "  its value is never shown\n" }
        if field.validator.policy == .first { text += "  stops after the first that fails\n" }
        if !field.validator.missing.isEmpty {
            let texts = field.validator.missing.map { Value.string($0).json }
            let list = texts.joined(separator: ", ")
            text += SafeText.line("  missing in records from text: \(list)") + "\n"
        }
        return text
    }
}
