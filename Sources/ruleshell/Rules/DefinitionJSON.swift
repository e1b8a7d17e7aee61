// SPDX-License-Identifier: Apache-2.0
import Assay

/// Definitions of rules as JSON.
enum DefinitionJSON {
    /// `{"rules":[...]}` on one line.
    static func text(of definitions: [RuleDefinition]) -> String {
        let object: Value = ["rules": .array(definitions.map(value))]
        return object.json + "\n"
    }

    private static func value(of definition: RuleDefinition) -> Value {
        [
            "id": .string(definition.id), "summary": .string(definition.summary),
            "standard": definition.standard.map { .string($0) } ?? .null,
            "kinds": .array(kinds(of: definition.kinds)),
            "parameters": .array(definition.parameters.map(parameter)),
            "codes": .array(
                definition.allCodes.map { code in
                    ["id": .string(code.id), "message": .string(code.message)]
                }),
            "examples": .array(definition.examples.map(example)),
            "source": source(definition.source),
        ]
    }

    private static func kinds(of kinds: ValueKinds) -> [Value] {
        let named: [(ValueKinds, Value)] = [
            (.bool, "boolean"), (.numbers, "number"), (.string, "string"), (.array, "array"),
            (.object, "object"),
        ]
        return named.filter { !kinds.isDisjoint(with: $0.0) }.map(\.1)
    }

    private static func parameter(of parameter: RuleParameter) -> Value {
        [
            "name": .string(parameter.name), "type": type(parameter.kind, name: parameter.typeName),
            "required": .bool(parameter.isRequired), "default": parameter.defaultValue,
            "minimum": parameter.limits.map { .integer($0.lowerBound) } ?? .null,
            "maximum": parameter.limits.map { .integer($0.upperBound) } ?? .null,
            "summary": .string(parameter.summary),
        ]
    }

    /// The type's name; the names to choose from for a choice.
    private static func type(_ kind: RuleParameter.Kind, name: String) -> Value {
        if case .choice(let names) = kind { return .array(names.map { .string($0) }) }
        return .string(name)
    }

    private static func example(of example: RuleExample) -> Value {
        [
            "expression": .string(example.expression), "value": example.value,
            "fields": .object(
                Value.Object(
                    example.fields.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
                )),
            "text": .bool(example.isText), "valid": .bool(example.code == nil),
            "code": example.code.map { .string($0) } ?? .null,
        ]
    }

    private static func source(_ source: RuleSource) -> Value {
        switch source {
        case .swift: ["kind": "swift"]
        case .c: ["kind": "c"]
        case .plugin(let id, let version, let path):
            [
                "kind": "plugin", "id": .string(id), "version": .string(version),
                "path": .string(path),
            ]
        }
    }
}
