// SPDX-License-Identifier: Apache-2.0
import Assay

/// Fixtures that disagree with their rule set.
enum FixtureLint {
    static func findings(beside rules: String, registry: RuleRegistry) -> [LintFinding] {
        var checker = FixtureChecker(registry: registry)
        return FixtureFile.fixtures(beside: rules).flatMap { path -> [LintFinding] in
            do throws(RuleSetError) {
                let file = try file(at: path)
                let disagreements = file.cases.compactMap { checker.disagreement(of: $0, in: file) }
                return file.issues.map { finding($0.message, at: $0.location) }
                    + disagreements.map { disagreement in
                        let name = disagreement.testCase.name.map { "\($0): " } ?? ""
                        return finding(
                            name + disagreement.difference.text, at: disagreement.testCase.location)
                    }
            } catch {
                return error.issues.map {
                    finding(
                        $0.message,
                        at: $0.location ?? FileLocation(file: path, line: 1, column: 1))
                }
            }
        }
    }

    private static func file(at path: String) throws(RuleSetError) -> FixtureFile {
        guard !FixtureFile.isDocument(path) else { return try FixtureFile(contentsOfFile: path) }
        var file = FixtureFile(lines: path)
        do throws(Diagnostic) {
            for (index, line) in try RuleCase.lines(of: path).enumerated() where !line.isEmpty {
                if file.add(line: line, number: index + 1) { continue }
                // A case of a single rule says nothing about the rule set, but must be well formed.
                do throws(CaseError) {
                    _ = try RuleCase(line)
                } catch {
                    let place = FileLocation(file: path, line: index + 1, column: 1)
                    file.issues.append(FixtureIssue(error.message, location: place))
                }
            }
        } catch {
            let start = FileLocation(file: path, line: 1, column: 1)
            file.issues = [FixtureIssue(error.message, location: start)]
        }
        return file
    }

    private static func finding(_ message: String, at location: FileLocation) -> LintFinding {
        LintFinding(
            code: .example, message: message, help: "'ruleshell test \(location.file)' runs it",
            extent: LintExtent(location))
    }
}
