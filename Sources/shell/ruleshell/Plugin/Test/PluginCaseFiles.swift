// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// Reads files of cases for a plugin.
///
/// If a file has issues, its other cases run nevertheless.
struct PluginCaseFiles {
    /// The rules of the plugin.
    private let rules: [String]
    private(set) var groups: [PluginCaseGroup] = []
    /// The worst status so far.
    private(set) var status = ExitStatus.valid

    /// The most issues of a file that are shown.
    private static let mostIssues = 10

    /// - Parameter rules: The rules of the plugin; the only one is that of cases that name none.
    init(rules: [String]) {
        self.rules = rules
    }

    /// The rule of cases that do not name one.
    private var rule: String? { rules.count == 1 ? rules.first : nil }

    /// Reads a file, or those of a directory.
    mutating func read(_ path: String) {
        guard FileSystem.isDirectory(path) else { return readFile(path) }
        let search = FileSearch(folder: path, isWanted: FixtureFile.isFixture)
        for file in search.leftOut { fail(file.diagnostic) }
        if search.files.isEmpty, search.leftOut.isEmpty {
            fail(
                Diagnostic(
                    "fixture.missing", "there are no fixtures in '\(path)'",
                    help: "their names end with .test.yaml, .test.json or .test.jsonl"))
        }
        for file in search.files { readFile(file) }
    }

    private mutating func readFile(_ path: String) {
        var nodes: [PlacedValue] = []
        var file: FixtureFile
        do throws(Diagnostic) {
            (file, nodes) = try FixtureFile.isDocument(path) ? document(path) : lines(path)
        } catch {
            return fail(error)
        }
        let nameless = rules.count > 1 ? nodes.filter { file.lacksRule($0) } : []
        if let first = nameless.first, let example = rules.first {
            let count = Counted.text(nameless.count, of: "case")
            fail(
                Diagnostic(
                    "fixture.form",
                    "\(count) \(nameless.count == 1 ? "does" : "do") not say for "
                        + "which rule of the plugin",
                    help: "write 'rule: \(example)' above 'cases:', or in each case; the rules are "
                        + rules.joined(separator: ", "), location: first.location))
            nodes.removeAll { file.lacksRule($0) }
        }
        var cases: [PluginCase] = []
        for node in nodes {
            let known = file.cases.count
            file.add(node)
            if file.cases.count > known, let testCase = file.cases.last {
                cases.append(PluginCase(testCase, written: node, in: file))
            }
        }
        for issue in file.issues.prefix(Self.mostIssues) { fail(issue.diagnostic) }
        if file.issues.count > Self.mostIssues, let issue = file.issues.last {
            let more = Counted.text(file.issues.count - Self.mostIssues, of: "more part")
            fail(Diagnostic("fixture.form", "\(more) cannot be used", location: issue.location))
        }
        groups.append(PluginCaseGroup(title: path, cases: cases))
    }

    private func document(_ path: String) throws(Diagnostic) -> (FixtureFile, [PlacedValue]) {
        do throws(RuleSetError) {
            let file = try FixtureFile(contentsOfFile: path, rule: rule, readsCases: false)
            guard
                case .list(let nodes)? = try PlacedValueReader.read(contentsOfFile: path)?["cases"]?
                    .content
            else { return (file, []) }
            return (file, nodes)
        } catch {
            guard let issue = error.issues.first else { throw Diagnostic(error.issues.first) }
            throw Diagnostic(
                issue.code == "ruleSet.file" ? "input.unreadable" : issue.code, issue.message,
                help: issue.help, location: issue.location)
        }
    }

    private func lines(_ path: String) throws(Diagnostic) -> (FixtureFile, [PlacedValue]) {
        var file = FixtureFile(lines: path, rule: rule)
        var nodes: [PlacedValue] = []
        for (index, line) in try RuleCase.lines(of: path).enumerated() where !line.isEmpty {
            let place = FileLocation(file: path, line: index + 1, column: 1)
            do throws(JSONError) {
                nodes.append(PlacedValue(try JSONValueParser.parse(line), at: place))
            } catch {
                file.issues.append(FixtureIssue("the line is not JSON: \(error)", location: place))
            }
        }
        return (file, nodes)
    }

    private mutating func fail(_ diagnostic: Diagnostic) {
        StandardError.write(diagnostic.shown)
        let found = diagnostic.code == LeftOutFile.code ? ExitStatus.unreadable : .unusable
        if found.rawValue > status.rawValue { status = found }
    }
}
