// SPDX-License-Identifier: Apache-2.0
import Assay

/// The answer to a trial, in the mode of the session.
struct AnswerText {
    let mode: PromptSettings.Mode
    let paint: Paint

    /// As much of a value as a line shows.
    private static let widest = 200

    func text(_ trial: PromptTrial) -> String {
        switch mode {
        case .full: full(trial)
        case .concise: concise(trial)
        case .json: Self.json(trial).json + "\n"
        }
    }

    func head(_ trial: PromptTrial) -> String {
        "\(verdict(trial.verdict)) \(Self.shown(trial))"
    }

    func verdict(_ verdict: PromptTrial.Verdict) -> String {
        switch verdict {
        case .valid: paint.good("valid")
        case .invalid: paint.bad("invalid")
        case .undecided: paint.doubtful("undecided")
        }
    }

    /// What was tried, in a few words.
    static func shown(_ trial: PromptTrial) -> String {
        switch trial.subject {
        case .recordOfFile(let place): SafeText.line("\(place)")
        case .field(let field):
            SafeText.line("\(field) ") + (trial.isSensitive ? "[sensitive]" : value(trial.value))
        case .expression, .record: value(trial.value)
        }
    }

    /// A value on a line, cut where it is long.
    static func value(_ value: Value) -> String {
        if value == .absent { return PromptSession.absent }
        let text = SafeText.line(value.json)
        return text.count > widest ? text.prefix(widest - 1) + "…" : text
    }

    // MARK: - The modes

    private func full(_ trial: PromptTrial) -> String {
        let findings = Self.findings(trial)
        if case .recordOfFile(let place) = trial.subject {
            return head(trial) + "\n" + place.excerpts
        }
        return head(trial) + "\n" + findings.map { line($0, of: trial) }.joined()
    }

    func line(_ finding: ShownFinding, of trial: PromptTrial) -> String {
        let code = "\(finding.kind.rawValue)[\(finding.code)]"
        let painted =
            switch finding.kind {
            case .error: paint.bad(code)
            case .warning, .fault: paint.doubtful(code)
            }
        return "  \(painted) "
            + SafeText.line(Self.pointer(finding, of: trial) + finding.message) + "\n"
    }

    private func concise(_ trial: PromptTrial) -> String {
        let codes = Self.findings(trial).map { finding in
            SafeText.line(Self.pointer(finding, of: trial) + finding.code)
        }
        return head(trial) + (codes.isEmpty ? "" : ": " + codes.joined(separator: ", ")) + "\n"
    }

    /// The place of a finding; a trial of one value needs none, but for its parts.
    private static func pointer(_ finding: ShownFinding, of trial: PromptTrial) -> String {
        var pointer = finding.pointer
        if case .expression = trial.subject {
            pointer.removeFirst(min(pointer.count, PromptTrial.field.count + 1))
        }
        return pointer.isEmpty ? "" : pointer + " "
    }

    static func findings(_ trial: PromptTrial) -> [ShownFinding] {
        ShownFinding.all(trial.trace.report)
    }

    /// One object for a trial.
    static func json(_ trial: PromptTrial) -> Value {
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
        if !trial.isSensitive || trial.value != .absent { members.append(("value", trial.value)) }
        let findings =
            trial.trace.report.violations.map(\.json) + trial.trace.report.faults.map(\.json)
        members.append(("findings", .array(findings)))
        return .object(Value.Object(members))
    }
}
