// SPDX-License-Identifier: Apache-2.0
import Assay

/// What was tried, as the cases of `ruleshell test`: one for each rule that was asked.
struct TriedCases {
    /// JSON objects.
    private(set) var lines: [String] = []
    /// Rules that were asked and cannot be a case.
    private(set) var leftOut = 0
    /// One document in JSON, which YAML reads too, rather than a line for each case.
    private let isDocument: Bool
    private var seen: Set<ExactKey> = []
    private var judge: FixtureJudge

    /// - Parameters:
    ///   - trials: What was tried, in its order.
    ///   - registry: Has the rules.
    ///   - path: The file that is to be written; the ending of its name tells the form.
    init(_ trials: [PromptTrial], _ registry: RuleRegistry, for path: String) {
        judge = FixtureJudge(registry)
        isDocument = FixtureFile.isDocument(path)
        for trial in trials {
            for rule in trial.trace.rules { append(rule, isText: trial.record.isText) }
        }
    }

    /// What the file holds.
    var text: String {
        isDocument
            ? "{\"cases\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
            : lines.map { $0 + "\n" }.joined()
    }

    private mutating func append(_ rule: TracedRule, isText: Bool) {
        let isValid: Bool
        switch rule.outcome {
        case .passed: isValid = true
        case .failed: isValid = false
        case .skipped: return
        case .undecided, .excused:
            leftOut += 1
            return
        }
        guard let line = line(rule, isValid: isValid, isText: isText) else {
            leftOut += 1
            return
        }
        if seen.insert(ExactKey(line)).inserted { lines.append(line) }
    }

    /// The case of a rule, if it says what the rule said here.
    private mutating func line(_ rule: TracedRule, isValid: Bool, isText: Bool) -> String? {
        guard !rule.isSensitive, rule.value != .absent, rule.rule.dependencies.isEmpty, !isText
        else { return nil }
        var members: [(key: String, value: Value)] = [
            ("expression", .string("\(rule.rule.expression)")), ("value", rule.value),
        ]
        if !isValid, let code = rule.code {
            members.append(("expect", .string(code.id)))
        } else {
            members.append(("valid", .bool(isValid)))
        }
        let line = Value.object(Value.Object(members)).json
        return agrees(line) ? line : nil
    }

    /// Whether the case says the same when it is read again.
    private mutating func agrees(_ line: String) -> Bool {
        // YAML has fewer characters than JSON.
        if isDocument, (try? PlacedValueReader.read(bytes: Array(line.utf8))) == nil {
            return false
        }
        var file = FixtureFile(lines: "")
        guard file.add(line: line, number: 1), let testCase = file.cases.first else { return false }
        return judge.disagreement(testCase, in: file) == nil
    }
}
