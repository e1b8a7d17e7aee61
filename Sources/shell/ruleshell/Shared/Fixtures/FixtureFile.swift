// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A file of fixtures: YAML or JSON with a list of cases, or JSON Lines with a case in each line.
struct FixtureFile {
    let path: String
    /// The files of the rule set of its records, unless a case names others; empty if there are
    /// none.
    let rules: [String]
    /// `true` if a field may have rules in several of the files, which are combined.
    private var combines = false
    /// The rule of cases that do not name one.
    private var rule: String?
    private(set) var cases: [FixtureCase] = []
    /// The valid records of the cases, by their names.
    private var bases: [String: ValidationRecord] = [:]
    /// Parts of the file that are not cases.
    var issues: [FixtureIssue] = []

    /// Returns `true` if an object with a value names no rule, and the file names none for it.
    func lacksRule(_ node: PlacedValue) -> Bool {
        rule == nil && node["value"] != nil
            && ["record", "expression", "rule"].allSatisfy { node[$0] == nil }
    }

    /// Reads a list of cases: `rules:` and `cases:` in YAML or JSON.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - rule: The rule of cases that do not name one, unless the file has a member `rule`.
    ///   - readsCases: `false` if the caller adds the elements of the list.
    /// - Throws: An error if the file cannot be read, or is neither YAML nor JSON.
    init(contentsOfFile path: String, rule: String? = nil, readsCases: Bool = true)
        throws(RuleSetError)
    {
        self.path = path
        self.rule = rule
        let start = FileLocation(file: path, line: 1, column: 1)
        guard let root = try PlacedValueReader.read(contentsOfFile: path) else {
            rules = FixtureFile.ruleSet(beside: path)
            issues = [FixtureIssue("the file has no cases", location: start)]
            return
        }
        var given: [String]?
        do throws(FixtureIssue) {
            given = try root["rules"].map { node throws(FixtureIssue) in try node.texts("rules") }
            combines = try root.combines()
            if let id = root["rule"] { self.rule = try id.text("rule") }
        } catch {
            issues = [error]
        }
        rules =
            given.map { $0.map { Self.path($0, beside: path) } }
            ?? FixtureFile.ruleSet(beside: path)
        let unknown = Self.unknownKeys(of: root)
        // The mistyped key is probably the one that is missing.
        let isMistyped = unknown.contains(where: \.isMistyped)
        guard case .list(let elements)? = root["cases"]?.content else {
            if !isMistyped {
                issues.append(FixtureIssue("the file has no list 'cases'", location: root.location))
            }
            issues += unknown.map(\.issue)
            return
        }
        issues += unknown.map(\.issue)
        if elements.isEmpty, !isMistyped {
            issues.append(FixtureIssue("the file has no cases", location: root.location))
        }
        for element in elements where readsCases { add(element) }
        if isMistyped, rules.isEmpty {
            cases.removeAll { $0.subject.needsRuleSet && $0.rules == nil }
        }
    }

    /// Prepares a file in JSON Lines, to which cases are added.
    init(lines path: String, rule: String? = nil) {
        self.path = path
        self.rule = rule
        rules = FixtureFile.ruleSet(beside: path)
    }

    /// The keys of a file, the most frequent ones first.
    private static let keys = ["rules", "cases", "rule", "combine"]

    /// Returns the unknown keys of a file; `isMistyped` is `true` if one of the known keys is
    /// probably meant.
    private static func unknownKeys(
        of root: PlacedValue
    ) -> [(issue: FixtureIssue, isMistyped: Bool)] {
        guard case .mapping(let members) = root.content else { return [] }
        return members.filter { !keys.contains($0.key) }.map { key, value in
            let ofCase = FixtureCase.keys.contains(key) ? "; it belongs to a case" : nil
            let name = nearestName(to: key, in: keys.prefix(2)) ?? nearestName(to: key, in: keys)
            let near = name.map { "; did you mean '\($0)'?" }
            let nearOfCase = nearestName(to: key, in: FixtureCase.keys).map {
                "; did you mean '\($0)', which belongs to a case?"
            }
            let message = "a file of cases has no '\(key)'\(near ?? ofCase ?? nearOfCase ?? "")"
            return (FixtureIssue(message, location: value.location), name != nil)
        }
    }

    /// Returns the files of the rule set that validates a case, or an empty array if it has no rule
    /// set, and `true` if they are combined.
    func rules(of testCase: FixtureCase) -> (paths: [String], combines: Bool) {
        guard let own = testCase.rules else { return (rules, combines) }
        return (own.map { Self.path($0, beside: path) }, testCase.combines)
    }

    mutating func add(_ element: PlacedValue) {
        do throws(FixtureIssue) {
            let testCase = try FixtureCase(element, of: rule, bases: bases)
            if let name = testCase.name, let record = testCase.validRecord { bases[name] = record }
            cases.append(testCase)
        } catch {
            issues.append(error)
        }
    }

    /// Adds a line of JSON that is a fixture.
    ///
    /// - Returns: `false` if the line is not one; it may be a case of a single rule.
    mutating func add(line: String, number: Int) -> Bool {
        guard case .object(let object)? = try? JSONValueParser.parse(line),
            ["record", "expression", "field", "base"].contains(where: { object[$0] != nil })
        else { return false }
        add(PlacedValue(.object(object), at: FileLocation(file: path, line: number, column: 1)))
        return true
    }

    // MARK: - Names

    private static let ending = ".test."
    private static let ruleSetEndings = ["yaml", "yml", "json"]

    /// Returns `true` for names such as `people.test.yaml`.
    static func isFixture(_ name: String) -> Bool {
        (ruleSetEndings + ["jsonl"]).contains { name.hasSuffix(ending + $0) }
    }

    /// Returns `true` for names that rule sets and lists of cases have.
    static func isDocument(_ name: String) -> Bool {
        ruleSetEndings.contains { name.hasSuffix("." + $0) }
    }

    /// The fixtures next to a rule set, by name: `people.test.yaml` for `people.yaml`.
    static func fixtures(beside rules: String) -> [String] {
        guard let dot = rules.lastIndex(of: ".") else { return [] }
        return (ruleSetEndings + ["jsonl"]).map { String(rules[..<dot]) + ending + $0 }
            .filter { FileSystem.hasEntry($0) }
    }

    /// Returns the rule set that a fixture's name belongs to, or an empty array if there is none.
    private static func ruleSet(beside path: String) -> [String] {
        guard let range = path.ranges(of: ending).last else { return [] }
        return ruleSetEndings.map { String(path[..<range.lowerBound]) + "." + $0 }
            .first { FileSystem.exists($0) }.map { [$0] } ?? []
    }

    /// A path that is named in another file.
    static func path(_ name: String, beside file: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }
}
