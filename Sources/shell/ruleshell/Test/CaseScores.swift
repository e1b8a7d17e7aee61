// SPDX-License-Identifier: Apache-2.0
import Assay

/// The number of cases that each rule agrees with.
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
        if actual == testCase.expected {
            score.passed += 1
        } else {
            score.disagreements.append(Disagreement(testCase: testCase, actual: actual))
        }
        scores[testCase.rule] = score
    }

    /// A line for each rule, one for each disagreement below it, then the unknown rules.
    func text(with paint: Paint) -> String {
        var text = ""
        for (rule, score) in scores.sorted(by: { $0.key < $1.key }) {
            let head = SafeText.line("\(rule) \(score.passed)/\(score.total)")
            text += paint.text(head, in: .init(isGood: score.passed == score.total)) + "\n"
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
        "  " + SafeText.line(words(of: disagreement.testCase, actual: disagreement.actual)) + "\n"
    }

    /// Describes what a case expects and what it got.
    static func words(of testCase: RuleCase, actual: CaseVerdict) -> String {
        let id = testCase.shownId.isEmpty ? "" : "\(testCase.shownId): "
        let arguments = testCase.arguments.members.map { "\($0.key)=\($0.value.json)" }
        let call = arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")"
        return "\(id)\(testCase.rule)\(call) of \(testCase.value.json): expected "
            + "\(testCase.expected.word), got "
            + (actual.error.map { "\($0)" } ?? actual.word)
    }

    /// The cases that agree, and all of them, those of unknown rules included.
    var totals: (passed: Int, total: Int) {
        (
            scores.values.reduce(0) { $0 + $1.passed },
            scores.values.reduce(0) { $0 + $1.total } + unknownCount
        )
    }

    /// The cases of rules that are not registered.
    var unknownCount: Int { unknown.values.reduce(0, +) }

    /// The members of the JSON object of the command.
    var members: [(key: String, value: Value)] {
        let rules = scores.sorted { $0.key < $1.key }.map { rule, score -> Value in
            [
                "rule": .string(rule), "passed": .integer(Int64(score.passed)),
                "total": .integer(Int64(score.total)),
                "disagreements": .array(score.disagreements.map(Self.value)),
            ]
        }
        let unknown = self.unknown.sorted { $0.key < $1.key }.map { rule, count -> Value in
            ["rule": .string(rule), "total": .integer(Int64(count))]
        }
        return [("rules", .array(rules)), ("unknown", .array(unknown))]
    }

    private static func value(of disagreement: Disagreement) -> Value {
        let testCase = disagreement.testCase
        return [
            "id": testCase.id, "args": .object(testCase.arguments), "value": testCase.value,
            "expected": .string(testCase.expected.word),
            "actual": .string(disagreement.actual.word),
            "error": disagreement.actual.error.map { .string("\($0)") } ?? .null,
        ]
    }
}

extension RuleCase {
    var expected: CaseVerdict { isValid ? .valid : .invalid }

    /// The `id` of the case as text, or an empty text if it has none.
    var shownId: String { id == .null ? "" : MessageTemplate.format("{id}") { _ in id } }
}
