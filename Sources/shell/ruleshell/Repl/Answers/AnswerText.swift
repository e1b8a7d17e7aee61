// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

/// The answer to a trial, in the mode of the session.
struct AnswerText {
    let mode: PromptSettings.Mode
    let paint: Paint
    /// The source of the reasons why values failed, or `nil` to show none.
    var reasons: FindingReasons?
    /// The width of the terminal in columns, or `nil` if there is none.
    var columns: Int?

    /// The most characters of a value that a line shows.
    private static let widest = 200

    func text(of trial: PromptTrial) -> String {
        switch mode {
        case .full: full(of: trial)
        case .concise: concise(of: trial)
        case .json: Self.json(of: trial).json + "\n"
        }
    }

    func head(of trial: PromptTrial) -> String {
        "\(verdict(trial.verdict)) \(Self.shown(of: trial))"
    }

    func verdict(_ verdict: TrialVerdict) -> String {
        switch verdict {
        case .valid: paint.good("valid")
        case .invalid: paint.bad("invalid")
        case .undecided: paint.doubtful("undecided")
        }
    }

    /// Describes in a few words what was tried.
    static func shown(of trial: PromptTrial) -> String {
        let subject =
            switch trial.subject {
            case .recordOfFile(let place): SafeText.line("\(place)")
            case .field(let field):
                SafeText.line("\(field) ")
                    + (trial.isSensitive ? "[sensitive]" : value(of: trial.value))
            case .expression, .record: value(of: trial.value)
            }
        return (trial.isPartial ? "(partial) " : "") + subject
    }

    /// Returns a value on one line, cut if it is long.
    static func value(of value: Value) -> String {
        if value == .absent { return PromptSession.absent }
        let text = SafeText.line(value.json)
        return text.count > widest ? text.prefix(widest - 1) + "…" : text
    }

    // MARK: - The modes

    private func full(of trial: PromptTrial) -> String {
        let findings = Self.findings(of: trial)
        if case .recordOfFile(let place) = trial.subject {
            return head(of: trial) + "\n" + place.excerpts + unchecked(of: trial)
        }
        return head(of: trial) + "\n"
            + findings.map { finding in
                line(of: finding, of: trial)
                    + notes(of: finding, of: trial).map { wrapped("    note: \($0)") + "\n" }
                    .joined()
            }.joined() + unchecked(of: trial)
    }

    /// Names the rules about records, which a single record is not checked by.
    private func unchecked(of trial: PromptTrial) -> String {
        let rules = trial.trace.report.unchecked
        guard !rules.isEmpty else { return "" }
        return wrapped(
            "  note: not checked for a single record: "
                + SafeText.line(rules.joined(separator: ", ")))
            + "\n"
    }

    /// Returns the reasons why a value failed.
    func notes(of finding: ShownFinding, of trial: PromptTrial) -> [String] {
        let field = trial.ruleSet.fields.first { $0.path.description == finding.field }
        guard let reasons,
            let entry = field?.validator.rules.first(where: { $0.expression.id == finding.rule })
        else { return [] }
        return reasons.notes(of: finding, by: entry.expression, isText: trial.record.isText) {
            path in
            // A value alone has no other fields; a secret is never shown.
            guard case .record = trial.subject, !trial.isSensitive else { return nil }
            return Self.value(at: path, in: trial.record)
        }.map { SafeText.line($0) }
    }

    private static func value(at path: FieldPath, in record: ValidationRecord) -> Value? {
        var value = Value.object(record.fields)
        for segment in path.segments {
            guard case .key(let key) = segment else { return nil }
            value = value[key]
        }
        return value
    }

    private func wrapped(_ line: String) -> String {
        WrappedText(columns: columns, indent: "      ").text(line)
    }

    func line(of finding: ShownFinding, of trial: PromptTrial) -> String {
        let code = "\(finding.kind.rawValue)[\(SafeText.line(finding.code))]"
        let painted =
            switch finding.kind {
            case .error: paint.bad(code)
            case .warning, .fault: paint.doubtful(code)
            }
        let text = SafeText.line(Self.pointer(of: finding, of: trial) + finding.line)
        return wrapped("  \(painted) \(text)") + "\n"
    }

    private func concise(of trial: PromptTrial) -> String {
        let codes = Self.findings(of: trial).map { finding in
            SafeText.line(Self.pointer(of: finding, of: trial) + finding.code)
        }
        return head(of: trial) + (codes.isEmpty ? "" : ": " + codes.joined(separator: ", ")) + "\n"
    }

    /// Returns the place of a finding and a space, or an empty text for the value of an expression
    /// itself.
    private static func pointer(of finding: ShownFinding, of trial: PromptTrial) -> String {
        var pointer = finding.pointer
        if case .expression = trial.subject {
            pointer.removeFirst(min(pointer.count, PromptTrial.field.count + 1))
        }
        return pointer.isEmpty ? "" : pointer + " "
    }

    static func findings(of trial: PromptTrial) -> [ShownFinding] {
        ShownFinding.all(trial.trace.report)
    }

    /// One object for a trial.
    static func json(of trial: PromptTrial) -> Value {
        var members: [(key: String, value: Value)] = [
            ("verdict", .string(trial.verdict.rawValue))
        ]
        switch trial.subject {
        case .expression(let text): members.append(("rules", .string(text)))
        case .field(let field): members.append(("field", .string(field)))
        case .record: break
        case .recordOfFile(let place):
            members.append(("file", .string(place.file)))
            members.append(("record", .integer(Int64(place.record))))
        }
        if trial.isPartial { members.append(("partial", true)) }
        if !trial.isSensitive || trial.value != .absent { members.append(("value", trial.value)) }
        let findings =
            trial.trace.report.violations.map(\.object) + trial.trace.report.faults.map(\.object)
        members.append(("findings", .array(findings)))
        let unchecked = trial.trace.report.unchecked
        if !unchecked.isEmpty {
            members.append(("unchecked", .array(unchecked.map { .string($0) })))
        }
        return .object(Value.Object(members))
    }
}
