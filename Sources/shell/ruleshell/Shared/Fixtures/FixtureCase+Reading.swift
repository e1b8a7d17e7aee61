// SPDX-License-Identifier: Apache-2.0
import Assay

extension FixtureCase {
    /// The keys of a case.
    static let keys = [
        "name", "rules", "record", "expression", "rule", "args", "value", "fields", "settings",
        "text", "expect", "includes", "valid", "id", "field", "base", "with", "without",
        "partial", "combine",
    ]

    /// Reads a case.
    ///
    /// - Parameters:
    ///   - node: The case.
    ///   - rule: The rule of cases that do not name one, or `nil` if each names its own.
    ///   - bases: The valid records of the cases before it, by their names.
    /// - Throws: The reason it is not a case.
    init(
        _ node: PlacedValue, of rule: String? = nil, bases: [String: ValidationRecord] = [:]
    ) throws(FixtureIssue) {
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
        rules = try node["rules"].map { value throws(FixtureIssue) in try value.texts("rules") }
        location = node.location
        combines = try node.combines()
        isPartial =
            try node["partial"].map { value throws(FixtureIssue) in try value.bool("partial") }
            ?? false
        (subject, additions) = try Self.subject(of: node, rule: rule, bases: bases)
        expectation = try Self.expectation(of: node, rule: subject.rule)
        settings =
            try node["settings"].map { settings throws(FixtureIssue) in
                .object(try settings.object("settings"))
            } ?? .absent
    }

    private static func subject(
        of node: PlacedValue, rule: String?, bases: [String: ValidationRecord]
    ) throws(FixtureIssue) -> (Subject, additions: [Addition]) {
        var isText = false
        if let text = node["text"] { isText = try text.bool("text") }
        if let record = node["record"] {
            try checkAlone("record", beside: ["expression", "rule", "args", "fields"], in: node)
            try checkAlone("record", beside: ["field", "base", "with", "without"], in: node)
            let record = ValidationRecord(of: try record.object("record"), isText: isText)
            return (.record(of: record), [])
        }
        if node["base"] != nil || node["field"] != nil {
            let changed = try ChangedRecord(node, bases: bases, isText: isText)
            let subject = changed.field.map { Subject.field($0, of: changed.record) }
            return (subject ?? .record(of: changed.record), changed.additions)
        }
        try checkUnchanged(node)
        let fields = try node["fields"].map { fields throws(FixtureIssue) in
            let object = try fields.object("fields")
            guard object["value"] == nil else {
                throw FixtureIssue(
                    "'fields' has 'value', which is the value itself", location: fields.location)
            }
            return object
        }
        let value = Subject.value(
            node["value"]?.value ?? .absent, isText: isText, rules: try rules(of: node, rule: rule),
            fields: fields ?? Value.Object())
        return (value, [])
    }

    static func checkAlone(
        _ key: String, beside others: [String], in whole: PlacedValue
    ) throws(FixtureIssue) {
        for name in others where whole[name] != nil {
            throw FixtureIssue(
                key == "record" && name == "expression"
                    ? "a case must have either 'record' or 'expression'"
                    : "a case with '\(key)' has no '\(name)'", location: whole.location)
        }
    }

    /// Rejects changes of a record that the case does not name.
    static func checkUnchanged(_ node: PlacedValue) throws(FixtureIssue) {
        for name in ["with", "without"] where node[name] != nil {
            throw FixtureIssue(
                "'\(name)' changes the record of 'base', which the case does not have",
                location: node.location)
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
                "a case must have either 'record' or 'expression'", location: node.location)
        }
        let arguments = try node["args"].map { arguments throws(FixtureIssue) in
            try arguments.object("args")
        }
        return .rule(rule, arguments ?? Value.Object())
    }

    private static func expectation(
        of node: PlacedValue, rule: String?
    ) throws(FixtureIssue) -> Expectation {
        switch (node["valid"], node["expect"], node["includes"]) {
        case (let valid?, nil, nil): return .valid(try valid.bool("valid"))
        case (nil, let expect?, nil): return .findings(try findings(in: expect, rule: rule))
        case (nil, nil, let some?):
            let findings = try findings(in: some, rule: rule)
            guard !findings.isEmpty else {
                throw FixtureIssue("'includes' names no finding", location: some.location)
            }
            return .some(findings)
        default:
            throw FixtureIssue(
                "a case must have one of 'valid', 'expect' and 'includes'", location: node.location)
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
    /// Returns the finding with the case's rule in front of a code such as `.tooShort`.
    fileprivate func complete(
        with rule: String?, at location: FileLocation
    ) throws(FixtureIssue) -> ExpectedFinding {
        guard code.hasPrefix(".") else { return self }
        guard let rule else {
            throw FixtureIssue("'\(code)' is not a code of any rule", location: location)
        }
        return ExpectedFinding(code: rule + code, pointer: pointer)
    }
}
