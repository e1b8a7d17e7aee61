// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A case of `ruleshell plugin test`: a declared example, or one of a file.
struct PluginCase {
    /// The place of the case, such as `cases.yaml:3:5`, or the example itself.
    let title: String
    /// The case as the process of the plugin gets it.
    let work: Value
    /// The plugin's settings in this case, or `absent` to use those of the command.
    let settings: Value
    /// The directory that relative paths in these settings begin with, or `nil` for the working
    /// directory.
    var directory: String?
}

extension PluginCase {
    /// A declared example.
    init(_ example: RuleExample) {
        var own: [(key: String, value: Value)] = [("expression", .string(example.expression))]
        if example.value != .absent { own.append(("value", example.value)) }
        if !example.fields.isEmpty { own.append(("fields", .object(sorted: example.fields))) }
        if example.isText { own.append(("text", true)) }
        own.append(
            example.code.map { ("expect", .array([.string($0)])) } ?? ("valid", true))
        let value = example.value == .absent ? "an absent value" : example.value.json
        self.init(
            title: "\(example.expression) of \(value)", work: .object(Value.Object(own)),
            settings: example.settings.isEmpty ? .absent : .object(sorted: example.settings))
    }

    /// A case of a file.
    ///
    /// - Parameters:
    ///   - testCase: The case.
    ///   - node: The case as it is written.
    ///   - file: The file, with the rule set of its records.
    init(_ testCase: FixtureCase, written node: PlacedValue, in file: FixtureFile) {
        let location = "\(testCase.location)"
        var members: [(key: String, value: Value)] = []
        if case .object(let object) = node.value {
            members = object.members.filter { !Self.resolved.contains($0.key) }
        }
        switch testCase.subject {
        case .record(of: let record):
            members += Self.members(of: record, as: "record")
        case .field(_, of: let record):
            members += Self.members(of: record, as: "fields")
        case .value(_, let isText, let rules, let fields):
            if isText { members.append(("text", true)) }
            if !fields.members.isEmpty { members.append(("fields", .object(fields))) }
            if case .rule(let id, _) = rules { members.append(("rule", .string(id))) }
        }
        if testCase.subject.needsRuleSet {
            let (rules, combines) = file.rules(of: testCase)
            if !rules.isEmpty {
                members.append(("rules", .array(rules.map { .string($0) })))
                members.append(("combine", .bool(combines)))
            }
        }
        self.init(
            title: testCase.name.map { "\(location): \($0)" } ?? location,
            work: .object(Value.Object(Self.independent(members))), settings: testCase.settings,
            directory: testCase.settings == .absent
                ? nil : FileSystem.directory(of: Self.absolute(testCase.location.file)))
    }

    /// The members with the files of rule sets by paths that mean the same in another directory.
    private static func independent(
        _ members: [(key: String, value: Value)]
    ) -> [(key: String, value: Value)] {
        members.map { key, value in
            guard key == "rules", case .array(let files) = value else { return (key, value) }
            let paths = files.map { file in
                if case .string(let path) = file { Value.string(absolute(path)) } else { file }
            }
            return (key, .array(paths))
        }
    }

    /// A path that means the same in another directory.
    private static func absolute(_ path: String) -> String {
        (try? FileSystem.resolve(path)) ?? path
    }

    /// The keys that the process gets in another form or not at all, because it does not read the
    /// file.
    private static let resolved = [
        "name", "settings", "rules", "rule", "record", "fields", "base", "with", "without", "text",
        "combine",
    ]

    private static func members(
        of record: ValidationRecord, as key: String
    ) -> [(key: String, value: Value)] {
        let cells = record.emptyFields.map { (key: $0, value: Value.string("")) }
        let fields = Value.Object(record.fields.members + cells)
        return [(key, .object(fields))] + (record.isText ? [("text", true)] : [])
    }
}

/// The outcome of a case.
struct PluginCaseResult {
    var difference = CaseDifference()
    /// The codes that it has produced, expected or not.
    var codes: Set<String> = []
    /// The rules that it ran, each with the parameters that it gave.
    var parameters: [String: Set<String>] = [:]
    /// The rules that rejected a value for its kind, each with the kinds.
    var wrongKinds: [String: Set<String>] = [:]
}

/// The cases of one origin with their results.
struct PluginCaseGroup {
    /// "examples", or the path of a file.
    let title: String
    let cases: [PluginCase]
    var results: [PluginCaseResult] = []

    var passed: Int { results.count(where: \.difference.isEmpty) }
}
