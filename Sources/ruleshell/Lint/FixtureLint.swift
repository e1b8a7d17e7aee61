// SPDX-License-Identifier: Apache-2.0
import Assay

/// Fixtures beside a rule set that it does not keep to.
enum FixtureLint {
    static func findings(beside rules: String, _ registry: RuleRegistry) -> [LintFinding] {
        var judge = FixtureJudge(registry)
        return FixtureFile.fixtures(beside: rules).flatMap { path -> [LintFinding] in
            do throws(RuleSetError) {
                let file = try file(path)
                let disagreements = file.cases.compactMap { judge.disagreement($0, in: file) }
                return file.mistakes.map { finding($0.message, at: $0.location) }
                    + disagreements.map { disagreement in
                        let name = disagreement.testCase.name.map { "\($0): " } ?? ""
                        return finding(
                            name + disagreement.text, at: disagreement.testCase.location)
                    }
            } catch {
                return error.issues.map {
                    finding(
                        $0.message, at: $0.location ?? FileLocation(file: path, line: 1, column: 1))
                }
            }
        }
    }

    private static func file(_ path: String) throws(RuleSetError) -> FixtureFile {
        guard !FixtureFile.isDocument(path) else { return try FixtureFile(contentsOfFile: path) }
        var file = FixtureFile(lines: path)
        do throws(Diagnostic) {
            for (index, line) in try CaseFile.lines(of: path).enumerated() where !line.isEmpty {
                if file.add(line: line, number: index + 1) { continue }
                // A case of a rule alone says nothing of the rule set, but has to be one.
                do throws(CaseMistake) {
                    _ = try RuleCase(line)
                } catch {
                    let place = FileLocation(file: path, line: index + 1, column: 1)
                    file.mistakes.append(FixtureMistake(error.message, place))
                }
            }
        } catch {
            let start = FileLocation(file: path, line: 1, column: 1)
            file.mistakes = [FixtureMistake(error.message, start)]
        }
        return file
    }

    private static func finding(_ message: String, at location: FileLocation) -> LintFinding {
        LintFinding(
            code: .example, message: message, help: "'ruleshell test \(location.file)' runs it",
            extent: LintExtent(location))
    }
}
