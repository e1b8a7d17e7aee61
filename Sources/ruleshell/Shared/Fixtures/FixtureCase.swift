// SPDX-License-Identifier: Apache-2.0
import Assay

/// A record or a value with the expected result of its rules.
struct FixtureCase {
    enum Subject {
        /// Validated by a rule set.
        case record(of: ValidationRecord)
        /// Checked by an expression.
        case value(Value, isText: Bool, expression: String)
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

    init(code: String, pointer: String) {
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
        "name", "rules", "record", "expression", "value", "text", "expect", "valid",
    ]

    /// Reads a case.
    init(_ node: PlacedValue) throws(FixtureIssue) {
        guard case .mapping(let members) = node.content else {
            throw FixtureIssue(
                "a case is a mapping with 'record' or 'expression'", location: node.location)
        }
        for (key, value) in members where !Self.keys.contains(key) {
            let near = nearestName(to: key, in: Self.keys).map { "; did you mean '\($0)'?" } ?? ""
            throw FixtureIssue("a case has no '\(key)'\(near)", location: value.location)
        }
        name = try node["name"].map { value throws(FixtureIssue) in try value.text("name") }
        rules = try node["rules"].map { value throws(FixtureIssue) in try value.text("rules") }
        location = node.location
        subject = try Self.subject(of: node)
        expectation = try Self.expectation(of: node)
    }

    private static func subject(of node: PlacedValue) throws(FixtureIssue) -> Subject {
        var isText = false
        if let text = node["text"] { isText = try text.bool("text") }
        switch (node["record"], node["expression"]) {
        case (let record?, nil):
            guard case .object(let fields) = record.value else {
                throw FixtureIssue("'record' is not an object", location: record.location)
            }
            return .record(
                of: isText ? ValidationRecord(text: fields.texts) : ValidationRecord(fields))
        case (nil, let expression?):
            return .value(
                node["value"]?.value ?? .absent, isText: isText,
                expression: try expression.text("expression"))
        default:
            throw FixtureIssue(
                "a case has either 'record' or 'expression'", location: node.location)
        }
    }

    private static func expectation(of node: PlacedValue) throws(FixtureIssue) -> Expectation {
        switch (node["valid"], node["expect"]) {
        case (let valid?, nil): return .valid(try valid.bool("valid"))
        case (nil, let expect?): return .findings(try findings(in: expect))
        default:
            throw FixtureIssue("a case has either 'valid' or 'expect'", location: node.location)
        }
    }

    private static func findings(in node: PlacedValue) throws(FixtureIssue) -> [ExpectedFinding] {
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
            findings.append(finding)
        }
        return findings
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
