// SPDX-License-Identifier: Apache-2.0
import Assay

/// One line of a file of cases.
struct RuleCase {
    /// Null where the case has none.
    let id: Value
    let rule: String
    let arguments: Value.Object
    let value: Value
    let isValid: Bool

    /// Reads a line.
    init(_ line: String) throws(CaseMistake) {
        let object: Value
        do throws(JSONError) {
            object = try JSONValueParser.parse(line)
        } catch {
            throw CaseMistake(message: "the line is not JSON: \(error)")
        }
        guard case .object(let members) = object else {
            throw CaseMistake(message: "the line is not a JSON object")
        }
        rule = try Self.rule(members)
        arguments = try Self.arguments(members)
        guard let value = members["value"] else { throw CaseMistake(missing: "value") }
        self.value = value
        guard case .bool(let isValid)? = members["valid"] else {
            throw CaseMistake(members["valid"], "valid", "true or false")
        }
        self.isValid = isValid
        id = members["id"] ?? .null
    }

    private static func rule(_ members: Value.Object) throws(CaseMistake) -> String {
        guard case .string(let rule)? = members["rule"] else {
            throw CaseMistake(members["rule"], "rule", "a string")
        }
        return rule
    }

    private static func arguments(_ members: Value.Object) throws(CaseMistake) -> Value.Object {
        switch members["args"] {
        case nil, .null?: return Value.Object()
        case .object(let arguments)?: return arguments
        case let other?: throw CaseMistake(other, "args", "an object")
        }
    }
}

/// Why a line is no case.
struct CaseMistake: Error {
    static let help =
        "a case is {\"rule\": ID, \"args\": {NAME: VALUE}, \"value\": VALUE, \"valid\": true or false}"

    let message: String

    init(message: String) {
        self.message = message
    }

    init(missing key: String) {
        message = "the case has no \"\(key)\""
    }

    init(_ found: Value?, _ key: String, _ expected: String) {
        message =
            found == nil ? "the case has no \"\(key)\"" : "\"\(key)\" is not \(expected)"
    }
}
