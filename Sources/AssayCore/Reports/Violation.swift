// SPDX-License-Identifier: Apache-2.0

/// A failed rule as data.
public struct Violation: Sendable {
    /// Where in the record: an RFC 6901 JSON Pointer, such as `/items/2/price`.
    public var pointer: String
    /// The path of the validator in the rule set, such as `items[*].price`.
    public var field: String
    /// The rule's id, or `record` for what is wrong with the record itself.
    public var rule: String
    /// Stable: `length.tooShort`.
    public var code: String
    public var severity: Severity
    /// The rule's arguments and what the rule adds, by name, in order.
    public var parameters: [(name: String, value: Value)]
    /// The value that failed; `absent` where there is none and for sensitive fields.
    public var value: Value
    /// Where the value stands in its file; nil for records that come from no file.
    public var source: RecordSource?
    /// Where the rule stands in its rule-set file, if it was read from one.
    public var ruleLocation: FileLocation?
    /// The message with its `{name}` placeholders.
    public var template: String
    /// The rule set gave the message to this rule.
    public var hasOwnMessage = false
    /// The field is sensitive: nothing of the value is in the violation.
    public var isSensitive = false

    /// What messages and parameters show instead of something sensitive.
    static let hiddenValue = "[sensitive]"

    public init(
        pointer: String, field: String, rule: String, code: String, severity: Severity = .error,
        parameters: [(name: String, value: Value)] = [], value: Value = .absent,
        source: RecordSource? = nil, ruleLocation: FileLocation? = nil, template: String,
        hasOwnMessage: Bool = false, isSensitive: Bool = false
    ) {
        self.pointer = pointer
        self.field = field
        self.rule = rule
        self.code = code
        self.severity = severity
        self.parameters = parameters
        self.value = value
        self.source = source
        self.ruleLocation = ruleLocation
        self.template = template
        self.hasOwnMessage = hasOwnMessage
        self.isSensitive = isSensitive
    }

    /// The message, formatted now.
    public var message: String { MessageTemplate.format(template) { placeholder($0) } }

    /// What stands for `{name}` in a message: the parameter of that name, else for `{value}` the
    /// value; nil for a name that nobody knows.
    func placeholder(_ name: String) -> Value? {
        if let parameter = parameters.last(where: { $0.name == name }) { return parameter.value }
        guard name == "value" else { return nil }
        return isSensitive ? .string(Self.hiddenValue) : value
    }

    /// The message shows the value, so that that of another value differs.
    public var messageShowsValue: Bool {
        !parameters.contains { $0.name == "value" } && template.contains("{value}")
    }
}

extension Violation: Equatable {
    public static func == (left: Violation, right: Violation) -> Bool {
        left.pointer == right.pointer && left.field == right.field && left.rule == right.rule
            && left.code == right.code && left.severity == right.severity
            && left.template == right.template && left.hasOwnMessage == right.hasOwnMessage
            && left.source == right.source && left.ruleLocation == right.ruleLocation
            && left.value == right.value && left.isSensitive == right.isSensitive
            && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
    }
}

/// An undecided rule as data: why it could not decide.
public struct Fault: Sendable, Equatable {
    public var pointer: String
    public var field: String
    public var rule: String
    public var reason: FaultReason
    /// The plugin's own words, if it gave any.
    public var detail: String?
    public var source: RecordSource?
    public var ruleLocation: FileLocation?

    public init(
        pointer: String, field: String, rule: String, reason: FaultReason, detail: String? = nil,
        source: RecordSource? = nil, ruleLocation: FileLocation? = nil
    ) {
        self.pointer = pointer
        self.field = field
        self.rule = rule
        self.reason = reason
        self.detail = detail
        self.source = source
        self.ruleLocation = ruleLocation
    }

    /// The stable code: `fault.matchLimit`.
    public var code: String { reason.code }

    public var message: String {
        "could not be judged by \(rule): \(reason.message)" + (detail.map { ": \($0)" } ?? "")
    }
}

extension Violation {
    /// Something wrong with a record itself, between records or in a header.
    public static func about(
        _ issue: RecordIssue, severity: Severity = .error, at source: RecordSource?
    ) -> Violation {
        Violation(
            pointer: issue.pointer, field: "", rule: "record", code: issue.code, severity: severity,
            parameters: issue.kind == .malformed ? [("reason", .string(issue.reason))] : [],
            value: .absent, source: source, ruleLocation: nil, template: issue.message)
    }

    /// The violation as the JSON object of every report.
    public var json: Value {
        var object = Value.Object([
            ("pointer", .string(pointer)), ("field", .string(field)), ("rule", .string(rule)),
            ("code", .string(code)), ("severity", .string(severity.rawValue)),
            ("message", .string(message)),
            (
                "parameters",
                .object(Value.Object(parameters.map { (key: $0.name, value: $0.value) }))
            ),
        ])
        if value != .absent { object.members.append(("value", value)) }
        if let source { object.members.append(("source", source.json)) }
        return .object(object)
    }
}

extension Fault {
    /// The fault as the JSON object of every report.
    public var json: Value {
        var object = Value.Object([
            ("pointer", .string(pointer)), ("field", .string(field)), ("rule", .string(rule)),
            ("code", .string(code)), ("severity", .string("fault")), ("message", .string(message)),
        ])
        if let source { object.members.append(("source", source.json)) }
        return .object(object)
    }
}

extension RecordSource {
    /// The place as the `source` object of every report.
    public var json: Value {
        [
            "byteOffset": .integer(Int64(byteOffset)), "byteLength": .integer(Int64(byteLength)),
            "line": .integer(Int64(line)), "column": .integer(Int64(column)),
        ]
    }
}
