// SPDX-License-Identifier: Apache-2.0
import Assay

/// One line of a file of cases.
struct RuleCase {
    /// The id of the case, or null if it has none.
    let id: Value
    let rule: String
    let arguments: Value.Object
    let value: Value
    /// `true` if the value is a text, as a cell of a CSV file is.
    let isText: Bool
    let isValid: Bool

    /// The record whose field `value` has the value.
    ///
    /// An empty text and null are what an empty cell is: absent.
    var record: ValidationRecord {
        guard isText else { return ["value": value] }
        if case .string(let text) = value { return ValidationRecord(text: [("value", text)]) }
        return ValidationRecord(text: [])
    }

    /// Returns the lines of a file of cases, which has at most 1 GiB and at least one case.
    static func lines(of path: String) throws(Diagnostic) -> [String] {
        let lines = try TextLines.read(path, limit: 1 << 30)
        guard lines.contains(where: { !$0.isEmpty }) else {
            throw Diagnostic(
                "fixture.form", "the file has no cases",
                help: "write a case in each line, as 'ruleshell help test' shows, or remove the "
                    + "file",
                location: FileLocation(file: path, line: 1, column: 1))
        }
        return lines
    }

    /// Reads a line.
    init(_ line: String) throws(CaseError) {
        let object: Value
        do throws(JSONError) {
            object = try JSONValueParser.parse(line)
        } catch {
            throw CaseError(message: "the line is not JSON: \(error)")
        }
        guard case .object(let members) = object else {
            throw CaseError(message: "the line is not a JSON object")
        }
        try Self.checkMembers(of: members)
        rule = try Self.rule(of: members)
        arguments = try Self.arguments(members)
        guard let value = members["value"] else { throw CaseError(missing: "value") }
        self.value = value
        isText = try Self.isText(members)
        if isText, !value.isOfText {
            throw CaseError(
                members["value"], at: "value", expected: "a string, which \"text\" asks for")
        }
        guard case .bool(let isValid)? = members["valid"] else {
            throw CaseError(members["valid"], at: "valid", expected: "true or false")
        }
        self.isValid = isValid
        id = members["id"] ?? .null
    }

    /// The members of a case, of which `source`, `note` and `why` are for people.
    private static let keys = [
        "id", "source", "rule", "args", "value", "text", "valid", "note", "why",
    ]

    /// Throws for a member that has no meaning, without which the case may say something else.
    private static func checkMembers(of members: Value.Object) throws(CaseError) {
        var seen: Set<ExactKey> = []
        for (key, _) in members.members {
            guard keys.contains(where: { $0.hasSameBytes(as: key) }) else {
                throw CaseError(unknown: key, nearest: nearestName(to: key, in: keys))
            }
            guard seen.insert(ExactKey(key)).inserted else {
                throw CaseError(message: "the case has \"\(key)\" twice")
            }
        }
    }

    private static func isText(_ members: Value.Object) throws(CaseError) -> Bool {
        switch members["text"] {
        case nil: return false
        case .bool(let isText)?: return isText
        case let other?: throw CaseError(other, at: "text", expected: "true or false")
        }
    }

    private static func rule(of members: Value.Object) throws(CaseError) -> String {
        guard case .string(let rule)? = members["rule"] else {
            throw CaseError(members["rule"], at: "rule", expected: "a string")
        }
        return rule
    }

    private static func arguments(_ members: Value.Object) throws(CaseError) -> Value.Object {
        switch members["args"] {
        case nil, .null?: return Value.Object()
        case .object(let arguments)?: return arguments
        case let other?: throw CaseError(other, at: "args", expected: "an object")
        }
    }
}

/// The reason a line is not a case.
struct CaseError: Error {
    static let help =
        "a case is {\"rule\": ID, \"args\": {NAME: VALUE}, \"value\": VALUE, \"valid\": true or false}, "
        + "perhaps with \"id\", \"text\", \"source\", \"note\" and \"why\""

    let message: String

    init(message: String) {
        self.message = message
    }

    init(missing key: String) {
        message = "the case has no \"\(key)\""
    }

    init(unknown key: String, nearest: String?) {
        message =
            "a case has no member \"\(abbreviated(key))\""
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    init(_ found: Value?, at key: String, expected: String) {
        message =
            found == nil ? "the case has no \"\(key)\"" : "\"\(key)\" is not \(expected)"
    }
}

extension Value {
    /// `true` if a record from text can have the value: text is a string, and an empty cell is absent.
    fileprivate var isOfText: Bool {
        if case .string = self { true } else { self == .null }
    }
}
