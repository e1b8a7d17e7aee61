// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// The number of fixtures of each file that are as expected.
struct FixtureScores {
    struct Score {
        let file: String
        let total: Int
        let disagreements: [FixtureDisagreement]
    }

    private(set) var scores: [Score] = []

    var agrees: Bool { scores.allSatisfy(\.disagreements.isEmpty) }

    mutating func add(_ file: FixtureFile, disagreements: [FixtureDisagreement]) {
        guard !file.cases.isEmpty else { return }
        scores.append(
            Score(file: file.path, total: file.cases.count, disagreements: disagreements))
    }

    /// A line for each file, one for each disagreement below it.
    func text(with paint: Paint) -> String {
        scores.map { score in
            let passed = score.total - score.disagreements.count
            let lines = score.disagreements.map { disagreement in
                let name = disagreement.testCase.name.map { "\($0): " } ?? ""
                return "  "
                    + SafeText.line(
                        "\(disagreement.testCase.location): \(name)\(disagreement.difference.text)")
                    + "\n"
            }
            let head = SafeText.line("\(SafeText.path(score.file)) \(passed)/\(score.total)")
            return paint.text(head, in: .init(isGood: passed == score.total)) + "\n"
                + lines.joined()
        }.joined()
    }

    /// The cases that agree, and all of them.
    var totals: (passed: Int, total: Int) {
        let total = scores.reduce(0) { $0 + $1.total }
        return (total - scores.reduce(0) { $0 + $1.disagreements.count }, total)
    }

    /// The scores in the JSON object of the command.
    var value: Value {
        .array(
            scores.map { score in
                [
                    "file": .string(FileName.shown(score.file)),
                    "passed": .integer(Int64(score.total - score.disagreements.count)),
                    "total": .integer(Int64(score.total)),
                    "disagreements": .array(score.disagreements.map(Self.value)),
                ]
            })
    }

    private static func value(of disagreement: FixtureDisagreement) -> Value {
        let location = disagreement.testCase.location
        let members: [(key: String, value: Value)] = [
            ("name", disagreement.testCase.name.map { .string($0) } ?? .null),
            ("line", .integer(Int64(location.line))), ("column", .integer(Int64(location.column))),
        ]
        return .object(Value.Object(members + disagreement.difference.members))
    }
}

/// The rules that no fixture breaks.
struct FixtureCoverage {
    /// A line for each rule set, one for each rule that no case breaks below it.
    static func text(of checker: FixtureChecker) -> String {
        checker.ruleSets.map { name, manager in
            guard case .success(let manager) = manager else { return "" }
            let rules = manager.plan.plannedRules.filter { !$0.isImplied }
            let broken = checker.broken[name] ?? []
            let unbroken = rules.filter { !broken.contains("\($0.key): \($0.bound.definition.id)") }
            let head =
                "\(SafeText.path(name)): \(rules.count - unbroken.count) of \(rules.count) rules are broken by a case"
            return SafeText.line(head) + "\n"
                + unbroken.map { "  " + SafeText.line("\($0.name): \($0.title)") + "\n" }.joined()
        }.joined()
    }
}
