// SPDX-License-Identifier: Apache-2.0
import Assay

/// Tests the cases and fixtures of paths, one after the other.
struct CaseRun {
    private let cases: CaseJudge
    private(set) var judge: FixtureJudge
    private var scores = CaseScores()
    private var fixtures = FixtureScores()
    private var worst = ExitStatus.valid

    /// Mistakes of a file that are shown.
    private static let mostMistakes = 10

    init(_ registry: RuleRegistry) {
        cases = CaseJudge(registry)
        judge = FixtureJudge(registry)
    }

    /// What the command ends with.
    var status: ExitStatus {
        worst == .valid && !(scores.agrees && fixtures.agrees) ? .findings : worst
    }

    var text: String { scores.text + fixtures.text }

    /// One JSON object on one line.
    var json: String {
        guard !fixtures.scores.isEmpty else { return scores.value.json + "\n" }
        var object = scores.value.members
        object.append(("fixtures", fixtures.value))
        return Value.object(Value.Object(object)).json + "\n"
    }

    /// Remembers the worst that happened.
    mutating func note(_ status: ExitStatus) {
        if status.rawValue > worst.rawValue { worst = status }
    }

    /// Tests what a path stands for.
    mutating func test(_ path: String) throws(Diagnostic) {
        if FixtureFile.isFolder(path) {
            let files = FixtureFile.fixtures(inFolder: path)
            if files.isEmpty { throw Self.noFixtures("there are no fixtures in '\(path)'") }
            for file in files { try test(file) }
        } else if FixtureFile.isDocument(path) {
            try testDocument(path)
        } else {
            try testLines(path)
        }
    }

    private static func noFixtures(_ message: String) -> Diagnostic {
        Diagnostic(
            "fixture.missing", message,
            help: "the fixtures of people.yaml stand in people.test.yaml or people.test.jsonl")
    }

    // MARK: - Documents

    private mutating func testDocument(_ path: String) throws(Diagnostic) {
        if !FixtureFile.isFixture(path), let root = try document(path), root["cases"] == nil {
            let files = FixtureFile.fixtures(beside: path)
            if files.isEmpty {
                throw Self.noFixtures("there are no fixtures beside '\(path)'")
            }
            for file in files { try test(file) }
            return
        }
        do throws(RuleSetError) {
            test(try FixtureFile(contentsOfFile: path))
        } catch {
            try Self.fail(error, path)
        }
    }

    private func document(_ path: String) throws(Diagnostic) -> PlacedValue? {
        do throws(RuleSetError) {
            return try PlacedValueReader.read(contentsOfFile: path)
        } catch {
            try Self.fail(error, path)
            return nil
        }
    }

    private static func fail(_ error: RuleSetError, _ path: String) throws(Diagnostic) {
        if let issue = error.issues.first, issue.code == "ruleSet.file" {
            throw Diagnostic("input.unreadable", issue.message, help: issue.help)
        }
        // Lines of fixtures may hold what is sensitive.
        try Diagnostic.throwAll(
            error.issues.map {
                Diagnostic($0.code, $0.message, help: $0.help, location: $0.location)
            } + error.omissionDiagnostic)
    }

    private mutating func test(_ file: FixtureFile) {
        var disagreements: [FixtureDisagreement] = []
        for testCase in file.cases {
            if let found = judge.disagreement(testCase, in: file) { disagreements.append(found) }
        }
        fixtures.add(file, disagreements)
        report(file.mistakes.map(\.diagnostic), "fixture.form")
    }

    // MARK: - Lines

    private mutating func testLines(_ path: String) throws(Diagnostic) {
        var mistakes: [Diagnostic] = []
        var file = FixtureFile(lines: path)
        for (index, line) in try CaseFile.lines(of: path).enumerated() where !line.isEmpty {
            if file.add(line: line, number: index + 1) { continue }
            do throws(CaseMistake) {
                let testCase = try RuleCase(line)
                scores.add(testCase, cases.verdict(on: testCase))
            } catch {
                let place = FileLocation(file: path, line: index + 1, column: 1)
                mistakes.append(
                    Diagnostic("case.form", error.message, help: CaseMistake.help, location: place))
            }
        }
        report(mistakes, "case.form")
        test(file)
    }

    /// The first mistakes of a file, and how many there are.
    private mutating func report(_ mistakes: [Diagnostic], _ code: String) {
        guard !mistakes.isEmpty else { return }
        note(.unusable)
        for mistake in mistakes.prefix(Self.mostMistakes) { StandardError.write(mistake.text) }
        guard mistakes.count > Self.mostMistakes,
            let place = mistakes[Self.mostMistakes].location
        else { return }
        let more = mistakes.count - Self.mostMistakes
        let what = code == "case.form" ? "lines are no cases" : "parts are no cases"
        StandardError.write(Diagnostic(code, "\(more) more \(what)", location: place).text)
    }
}

extension Value {
    /// The members of an object; none of other values.
    fileprivate var members: [(key: String, value: Value)] {
        if case .object(let object) = self { object.members } else { [] }
    }
}
