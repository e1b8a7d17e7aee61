// SPDX-License-Identifier: Apache-2.0

/// A failed rule as data: what is wrong, where, and how to say it.
///
/// Its `Codable` form is the object that `ruleshell validate -f json` writes.
public struct Violation: Sendable, Equatable {
    /// The place in the record, an RFC 6901 JSON Pointer such as `/items/2/price`.
    public var pointer: String {
        get { parts.pointer }
        set { parts = ViolationParts(parts.kind, pointer: newValue, parameters: parameters) }
    }
    /// The rule's arguments and what the rule adds, in order.
    public var parameters: [MessageParameter] {
        get { parts.parameters }
        set { parts = ViolationParts(parts.kind, pointer: pointer, parameters: newValue) }
    }
    /// The value that failed, or `absent` if there is none or the field is sensitive.
    public var value: Value
    /// The place of the value in its file, or `nil` for a record that comes from no file.
    public var source: RecordSource?
    private var parts: ViolationParts

    /// The text that messages and parameters show instead of a sensitive value.
    static let hiddenValue = "[sensitive]"

    package init(
        pointer: String, field: String, rule: String, code: String, severity: Severity = .error,
        parameters: [MessageParameter] = [], value: Value = .absent,
        source: RecordSource? = nil, ruleLocation: FileLocation? = nil, template: String,
        hasOwnMessage: Bool = false, isSensitive: Bool = false
    ) {
        let kind = ViolationKind(
            field: field, rule: rule, code: code, severity: severity, ruleLocation: ruleLocation,
            template: template, hasOwnMessage: hasOwnMessage, isSensitive: isSensitive)
        self.init(
            ViolationParts(Shared(kind), pointer: pointer, parameters: parameters), value: value,
            source: source)
    }

    init(_ parts: ViolationParts, value: Value, source: RecordSource?) {
        self.value = value
        self.source = source
        self.parts = parts
    }

    private var kind: ViolationKind { parts.kind.value }

    private mutating func change(_ body: (inout ViolationKind) -> Void) {
        var kind = kind
        body(&kind)
        parts = ViolationParts(Shared(kind), pointer: pointer, parameters: parameters)
    }

    /// The message, formatted now; a decoded violation keeps the message that it came with.
    public var message: String {
        writtenMessage ?? MessageTemplate.format(template) { placeholder($0) }
    }

    /// The template of a finding about a whole input, whose reason is a sentence of its own.
    package static let inputPhrase = "{reason}"

    /// The message without its values, as translations know it.
    var phrase: String {
        code == RecordIssue.malformedCode ? RecordIssue.malformedPhrase : template
    }

    /// Returns the value that replaces `{name}` in a message, or `nil` for an unknown name.
    ///
    /// It is the parameter of that name, with labels in place of the paths of fields, or else the
    /// value, the field or the rule for these names.
    func placeholder(_ name: String, in language: String = "en") -> Value? {
        if let last = parameters.lastIndex(where: { $0.name == name }) {
            // What a rule adds under the name of its argument is none that names fields.
            let isArgument = parameters.firstIndex { $0.name == name } == last
            return isArgument
                ? labels.shown(parameters[last], in: language) : parameters[last].value
        }
        return switch name {
        case "value": isSensitive ? .string(Self.hiddenValue) : value
        case "field": .string(label(in: language) ?? field)
        case "rule": .string(rule)
        default: nil
        }
    }

    /// The field's name for people, which messages follow.
    ///
    /// - Parameter language: A BCP 47 tag.
    /// - Returns: The label in that language, or else as `FieldLabel` says; `nil` if there is none.
    public func label(in language: String = "en") -> String? { labels.own?.text(in: language) }

    /// Returns `true` if the message of a catalogue, or the violation's own, shows the value, so
    /// that another value has another message.
    package func showsValue(in catalogue: MessageCatalogue?) -> Bool {
        let shown = catalogue?.template(of: self) ?? template
        return !parameters.contains { $0.name == "value" }
            && (shown.contains(bytesOf: "{value}") || shown.contains(bytesOf: "{value:"))
    }
}

// What violations share, as properties of each.
extension Violation {
    /// The path of the validator in the rule set, such as `items[*].price`.
    public var field: String {
        get { kind.field }
        set { change { $0.field = newValue } }
    }

    /// The rule's id, or `record` for a violation about the record itself.
    public var rule: String {
        get { kind.rule }
        set { change { $0.rule = newValue } }
    }

    /// Stable: `length.tooShort`.
    public var code: String {
        get { kind.code }
        set { change { $0.code = newValue } }
    }

    /// The severity, which decides if the violation makes the record invalid.
    public var severity: Severity {
        get { kind.severity }
        set { change { $0.severity = newValue } }
    }

    /// The place of the rule in its rule-set file, if it was read from one.
    package var ruleLocation: FileLocation? {
        get { kind.ruleLocation }
        set { change { $0.ruleLocation = newValue } }
    }

    /// The message with its `{name}` placeholders.
    package var template: String { kind.template }

    /// The rule set gave the message to this rule.
    package var hasOwnMessage: Bool { kind.hasOwnMessage }

    /// Returns the template that the rule set has for a language, or `nil` if it has none for it.
    func ownTemplate(writtenFor language: String) -> String? {
        kind.messages?.text(writtenFor: language)
    }

    /// The field is sensitive: nothing of the value is in the violation.
    package var isSensitive: Bool { kind.isSensitive }

    /// The labels of the fields that the message can name.
    package var labels: FindingLabels {
        get { kind.labels }
        set { change { $0.labels = newValue } }
    }

    /// The message that the violation was decoded with.
    var writtenMessage: String? {
        get { kind.writtenMessage }
        set { change { $0.writtenMessage = newValue } }
    }
}

extension Violation: CustomStringConvertible {
    /// The pointer, the message and the code: `/age: must be at least 18 (range.tooSmall)`.
    public var description: String {
        (pointer.isEmpty ? "" : "\(pointer): ") + "\(message) (\(code))"
    }
}

/// An undecided rule as data: why it could not decide.
///
/// Its `Codable` form is the object that `ruleshell validate -f json` writes.
public struct Fault: Sendable, Equatable {
    /// The place in the record, an RFC 6901 JSON Pointer.
    public var pointer: String
    /// The path of the validator in the rule set.
    public var field: String
    /// The rule's id.
    public var rule: String
    package var reason: FaultReason
    /// The plugin's own words, if it gave any.
    package var detail: String?
    /// The place of the value in its file, or `nil` for a record that comes from no file.
    public var source: RecordSource?
    package var ruleLocation: FileLocation?
    /// The label of the field.
    package var fieldLabel: FieldLabel?
    /// The message that the fault was decoded with, if it is not the one of its reason.
    var writtenMessage: String?

    package init(
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

    /// The message without its values, as translations know it.
    static let phrase = "could not be checked by {rule}: {reason}"

    /// A sentence that says why the rule could not decide.
    public var message: String {
        if let writtenMessage { return writtenMessage }
        let words = detail.map { ": \($0)" } ?? ""
        return "could not be checked by \(rule): \(reason.message)\(words)"
    }

    /// The field's name for people, which messages follow.
    ///
    /// - Parameter language: A BCP 47 tag.
    /// - Returns: The label in that language, or else as `FieldLabel` says; `nil` if there is none.
    public func label(in language: String = "en") -> String? { fieldLabel?.text(in: language) }
}

extension Violation {
    /// Something wrong with a record itself, between records or in a header.
    package static func about(
        _ issue: RecordIssue, severity: Severity = .error, at source: RecordSource?
    ) -> Violation {
        Violation(
            pointer: issue.pointer, field: "", rule: "record", code: issue.code, severity: severity,
            parameters: issue.kind == .malformed
                ? [MessageParameter("reason", .string(issue.reason))] : [],
            value: .absent, source: source, ruleLocation: nil, template: issue.message)
    }

    /// The finding about the columns of a table that have no finding of their own, because there are too many.
    static func about(
        _ count: Int, otherColumns kind: RecordIssue.Kind, severity: Severity,
        at source: RecordSource?
    ) -> Violation {
        Violation(
            pointer: "", field: "", rule: "record",
            code: RecordIssue(row: 0, kind: kind).code, severity: severity,
            parameters: [MessageParameter("count", .integer(Int64(count)))],
            source: source,
            template: kind == .duplicateKey
                ? "{count} more {count:column appears|columns appear} more than once"
                : "{count} more {count:column is not a field|columns are not fields} of the rule set"
        )
    }

    /// The violation as the object of every report.
    package var object: Value { object(withMessage: message) }

    /// The same with another message, such as one in another language.
    func object(withMessage message: String) -> Value {
        var object = Value.Object([
            ("pointer", .string(pointer)), ("field", .string(field)), ("rule", .string(rule)),
            ("code", .string(code)), ("severity", .string(severity.rawValue)),
            ("message", .string(message)),
            ("parameters", parameters.object),
        ])
        if value != .absent { object.members.append(("value", value)) }
        if let source, source.hasLine { object.members.append(("source", source.object)) }
        return .object(object)
    }
}

extension Fault {
    /// The fault as the object of every report.
    package var object: Value { object(withMessage: message) }

    /// The same with another message and severity.
    func object(withMessage message: String, _ severity: String = "fault") -> Value {
        var object = Value.Object([
            ("pointer", .string(pointer)), ("field", .string(field)), ("rule", .string(rule)),
            ("code", .string(code)), ("severity", .string(severity)),
            ("message", .string(message)),
        ])
        if let source { object.members.append(("source", source.object)) }
        return .object(object)
    }
}

extension RecordSource {
    /// The place as the `source` object of every report.
    package var object: Value {
        guard hasColumn else { return ["line": .integer(Int64(line))] }
        return [
            "byteOffset": .integer(Int64(byteOffset)), "byteLength": .integer(Int64(byteLength)),
            "line": .integer(Int64(line)), "column": .integer(Int64(column)),
        ]
    }
}
