// SPDX-License-Identifier: Apache-2.0
import Assay

/// A record or a value with the expected result of its rules.
struct FixtureCase {
    enum Subject {
        /// A record that a rule set validates.
        case record(of: ValidationRecord)
        /// A record that only the rules of one field validate.
        case field(FieldPath, of: ValidationRecord)
        /// A value that rules check, as the field `value` beside other fields.
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
        /// These findings, whatever else is found.
        case some([ExpectedFinding])
    }

    /// The name of the case, or `nil` if only its place identifies it.
    let name: String?
    let location: FileLocation
    let subject: Subject
    let expectation: Expectation
    /// The files of a rule set of its own, or `nil` to use those of the file.
    let rules: [String]?
    /// `true` if `rules` of the case are combined.
    let combines: Bool
    /// `true` if the record has a part of the fields, whose absent fields are not required.
    let isPartial: Bool
    /// The settings of the plugin: an object, or `absent` if the case has none.
    let settings: Value
    /// The places that `with` adds to the record of `base`.
    let additions: [Addition]

    /// A path that a record does not have, and the index of its first part that is missing.
    typealias Addition = (path: FieldPath, firstNew: Int)
}

extension FixtureCase.Subject {
    /// `true` if a rule set validates the subject instead of rules of its own.
    var needsRuleSet: Bool {
        if case .value = self { false } else { true }
    }
}

extension FixtureCase {
    /// The record, if the case says that it is valid as a whole, so that others can start from it.
    var validRecord: ValidationRecord? {
        guard !isPartial, case .record(of: let record) = subject else { return nil }
        switch expectation {
        case .valid(true): return record
        case .findings(let findings): return findings.isEmpty ? record : nil
        default: return nil
        }
    }
}

/// A finding by its code, and by its place if that is given: `length.tooShort /name`.
struct ExpectedFinding: Equatable {
    let code: String
    /// A JSON Pointer, or `nil` for any place.
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

extension FixtureCase.Expectation {
    /// The findings that it names.
    var findings: [ExpectedFinding] {
        switch self {
        case .valid: []
        case .findings(let findings), .some(let findings): findings
        }
    }

    /// Returns the difference between a report and the expectation.
    ///
    /// Expected findings that name a place are paired first, so that those for any place take the
    /// rest.
    func difference(from report: ValidationReport) -> CaseDifference {
        var difference = CaseDifference()
        var found =
            report.violations.map { ExpectedFinding(code: $0.code, pointer: $0.pointer) }
            + report.faults.map { ExpectedFinding(code: $0.code, pointer: $0.pointer) }
        if case .valid(let isValid) = self {
            guard isValid != report.isValid else { return difference }
            if isValid {
                difference.unexpected = found.map(\.text)
            } else {
                difference.missing = ["a violation"]
            }
            return difference
        }
        let ordered =
            findings.filter { $0.pointer != nil } + findings.filter { $0.pointer == nil }
        for finding in ordered {
            if let index = found.firstIndex(where: { finding.accepts($0) }) {
                found.remove(at: index)
            } else {
                difference.missing.append(finding.text)
            }
        }
        if case .findings = self { difference.unexpected = found.map(\.text) }
        return difference
    }
}

/// The reason a file or a part of it is not a fixture.
struct FixtureIssue: Error {
    let message: String
    let location: FileLocation

    init(_ message: String, location: FileLocation) {
        self.message = message
        self.location = location
    }

    /// The error without the line of the file, which may contain sensitive values.
    var diagnostic: Diagnostic {
        Diagnostic(
            "fixture.form", message, help: "'ruleshell help test' shows the form of fixtures",
            location: location)
    }
}
