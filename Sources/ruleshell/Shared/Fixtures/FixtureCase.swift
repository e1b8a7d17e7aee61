// SPDX-License-Identifier: Apache-2.0
import Assay

/// A record or a value with the expected result of its rules.
struct FixtureCase {
    enum Subject {
        /// Validated by a rule set.
        case record(of: ValidationRecord)
        /// Checked by rules, as the field `value` beside other fields.
        case value(Value, isText: Bool, rules: Rules, fields: Value.Object)
    }

    /// The rules that check a value.
    enum Rules {
        case expression(String)
        /// One rule, with arguments by name; fields and rules are strings, as JSON has neither.
        case rule(String, Value.Object)
    }

    enum Expectation {
        case valid(Bool)
        /// Exactly these findings, warnings included, in any order.
        case findings([ExpectedFinding])
    }

    /// For people; the place if it has none.
    let name: String?
    let location: FileLocation
    let subject: Subject
    let expectation: Expectation
    /// A rule set of its own, instead of the file's.
    let rules: String?
    /// The settings of the plugin, an object; absent if the case has none.
    let settings: Value
}

/// A finding by its code, and by its place if that is given: `length.tooShort /name`.
struct ExpectedFinding: Equatable {
    let code: String
    /// A JSON Pointer; nil for any place.
    let pointer: String?

    /// Reads a code, or a code and a pointer with a space between them.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let code = parts.first else { return nil }
        self.code = String(code)
        pointer = parts.count > 1 ? String(parts[1]) : nil
        if let pointer, !pointer.hasPrefix("/") { return nil }
    }

    init(code: String, pointer: String?) {
        self.code = code
        self.pointer = pointer
    }

    var text: String { pointer.map { $0.isEmpty ? code : "\(code) \($0)" } ?? code }

    func accepts(_ found: ExpectedFinding) -> Bool {
        code == found.code && (pointer == nil || pointer == found.pointer)
    }
}

extension FixtureCase {
    private static let keys = [
        "name", "rules", "record", "expression", "rule", "args", "value", "fields", "settings",
        "text", "expect", "valid", "id",
    ]

    /// Reads a case.
    ///
    /// - Parameters:
    ///   - node: The case.
    ///   - rule: The rule of cases that name none; nil: each names its own.
    /// - Throws: Why it is no case.
    init(_ node: PlacedValue, of rule: String? = nil) throws(FixtureIssue) {
        guard case .mapping(let members) = node.content else {
            throw FixtureIssue(
                "a case is a mapping with 'record' or 'expression'", location: node.location)
        }
        for (key, value) in members where !Self.keys.contains(key) {
            let near = nearestName(to: key, in: Self.keys).map { "; did you mean '\($0)'?" } ?? ""
            throw FixtureIssue("a case has no '\(key)'\(near)", location: value.location)
        }
        let name = try node["name"].map { value throws(FixtureIssue) in try value.text("name") }
        self.name =
            name ?? node["id"].map { id in MessageTemplate.format("{id}") { _ in id.value } }
        rules = try node["rules"].map { value throws(FixtureIssue) in try value.text("rules") }
        location = node.location
        subject = try Self.subject(of: node, rule: rule)
        expectation = try Self.expectation(of: node, rule: subject.rule)
        settings =
            try node["settings"].map { settings throws(FixtureIssue) in
                .object(try settings.object("settings"))
            } ?? .absent
    }

    private static func subject(
        of node: PlacedValue, rule: String?
    ) throws(FixtureIssue) -> Subject {
        var isText = false
        if let text = node["text"] { isText = try text.bool("text") }
        if let record = node["record"] {
            try checkAlone(record, beside: ["expression", "rule", "args", "fields"], in: node)
            let fields = try record.object("record")
            return .record(
                of: isText ? ValidationRecord(text: fields.texts) : ValidationRecord(fields))
        }
        let fields = try node["fields"].map { fields throws(FixtureIssue) in
            let object = try fields.object("fields")
            guard object["value"] == nil else {
                throw FixtureIssue(
                    "'fields' has 'value', which is the value itself", location: fields.location)
            }
            return object
        }
        return .value(
            node["value"]?.value ?? .absent, isText: isText, rules: try rules(of: node, rule: rule),
            fields: fields ?? Value.Object())
    }

    private static func checkAlone(
        _ node: PlacedValue, beside others: [String], in whole: PlacedValue
    ) throws(FixtureIssue) {
        for name in others where whole[name] != nil {
            throw FixtureIssue(
                name == "expression"
                    ? "a case has either 'record' or 'expression'"
                    : "a case with 'record' has no '\(name)'", location: whole.location)
        }
    }

    private static func rules(of node: PlacedValue, rule: String?) throws(FixtureIssue) -> Rules {
        if let expression = node["expression"] {
            for name in ["rule", "args"] where node[name] != nil {
                throw FixtureIssue(
                    "a case with 'expression' has no '\(name)'", location: node.location)
            }
            return .expression(try expression.text("expression"))
        }
        let named = try node["rule"].map { rule throws(FixtureIssue) in try rule.text("rule") }
        guard let rule = named ?? rule else {
            throw FixtureIssue(
                "a case has either 'record' or 'expression'", location: node.location)
        }
        let arguments = try node["args"].map { arguments throws(FixtureIssue) in
            try arguments.object("args")
        }
        return .rule(rule, arguments ?? Value.Object())
    }

    private static func expectation(
        of node: PlacedValue, rule: String?
    ) throws(FixtureIssue) -> Expectation {
        switch (node["valid"], node["expect"]) {
        case (let valid?, nil): return .valid(try valid.bool("valid"))
        case (nil, let expect?): return .findings(try findings(in: expect, rule: rule))
        default:
            throw FixtureIssue("a case has either 'valid' or 'expect'", location: node.location)
        }
    }

    private static func findings(
        in node: PlacedValue, rule: String?
    ) throws(FixtureIssue) -> [ExpectedFinding] {
        var elements = [node]
        if case .list(let list) = node.content { elements = list }
        var findings: [ExpectedFinding] = []
        for element in elements {
            guard case .scalar(.string(let text)) = element.content,
                let finding = ExpectedFinding(text)
            else {
                throw FixtureIssue(
                    "expected a code or a code and a pointer, such as 'length.tooShort /name'",
                    location: element.location)
            }
            findings.append(try finding.complete(with: rule, at: element.location))
        }
        return findings
    }
}

extension FixtureCase.Subject {
    /// The one rule that checks the value, if it is given by its id.
    fileprivate var rule: String? {
        if case .value(_, _, .rule(let id, _), _) = self { id } else { nil }
    }
}

extension ExpectedFinding {
    /// `.tooShort` is a code of the case's rule.
    fileprivate func complete(
        with rule: String?, at location: FileLocation
    ) throws(FixtureIssue) -> ExpectedFinding {
        guard code.hasPrefix(".") else { return self }
        guard let rule else {
            throw FixtureIssue("'\(code)' is a code of no rule", location: location)
        }
        return ExpectedFinding(code: rule + code, pointer: pointer)
    }
}

/// Why a file or a part of it is not a fixture.
struct FixtureIssue: Error {
    let message: String
    let location: FileLocation

    init(_ message: String, location: FileLocation) {
        self.message = message
        self.location = location
    }

    /// Without the line, which may contain sensitive values.
    var diagnostic: Diagnostic {
        Diagnostic(
            "fixture.form", message, help: "'ruleshell help test' shows the form of fixtures",
            location: location)
    }
}

extension PlacedValue {
    fileprivate func text(_ key: String) throws(FixtureIssue) -> String {
        guard case .scalar(.string(let text)) = content else {
            throw FixtureIssue("'\(key)' is not a string", location: location)
        }
        return text
    }

    fileprivate func object(_ key: String) throws(FixtureIssue) -> Value.Object {
        guard case .object(let object) = value else {
            throw FixtureIssue("'\(key)' is not an object", location: location)
        }
        return object
    }

    fileprivate func bool(_ key: String) throws(FixtureIssue) -> Bool {
        guard case .scalar(.bool(let bool)) = content else {
            throw FixtureIssue("'\(key)' is not true or false", location: location)
        }
        return bool
    }
}

extension Value.Object {
    /// The fields as cells of a CSV file.
    fileprivate var texts: [(key: String, value: String)] {
        members.map { key, value in
            if case .string(let text) = value { return (key, text) }
            return (key, value == .null ? "" : value.json)
        }
    }
}
