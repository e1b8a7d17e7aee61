// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A request for a trial, as it was sent.
struct TrialRequest {
    /// A rule set in YAML or JSON.
    var rules = ""
    var data = ""
    /// The format of the data, or `nil` to detect it.
    var format: InputFormat?
    /// A language, or the header of a request.
    var language = "en"
    var why: Why?
    var examples: Examples?

    /// A record whose rules are explained.
    struct Why {
        /// The number of the record, from 1.
        var record = 1
        /// A field of the rule set, or `nil` for all fields.
        var field: String?
    }

    /// The rules that examples are looked for.
    enum Examples {
        /// The rules of a field of the rule set.
        case field(String)
        /// Rules as in a rule set: `required, length(3...20)`.
        case rules(String)
    }

    /// A request that cannot be answered.
    struct Malformed: Error {
        let detail: String
        var isTooLarge = false
    }

    init(json bytes: [UInt8], limits: TrialLimits) throws(Malformed) {
        let most = limits.maximumRequestBytes
        guard bytes.count <= most else {
            throw Malformed(
                detail: "the body has \(bytes.count) bytes; at most \(most) are read",
                isTooLarge: true)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(detail: "the body is not UTF-8; send JSON in UTF-8")
        }
        let value: Value
        do throws(JSONError) {
            value = try JSONValueParser.parse(text)
        } catch {
            throw Malformed(detail: "the body is not JSON: \(error)")
        }
        guard case .object(let members) = value else {
            throw Malformed(
                detail: "the body must be an object with 'rules' and 'data', not \(value.kindName)")
        }
        for (key, value) in members.members { try take(value, of: key) }
        try hold(rules, to: limits.maximumRuleBytes, key: "rules")
        try hold(data, to: limits.maximumDataBytes, key: "data")
    }

    private func hold(_ text: String, to most: Int, key: String) throws(Malformed) {
        guard text.utf8.count <= most else {
            throw Malformed(
                detail: "'\(key)' has \(text.utf8.count) bytes; at most \(most) can be tried",
                isTooLarge: true)
        }
    }

    private mutating func take(_ value: Value, of key: String) throws(Malformed) {
        switch key {
        case "rules": rules = try Self.text(value, of: key)
        case "data": data = try Self.text(value, of: key)
        case "language": language = try Self.text(value, of: key)
        case "format":
            let name = try Self.text(value, of: key)
            guard let format = InputFormat(rawValue: name), format != .arrow else {
                throw Malformed(detail: "'format' must be json, ndjson or csv, not '\(name)'")
            }
            self.format = format
        case "why": why = try Self.why(value)
        case "examples": examples = try Self.examples(value)
        default:
            let known = ["rules", "data", "format", "language", "why", "examples"]
            let near = nearestName(to: key, in: known).map { "; did you mean '\($0)'?" } ?? ""
            throw Malformed(detail: "there is no member '\(key)'\(near)")
        }
    }

    private static func text(_ value: Value, of key: String) throws(Malformed) -> String {
        guard case .string(let text) = value else {
            throw Malformed(detail: "'\(key)' must be a string, not \(value.kindName)")
        }
        return text
    }

    private static func why(_ value: Value) throws(Malformed) -> Why? {
        guard case .object(let members) = value else {
            if value == .null { return nil }
            throw Malformed(detail: "'why' must be an object, not \(value.kindName)")
        }
        var why = Why()
        for (key, value) in members.members {
            switch (key, value) {
            case ("record", .integer(let number)) where number >= 1: why.record = Int(number)
            case ("record", _): throw Malformed(detail: "'why.record' must be an integer from 1")
            case ("field", .string(let field)): why.field = field
            default: throw Malformed(detail: "'why' has 'record' and 'field', not '\(key)'")
            }
        }
        return why
    }

    private static func examples(_ value: Value) throws(Malformed) -> Examples? {
        if value == .null { return nil }
        if case .object(let members) = value, members.members.count == 1 {
            switch (members.members[0].key, members.members[0].value) {
            case ("field", .string(let field)): return .field(field)
            case ("rules", .string(let rules)): return .rules(rules)
            default: break
            }
        }
        throw Malformed(
            detail: "'examples' must be {\"field\": …} or {\"rules\": …}, with a string")
    }
}

extension Value {
    /// The kind of the value, in words, for a request that has it in the place of another kind.
    fileprivate var kindName: String {
        switch self {
        case .absent, .null: "null"
        case .bool: "a boolean"
        case .array: "an array"
        case .object: "an object"
        case .string: "a string"
        default: "a number"
        }
    }
}
