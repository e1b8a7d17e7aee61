// SPDX-License-Identifier: Apache-2.0
package import AssayCore

extension PluginManifest {
    /// The manifest on one line; the same manifest always gives the same bytes.
    package var json: String { value.json }

    /// The manifest as a value, with the names of `ruleshell rules --json`.
    package var value: Value {
        [
            "manifest": .integer(Int64(Self.format)), "id": .string(id),
            "version": .string(version),
            "abi": ["major": .integer(Int64(abi.major)), "minor": .integer(Int64(abi.minor))],
            "configuration": .array(configuration.map(Self.value)),
            "rules": .array(rules.map(\.value)),
        ]
    }

    fileprivate static func value(_ parameter: RuleParameter) -> Value {
        let limits = parameter.limits
        return [
            "name": .string(parameter.name), "type": .string(ManifestNames.type(parameter.kind)),
            "required": .bool(parameter.isRequired), "default": parameter.defaultValue,
            "minimum": limits.map { .integer($0.lowerBound) } ?? .null,
            "maximum": limits.map { .integer($0.upperBound) } ?? .null,
            "choices": ManifestNames.texts(parameter.choices),
            "summary": .string(parameter.summary),
        ]
    }
}

extension PluginManifest.Rule {
    fileprivate var value: Value {
        [
            "id": .string(id), "summary": .string(summary),
            "kinds": ManifestNames.texts(ManifestNames.kinds(kinds)),
            "flags": ManifestNames.texts(flags),
            "parameters": .array(parameters.map(PluginManifest.value)),
            "codes": .array(codes.map(\.value)), "examples": .array(examples.map(Self.value)),
        ]
    }

    private static func value(_ example: RuleExample) -> Value {
        [
            "expression": .string(example.expression), "value": example.value,
            "status": example.code == nil ? "pass" : "fail",
            "code": example.code.map { .string($0) } ?? .null,
        ]
    }
}

extension PluginManifest.Code {
    fileprivate var value: Value {
        let translations = code.translations.sorted { $0.key < $1.key }
        return [
            "id": .string(code.id), "message": .string(code.message),
            "translations": .object(
                Value.Object(translations.map { (key: $0.key, value: .string($0.value)) })),
            "arguments": ManifestNames.texts(arguments),
        ]
    }
}

extension RuleParameter {
    /// The names to choose from; none for a parameter of another type.
    fileprivate var choices: [String] {
        if case .choice(let names) = kind { names } else { [] }
    }
}

/// The words of the manifest for what are numbers in the contract.
enum ManifestNames {
    /// The types that a parameter of a plugin can have but `choice`.
    static let types: [(name: String, kind: RuleParameter.Kind)] = [
        ("string", .string), ("int", .integer), ("number", .number), ("bool", .boolean),
        ("list", .list), ("value", .value), ("field", .field), ("pattern", .pattern),
    ]
    static let choice = "choice"

    static let kinds: [(name: String, kinds: ValueKinds)] = [
        ("boolean", .bool), ("number", .numbers), ("string", .string), ("array", .array),
        ("object", .object),
    ]

    static func type(_ kind: RuleParameter.Kind) -> String {
        types.first { $0.kind == kind }?.name ?? choice
    }

    static func kinds(_ kinds: ValueKinds) -> [String] {
        self.kinds.filter { !kinds.isDisjoint(with: $0.kinds) }.map(\.name)
    }

    static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
}
