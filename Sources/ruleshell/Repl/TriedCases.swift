// SPDX-License-Identifier: Apache-2.0
import Assay

/// The trials as cases for `ruleshell test`: one for each rule that ran.
struct TriedCases {
    /// JSON objects.
    private(set) var lines: [String] = []
    /// Rules that ran and cannot be a case.
    private(set) var leftOut = 0
    /// One document in JSON, which YAML reads too, rather than a line for each case.
    private let isDocument: Bool
    private var seen: Set<ExactKey> = []
    private var checker: FixtureChecker

    /// - Parameters:
    ///   - trials: The trials, in their order.
    ///   - registry: Has the rules.
    ///   - path: The file that is to be written; the ending of its name tells the form.
    init(_ trials: [PromptTrial], registry: RuleRegistry, for path: String) {
        checker = FixtureChecker(registry: registry)
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
        guard let line = line(of: rule, isValid: isValid, isText: isText) else {
            leftOut += 1
            return
        }
        if seen.insert(ExactKey(line)).inserted { lines.append(line) }
    }

    /// The case of a rule, if it gives the same result.
    private mutating func line(of rule: TracedRule, isValid: Bool, isText: Bool) -> String? {
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

    /// Whether the case gives the same result when it is read again.
    private mutating func agrees(_ line: String) -> Bool {
        // YAML has fewer characters than JSON.
        if isDocument, (try? PlacedValueReader.read(bytes: Array(line.utf8))) == nil {
            return false
        }
        var file = FixtureFile(lines: "")
        guard file.add(line: line, number: 1), let testCase = file.cases.first else { return false }
        return checker.disagreement(of: testCase, in: file) == nil
    }
}
