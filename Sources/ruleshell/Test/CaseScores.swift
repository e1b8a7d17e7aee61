// SPDX-License-Identifier: Apache-2.0
import Assay

/// How many cases each rule agrees with.
struct CaseScores {
    private struct Disagreement {
        let testCase: RuleCase
        let actual: CaseVerdict
    }

    private struct Score {
        var passed = 0
        var total = 0
        var disagreements: [Disagreement] = []
    }

    private var scores: [String: Score] = [:]
    /// Rules that are not registered, and the number of their cases.
    private var unknown: [String: Int] = [:]

    /// Every case has the expected verdict.
    var agrees: Bool { unknown.isEmpty && scores.values.allSatisfy(\.disagreements.isEmpty) }

    mutating func add(_ testCase: RuleCase, verdict actual: CaseVerdict) {
        if actual == .unknownRule {
            unknown[testCase.rule, default: 0] += 1
            return
        }
        var score = scores[testCase.rule] ?? Score()
        score.total += 1
        if actual == (testCase.isValid ? .valid : .invalid) {
            score.passed += 1
        } else {
            score.disagreements.append(Disagreement(testCase: testCase, actual: actual))
        }
        scores[testCase.rule] = score
    }

    /// A line for each rule, one for each disagreement below it, then the unknown rules.
    var text: String {
        var text = ""
        for (rule, score) in scores.sorted(by: { $0.key < $1.key }) {
            text += SafeText.line("\(rule) \(score.passed)/\(score.total)") + "\n"
            for disagreement in score.disagreements { text += Self.line(of: disagreement) }
        }
        for (rule, count) in unknown.sorted(by: { $0.key < $1.key }) {
            text +=
                SafeText.line(
                    "\(rule) is not registered: \(Counted.text(count, of: "case")) not tested")
                + "\n"
        }
        return text
    }

    private static func line(of disagreement: Disagreement) -> String {
        let testCase = disagreement.testCase
        let id =
            testCase.id == .null ? "" : "\(MessageTemplate.format("{id}") { _ in testCase.id }): "
        let arguments = testCase.arguments.members.map { "\($0.key)=\($0.value.json)" }
        let call = arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")"
        return "  "
            + SafeText.line(
                "\(id)\(testCase.rule)\(call) of \(testCase.value.json): expected "
                    + "\(word(testCase.isValid ? .valid : .invalid)), got \(word(disagreement.actual))"
            )
            + "\n"
    }

    private static func word(_ verdict: CaseVerdict) -> String {
        switch verdict {
        case .valid: "valid"
        case .invalid: "invalid"
        case .undecided: "undecided"
        case .unusable(let error): "\(error)"
        case .unknownRule: "unknown rule"
        }
    }

    /// The JSON object of the command.
    var value: Value {
        let rules = scores.sorted { $0.key < $1.key }.map { rule, score -> Value in
            [
                "rule": .string(rule), "passed": .integer(Int64(score.passed)),
                "total": .integer(Int64(score.total)),
                "disagreements": .array(score.disagreements.map(Self.value)),
            ]
        }
        return [
            "rules": .array(rules), "unknown": .array(unknown.keys.sorted().map { .string($0) }),
        ]
    }

    private static func value(of disagreement: Disagreement) -> Value {
        let testCase = disagreement.testCase
        return [
            "id": testCase.id, "args": .object(testCase.arguments), "value": testCase.value,
            "expected": .bool(testCase.isValid), "actual": disagreement.actual.value,
        ]
    }
}
