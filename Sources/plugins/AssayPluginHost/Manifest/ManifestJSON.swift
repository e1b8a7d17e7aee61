// SPDX-License-Identifier: Apache-2.0
package import AssayCore

extension PluginManifest {
    /// The manifest on one line; the same manifest always gives the same bytes.
    package var json: String { value.json }

    /// The manifest as a value, with the names of `ruleshell rules --json`.
    package var value: Value {
        let value: Value = [
            "manifest": .integer(Int64(Self.format)), "id": .string(id),
            "version": .string(version),
            "abi": ["major": .integer(Int64(abi.major)), "minor": .integer(Int64(abi.minor))],
            "configuration": .array(configuration.map(Self.value)),
            "rules": .array(rules.map(\.value)),
        ]
        return value.adding([
            ("vendor", origin.vendor), ("url", origin.url), ("license", origin.license),
            ("minimumHost", minimumHost),
        ])
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
        let value: Value = [
            "id": .string(id), "summary": .string(summary),
            "kinds": ManifestNames.texts(ManifestNames.kinds(kinds)),
            "flags": ManifestNames.texts(flags),
            "parameters": .array(parameters.map(PluginManifest.value)),
            "codes": .array(codes.map(\.value)), "examples": .array(examples.map(Self.value)),
        ]
        return value.adding([("deprecation", deprecation)])
    }

    private static func value(_ example: RuleExample) -> Value {
        let value: Value = [
            "expression": .string(example.expression), "value": example.value,
            "status": example.code == nil ? "pass" : "fail",
            "code": example.code.map { .string($0) } ?? .null,
        ]
        return value.adding([
            ("fields", members(example.fields)), ("settings", members(example.settings)),
        ])
    }

    /// Returns an object with the members in the order of their names, or absent if there are none.
    ///
    /// The order makes the bytes of a manifest always the same.
    private static func members(_ members: [String: Value]) -> Value {
        guard !members.isEmpty else { return .absent }
        let sorted = members.sorted { $0.key < $1.key }
        return .object(Value.Object(sorted.map { (key: $0.key, value: $0.value) }))
    }
}

extension PluginManifest.Code {
    fileprivate var value: Value {
        let translations = code.translations.sorted { $0.key < $1.key }
        let value: Value = [
            "id": .string(code.id), "message": .string(code.message),
            "translations": .object(
                Value.Object(translations.map { (key: $0.key, value: .string($0.value)) })),
            "arguments": ManifestNames.texts(arguments),
        ]
        return value.adding([("deprecation", code.deprecation)])
    }
}

extension Value {
    /// The object with members that later versions of the contract have added, which are left out
    /// where they say nothing: what a plugin for version 1.0 amounts to does not change.
    fileprivate func adding(_ added: [(key: String, value: Value)]) -> Value {
        guard case .object(let object) = self else { return self }
        return .object(Value.Object(object.members + added.filter { $0.value != .absent }))
    }

    fileprivate func adding(_ added: [(key: String, text: String?)]) -> Value {
        adding(added.map { (key: $0.key, value: $0.text.map { .string($0) } ?? .absent) })
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
