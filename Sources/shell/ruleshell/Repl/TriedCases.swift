// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The trials as cases for `ruleshell test`: one for each record and field of a rule set, and one
/// for each rule of an expression that ran.
struct TriedCases {
    /// The cases as JSON objects.
    private(set) var lines: [String] = []
    /// The number of trials and rules that cannot be a case.
    private(set) var leftOut = 0
    /// The file that is to be written.
    private let path: String
    /// `true` to write one JSON document, which YAML reads too, instead of a line for each case.
    private let isDocument: Bool
    private var seen: Set<ExactKey> = []
    private var checker: FixtureChecker

    /// Makes cases of trials.
    ///
    /// - Parameters:
    ///   - trials: The trials, in their order.
    ///   - registry: The rules.
    ///   - path: The file to write; the ending of its name decides the form.
    init(_ trials: [PromptTrial], registry: RuleRegistry, for path: String) {
        self.path = path
        checker = FixtureChecker(registry: registry)
        isDocument = FixtureFile.isDocument(path)
        for trial in trials {
            switch trial.subject {
            case .expression:
                for rule in trial.trace.rules { append(rule, of: trial) }
            case .field, .record, .recordOfFile: append(trial)
            }
        }
    }

    /// The content of the file.
    var text: String {
        isDocument
            ? "{\"cases\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
            : lines.map { $0 + "\n" }.joined()
    }

    /// Adds the first case that gives the same result when it is read again.
    private mutating func append(_ cases: [(key: String, value: Value)]...) {
        for members in cases {
            let line = Value.object(Value.Object(members)).json
            guard agrees(line) else { continue }
            if seen.insert(ExactKey(line)).inserted { lines.append(line) }
            return
        }
        leftOut += 1
    }

    private mutating func agrees(_ line: String) -> Bool {
        // YAML has fewer characters than JSON.
        if isDocument, (try? PlacedValueReader.read(bytes: Array(line.utf8))) == nil {
            return false
        }
        var file = FixtureFile(lines: path)
        guard file.add(line: line, number: 1), let testCase = file.cases.first else { return false }
        return checker.disagreement(of: testCase, in: file) == nil
    }

    // MARK: - Rules of an expression

    private mutating func append(_ rule: TracedRule, of trial: PromptTrial) {
        let isValid: Bool
        switch rule.outcome {
        case .passed: isValid = true
        case .failed: isValid = false
        case .skipped: return
        case .undecided, .excused: return leftOut += 1
        }
        guard !rule.isSensitive, rule.value != .absent, rule.rule.dependencies.isEmpty else {
            return leftOut += 1
        }
        let typed = Self.members(of: rule, value: rule.value, isText: false, isValid: isValid)
        guard trial.record.isText else { return append(typed) }
        // A rule after one that reads the text gets what that has read.
        append(
            Self.members(of: rule, value: trial.value, isText: true, isValid: isValid), typed)
    }

    private static func members(
        of rule: TracedRule, value: Value, isText: Bool, isValid: Bool
    ) -> [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = [
            ("expression", .string("\(rule.rule.expression)")), ("value", value),
        ]
        if isText { members.append(("text", true)) }
        if !isValid, let code = rule.code {
            members.append(("expect", .string(code.id)))
        } else {
            members.append(("valid", .bool(isValid)))
        }
        return members
    }

    // MARK: - Records and fields of a rule set

    private mutating func append(_ trial: PromptTrial) {
        let report = trial.trace.report
        let isMalformed = report.violations.contains { $0.code == RecordIssue.malformedCode }
        guard report.faults.isEmpty, !isMalformed, !trial.open.files.isEmpty,
            let subject = Self.subject(of: trial)
        else { return leftOut += 1 }
        let rules = trial.open.files.map { Self.path(to: $0, from: path) }
        // In a case about a field, the value of `items[3].qty` is that of the first item.
        let isElsewhere = trial.fieldOfPlace != nil
        let found = report.violations.map { violation in
            let pointer = isElsewhere ? nil : violation.pointer
            return Value.string(ExpectedFinding(code: violation.code, pointer: pointer).text)
        }
        append(
            subject + (trial.record.isText ? [("text", true)] : [])
                + (trial.isPartial ? [("partial", true)] : [])
                + (trial.open.combines && rules.count > 1 ? [("combine", true)] : [])
                + [
                    (
                        "rules",
                        rules.count == 1 ? .string(rules[0]) : .array(rules.map { .string($0) })
                    ),
                    ("expect", .array(found)),
                ])
    }

    /// Returns the subject of a case, or `nil` for an expression and for a field whose value is
    /// never shown.
    ///
    /// Sensitive fields are masked. A case whose result changes by that is left out.
    private static func subject(of trial: PromptTrial) -> [(key: String, value: Value)]? {
        let record = trial.open.ruleSet.masking(trial.record).fields
        switch trial.subject {
        case .expression: return nil
        case .record: return [("record", .object(record))]
        case .recordOfFile(let place):
            return [("name", .string("\(place)")), ("record", .object(record))]
        case .field(let key):
            guard !trial.isSensitive else { return nil }
            var members: [(key: String, value: Value)] = [
                ("field", .string(trial.fieldOfPlace ?? key))
            ]
            if trial.value != .absent { members.append(("value", trial.value)) }
            let wanted = trial.fieldsNamed
            let around = record.members.filter { wanted.contains($0.key) }
            if !around.isEmpty { members.append(("fields", .object(Value.Object(around)))) }
            return members
        }
    }

    /// Returns the path of a file as another file names it: relative to the folder of that one.
    private static func path(to file: String, from other: String) -> String {
        guard !file.hasPrefix("/"),
            let target = try? FileSystem.resolve(file),
            let folder = try? FileSystem.resolve(FileSystem.directory(of: other))
        else { return file }
        let to = target.split(separator: "/")
        let from = folder.split(separator: "/")
        let common = zip(to, from).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: from.count - common)
        return (up + to.dropFirst(common).map(String.init)).joined(separator: "/")
    }
}

extension PromptTrial {
    /// The field whose rules checked one place of it, such as `items[*].qty` for `items[3].qty`, or
    /// `nil` if a whole field was checked.
    fileprivate var fieldOfPlace: String? {
        guard case .field(let path) = subject, let field = ruleSet.fields.first?.path.description,
            field != path
        else { return nil }
        return field
    }

    /// The keys of the record's members that the rules name besides their own field.
    fileprivate var fieldsNamed: Set<String> {
        let conditions = ruleSet.fields.flatMap(\.validator.rules).flatMap(\.conditions)
        return Set(
            (trace.rules.flatMap(\.rule.dependencies) + conditions.map(\.path))
                .map(\.topLevelKey))
    }
}
