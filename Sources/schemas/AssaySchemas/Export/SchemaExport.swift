// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A schema that was made of a rule set.
package struct SchemaExport: Sendable {
    /// The schema as JSON.
    package let text: String
    /// The rules that the schema does not check, which it has as `x-assay`.
    package let unsaid: [RuleSetIssue]

    /// The code of a rule that a schema does not check.
    package static let code = "schema.unsaid"

    /// Makes a schema in JSON Schema 2020-12, or a document of OpenAPI 3.1 with it.
    ///
    /// - Parameters:
    ///   - ruleSet: The rule set.
    ///   - name: The name of the schema in a document of OpenAPI, or `nil` for a schema alone.
    package init(_ ruleSet: RuleSet, openAPIName name: String? = nil) {
        var root = ExportedPlace()
        var unsaid: [RuleSetIssue] = []
        for field in ruleSet.fields {
            root.add(
                field, at: field.path.segments[...],
                label: field.label ?? ruleSet.labels[field.path], unsaid: &unsaid)
        }
        for entry in ruleSet.record?.rules ?? [] {
            unsaid.append(
                RuleSetIssue(
                    code: Self.code,
                    message:
                        "\(entry.expression) is not checked by the schema: it is about the record itself",
                    help: "check it with the rule set", location: entry.location))
        }
        for rule in ruleSet.records {
            unsaid.append(
                RuleSetIssue(
                    code: Self.code,
                    message:
                        "\(rule.entry.expression) is not checked by the schema: it is about all records",
                    help: "check it with the rule set", location: rule.entry.location))
        }
        var schema = root.schema(isClosed: ruleSet.unknownFields == .reject, isRecord: true)
        if let name {
            let schemas = Value.object(.init([(key: name, value: .object(schema))]))
            let info: Value = ["title": .string(name), "version": "1"]
            let document: [(key: String, value: Value)] = [
                (key: "openapi", value: "3.1.0"), (key: "info", value: info),
                (key: "paths", value: .object(.init())),
                (key: "components", value: .object(.init([(key: "schemas", value: schemas)]))),
            ]
            text = Self.pretty(.object(.init(document)), indent: "") + "\n"
        } else {
            schema.members.insert(
                (key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"), at: 0)
            text = Self.pretty(.object(schema), indent: "") + "\n"
        }
        self.unsaid = unsaid
    }

    /// The value as a person would write it: short lists and objects on one line.
    private static func pretty(_ value: Value, indent: String) -> String {
        let line = value.json
        if line.utf8.count <= 60 { return line }
        let inner = indent + "  "
        switch value {
        case .object(let object):
            let lines = object.members.map {
                "\(inner)\(Value.string($0.key).json): \(pretty($0.value, indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let elements):
            return "[\n"
                + elements.map { inner + pretty($0, indent: inner) }.joined(separator: ",\n")
                + "\n\(indent)]"
        default: return line
        }
    }
}

/// The part of a schema about the values at a place of records.
private struct ExportedPlace {
    private var kinds = KindSet.all
    private var schemas: [Value.Object] = []
    private var others: [String] = []
    private var title: String?
    private var members: [(key: String, place: ExportedPlace)] = []
    private var elements: [ExportedPlace] = []
    private var single: [Int: ExportedPlace] = [:]
    private var isRequired = false

    /// Adds the rules of a field below this place.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - path: The part of its path that leads from here.
    ///   - label: The field's name for people.
    ///   - unsaid: Takes the rules that a schema does not check.
    /// - Returns: `true` if the value below must be there and not null.
    @discardableResult
    mutating func add(
        _ field: Field, at path: ArraySlice<FieldPath.Segment>, label: FieldLabel?,
        unsaid: inout [RuleSetIssue]
    ) -> Bool {
        guard let segment = path.first else {
            title = label?.text(in: "en")
            var mustBeThere = false
            for entry in field.validator.rules {
                mustBeThere = add(entry, of: field, unsaid: &unsaid) || mustBeThere
            }
            isRequired = isRequired || mustBeThere
            return mustBeThere
        }
        let rest = path.dropFirst()
        switch segment {
        case .key(let key):
            kinds.formIntersection([.object, .null])
            let index = members.firstIndex { $0.key.hasSameBytes(as: key) } ?? members.count
            if index == members.count { members.append((key, ExportedPlace())) }
            let mustBeThere = members[index].place.add(
                field, at: rest, label: label, unsaid: &unsaid)
            if mustBeThere {
                // A member that must be there has its object there.
                members[index].place.isRequired = true
                kinds.remove(.null)
                isRequired = true
            }
            return mustBeThere
        case .allElements:
            kinds.formIntersection([.array, .null])
            if elements.isEmpty { elements.append(ExportedPlace()) }
            elements[0].add(field, at: rest, label: label, unsaid: &unsaid)
            return false
        case .index(let index):
            kinds.formIntersection([.array, .null])
            var place = single[index] ?? ExportedPlace()
            if place.add(field, at: rest, label: label, unsaid: &unsaid) {
                kinds.remove(.null)
                schemas.append(.init([(key: "minItems", value: .integer(Int64(index + 1)))]))
                single[index] = place
                isRequired = true
                return true
            }
            single[index] = place
            return false
        }
    }

    /// Adds a rule of a field.
    ///
    /// - Returns: `true` if the value must be there.
    private mutating func add(
        _ entry: RuleEntry, of field: Field, unsaid: inout [RuleSetIssue]
    ) -> Bool {
        let reason: String
        if !entry.conditions.isEmpty {
            reason = "it has a condition"
        } else if entry.severity == .warning {
            reason = "it is a warning"
        } else if let said = ExportedRule(entry.expression) {
            kinds.formIntersection(said.kinds)
            if !said.keywords.members.isEmpty { schemas.append(said.keywords) }
            return said.mustBeThere
        } else {
            reason = "the schema language has no keyword for it"
        }
        let expression = entry.expression.description
        others.append(expression)
        unsaid.append(
            RuleSetIssue(
                code: SchemaExport.code,
                message: "\(expression) is not checked by the schema: \(reason)",
                help: "the schema has it as x-assay, which validators ignore",
                field: field.path.description,
                location: entry.location))
        return false
    }

    /// The schema of the place.
    func schema(isClosed: Bool, isRecord: Bool = false) -> Value.Object {
        var parts: [(key: String, value: Value)] = []
        if let title { parts.append((key: "title", value: .string(title))) }
        let own = isRecord ? KindSet.object : kinds
        if own.isEmpty {
            parts.append((key: "not", value: .object(.init())))
        } else if own != .all, let names = own.names {
            let type: Value =
                names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })
            parts.append((key: "type", value: type))
        }
        var further: [Value] = []
        for schema in schemas {
            let isNew = schema.members.allSatisfy { member in
                !parts.contains { $0.key == member.key } && member.key != "not"
            }
            if isNew { parts += schema.members } else { further.append(.object(schema)) }
        }
        let required = members.filter(\.place.isRequired).map { Value.string($0.key) }
        if !required.isEmpty {
            if parts.contains(where: { $0.key == "required" }) {
                further.append(["required": .array(required)])
            } else {
                parts.append((key: "required", value: .array(required)))
            }
        }
        if !members.isEmpty {
            let properties = members.map { member in
                (key: member.key, value: Value.object(member.place.schema(isClosed: isClosed)))
            }
            parts.append((key: "properties", value: .object(.init(properties))))
        }
        if isClosed, isRecord || !members.isEmpty {
            parts.append((key: "additionalProperties", value: .bool(false)))
        }
        if !elements.isEmpty, !single.isEmpty {
            further.append(["items": .object(elements[0].schema(isClosed: isClosed))])
        } else if let each = elements.first {
            let schema = Value.object(each.schema(isClosed: isClosed))
            if parts.contains(where: { $0.key == "items" }) {
                further.append(["items": schema])
            } else {
                parts.append((key: "items", value: schema))
            }
        }
        if let last = single.keys.max() {
            let items = (0...min(last, 1_000)).map { index in
                Value.object(single[index]?.schema(isClosed: isClosed) ?? .init())
            }
            parts.append((key: "prefixItems", value: .array(items)))
        }
        if !further.isEmpty { parts.append((key: "allOf", value: .array(further))) }
        if !others.isEmpty {
            parts.append((key: "x-assay", value: .array(others.map { .string($0) })))
        }
        return .init(parts)
    }
}
