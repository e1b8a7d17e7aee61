// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell test`: rules against files of cases.
struct TestCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Tests rules against cases.",
        discussion: """
            A case is a line of JSON: {"rule": ID, "args": {NAME: VALUE}, "value": VALUE, "valid": BOOL}, \
            with an "id" if it has one. Exit status 1 on any disagreement or unknown rule.
            """)

    @Flag(help: "Write the scores as JSON.")
    var json = false

    @OptionGroup var plugins: PluginOptions

    @Argument(
        help: ArgumentHelp("Files of cases, one JSON object a line.", valueName: "cases.jsonl"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var scores = CaseScores()
        let judge = CaseJudge(try plugins.load())
        var status = ExitStatus.valid
        for path in files {
            do throws(Diagnostic) {
                if try !test(path, judge, &scores) { status = max(status, .unusable) }
            } catch {
                StandardError.write(error.text)
                status = .unreadable
            }
        }
        let text = json ? scores.json : scores.text
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        return status == .valid && !scores.agrees ? .findings : status
    }

    /// Tests the cases of a file.
    ///
    /// - Returns: False if some of its lines are no cases; they are reported.
    private func test(
        _ path: String, _ judge: CaseJudge, _ scores: inout CaseScores
    ) throws(Diagnostic) -> Bool {
        var mistakes: [Diagnostic] = []
        for (index, line) in try CaseFile.lines(of: path).enumerated() where !line.isEmpty {
            do throws(CaseMistake) {
                let testCase = try RuleCase(line)
                scores.add(testCase, judge.verdict(on: testCase))
            } catch {
                let place = FileLocation(file: path, line: index + 1, column: 1)
                mistakes.append(
                    Diagnostic("case.form", error.message, help: CaseMistake.help, location: place))
            }
        }
        report(mistakes)
        return mistakes.isEmpty
    }

    /// The first mistakes of a file, and how many there are.
    private func report(_ mistakes: [Diagnostic]) {
        let most = 10
        for mistake in mistakes.prefix(most) { StandardError.write(mistake.text) }
        guard mistakes.count > most, let place = mistakes[most].location else { return }
        let more = mistakes.count - most
        StandardError.write(
            Diagnostic("case.form", "\(more) more lines are no cases", location: place).text)
    }

    private func max(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
        left.rawValue >= right.rawValue ? left : right
    }
}
