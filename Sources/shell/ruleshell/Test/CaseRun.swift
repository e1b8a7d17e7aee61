// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// Tests the cases and fixtures of paths, one after the other.
struct CaseRun {
    private let cases: CaseChecker
    private(set) var checker: FixtureChecker
    private var scores = CaseScores()
    private var fixtures = FixtureScores()
    private var worst = ExitStatus.valid
    /// The files that the formats for CI systems list.
    private var files: [String] = []
    private var findings: [ToolFinding] = []
    private var reported: [ToolCase] = []
    /// The names of the cases by their files.
    private var names: [String: Set<String>] = [:]

    /// The code of cases that are not as they expect.
    static let disagreement = "case.disagreement"

    /// The most issues of a file that are shown.
    private static let mostIssues = 10

    init(registry: RuleRegistry) {
        cases = CaseChecker(registry: registry)
        checker = FixtureChecker(registry: registry)
    }

    /// The exit status of the command.
    var status: ExitStatus {
        worst == .valid && !(scores.agrees && fixtures.agrees) ? .findings : worst
    }

    func text(with paint: Paint) -> String { scores.text(with: paint) + fixtures.text(with: paint) }

    /// One JSON object on one line.
    var json: String {
        var object = scores.members
        if !fixtures.scores.isEmpty { object.append(("fixtures", fixtures.value)) }
        let totals = (cases: scores.totals, fixtures: fixtures.totals)
        object.append(
            (
                "totals",
                [
                    "passed": .integer(Int64(totals.cases.passed + totals.fixtures.passed)),
                    "unknown": .integer(Int64(scores.unknownCount)),
                    "total": .integer(Int64(totals.cases.total + totals.fixtures.total)),
                ]
            ))
        return Value.object(Value.Object(object)).json + "\n"
    }

    /// The report in the formats that CI systems read.
    var report: ToolReport {
        ToolReport(command: "test", files: files, findings: findings, cases: reported)
    }

    private mutating func find(_ code: String, _ message: String, at location: FileLocation) {
        findings.append(
            ToolFinding(
                file: location.file, extent: LintExtent(location), isError: true, code: code,
                message: message))
    }

    /// Adds a case.
    ///
    /// - Parameters:
    ///   - name: The name of the case, or an empty text if it has none.
    ///   - location: The place of the case.
    ///   - difference: How the result differs from what the case expects, or `nil` if it does not.
    private mutating func add(_ name: String, at location: FileLocation, difference: String?) {
        if let difference { find(Self.disagreement, difference, at: location) }
        let place = "line \(location.line)"
        let isNew = names[location.file, default: []].insert(name).inserted
        reported.append(
            ToolCase(
                file: location.file,
                name: name.isEmpty ? place : isNew ? name : "\(name) (\(place))",
                finding: difference == nil ? nil : findings.last))
    }

    /// Takes a status if it is worse than the status so far.
    mutating func note(_ status: ExitStatus) {
        if status.rawValue > worst.rawValue { worst = status }
    }

    /// Tests a file, the fixtures of a rule set, or those of a folder.
    mutating func test(_ path: String) throws(Diagnostic) {
        if FileSystem.isDirectory(path) {
            let search = FileSearch(folder: path, isWanted: FixtureFile.isFixture)
            for file in search.leftOut { fail(file.diagnostic, file: file.path) }
            if search.files.isEmpty, search.leftOut.isEmpty {
                throw Self.noFixtures(message: "there are no fixtures in '\(path)'")
            }
            for file in search.files {
                do throws(Diagnostic) {
                    try test(file)
                } catch {
                    // The other files are tested nevertheless.
                    fail(error, file: file)
                }
            }
        } else if FixtureFile.isDocument(path) {
            try testDocument(at: path)
        } else {
            try testLines(path)
        }
    }

    /// Reports a file that cannot be tested.
    mutating func fail(_ error: Diagnostic, file: String) {
        StandardError.write(error.shown)
        let location = error.location ?? FileLocation(file: file, line: 1, column: 1)
        if !files.contains(location.file) { files.append(location.file) }
        find(error.code, error.message, at: location)
        note(error.code == LeftOutFile.code ? .unreadable : .unusable)
    }

    private static func noFixtures(message: String) -> Diagnostic {
        Diagnostic(
            "fixture.missing", message,
            help: "the fixtures of people.yaml are in people.test.yaml or people.test.jsonl")
    }

    // MARK: - Documents

    private mutating func testDocument(at path: String) throws(Diagnostic) {
        if !FixtureFile.isFixture(path), let root = try document(path), root["cases"] == nil {
            let files = FixtureFile.fixtures(beside: path)
            if files.isEmpty {
                throw Self.noFixtures(message: "there are no fixtures next to '\(path)'")
            }
            for file in files { try test(file) }
            return
        }
        do throws(RuleSetError) {
            test(try FixtureFile(contentsOfFile: path))
        } catch {
            try Self.fail(error, path: path)
        }
    }

    private func document(_ path: String) throws(Diagnostic) -> PlacedValue? {
        do throws(RuleSetError) {
            return try PlacedValueReader.read(contentsOfFile: path)
        } catch {
            try Self.fail(error, path: path)
            return nil
        }
    }

    private static func fail(_ error: RuleSetError, path: String) throws(Diagnostic) {
        if let issue = error.issues.first, issue.code == "ruleSet.file" {
            throw Diagnostic("input.unreadable", issue.message, help: issue.help)
        }
        // Lines of fixtures may contain sensitive values.
        try Diagnostic.throwAll(
            error.issues.map {
                Diagnostic($0.code, $0.message, help: $0.help, location: $0.location)
            } + error.omissionDiagnostic)
    }

    private mutating func test(_ file: FixtureFile) {
        var disagreements: [FixtureDisagreement] = []
        for testCase in file.cases {
            let found = checker.disagreement(of: testCase, in: file)
            let name = testCase.name.map { "\($0): " } ?? ""
            add(
                testCase.name ?? "", at: testCase.location,
                difference: found.map { name + $0.difference.text })
            if let found { disagreements.append(found) }
        }
        if !files.contains(file.path) { files.append(file.path) }
        fixtures.add(file, disagreements: disagreements)
        report(file.issues.map(\.diagnostic), code: "fixture.form")
    }

    // MARK: - Lines

    private mutating func testLines(_ path: String) throws(Diagnostic) {
        var issues: [Diagnostic] = []
        var file = FixtureFile(lines: path)
        for (index, line) in try RuleCase.lines(of: path).enumerated() where !line.isEmpty {
            if file.add(line: line, number: index + 1) { continue }
            do throws(CaseError) {
                let testCase = try RuleCase(line)
                let verdict = cases.verdict(on: testCase)
                scores.add(testCase, verdict: verdict)
                add(
                    testCase.shownId, at: FileLocation(file: path, line: index + 1, column: 1),
                    difference: verdict == testCase.expected
                        ? nil : CaseScores.words(of: testCase, actual: verdict))
            } catch {
                let place = FileLocation(file: path, line: index + 1, column: 1)
                issues.append(
                    Diagnostic("case.form", error.message, help: CaseError.help, location: place))
            }
        }
        report(issues, code: "case.form")
        test(file)
    }

    /// Reports the first issues of a file, and the number of the others.
    private mutating func report(_ issues: [Diagnostic], code: String) {
        guard !issues.isEmpty else { return }
        note(.unusable)
        for issue in issues {
            if let location = issue.location { find(issue.code, issue.message, at: location) }
        }
        for issue in issues.prefix(Self.mostIssues) { StandardError.write(issue.shown) }
        guard issues.count > Self.mostIssues,
            let place = issues[Self.mostIssues].location
        else { return }
        let more = issues.count - Self.mostIssues
        let what = Counted.text(more, of: code == "case.form" ? "more line" : "more part")
        StandardError.write(
            Diagnostic(
                code, "\(what) \(more == 1 ? "is not a case" : "are not cases")", location: place
            ).shown)
    }
}
