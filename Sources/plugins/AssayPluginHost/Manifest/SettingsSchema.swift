// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The settings of a plugin as a JSON Schema (2020-12), by which editors complete and check a file of
/// settings.
enum SettingsSchema {
    /// - Parameter parameters: The settings that the plugin declares.
    /// - Returns: The schema of an object with them.
    static func schema(of parameters: [RuleParameter]) -> Value {
        let properties = parameters.map { (key: $0.name, value: property($0)) }
        var members: [(key: String, value: Value)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("type", "object"),
            ("properties", .object(Value.Object(properties))),
            ("additionalProperties", false),
        ]
        let required = parameters.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        return .object(Value.Object(members))
    }

    private static func property(_ parameter: RuleParameter) -> Value {
        var members: [(key: String, value: Value)] = []
        if !parameter.summary.isEmpty {
            members.append(("description", .string(parameter.summary)))
        }
        switch parameter.kind {
        case .string, .pattern: members.append(("type", "string"))
        case .integer: members.append(("type", "integer"))
        case .number: members.append(("type", "number"))
        case .boolean: members.append(("type", "boolean"))
        case .choice(let names):
            members.append(("enum", .array(names.map { .string($0) })))
        default: break  // a list takes a single value, too
        }
        if let limits = parameter.limits {
            members.append(("minimum", .integer(limits.lowerBound)))
            members.append(("maximum", .integer(limits.upperBound)))
        }
        if parameter.defaultValue != .absent {
            members.append(("default", parameter.defaultValue))
        }
        return .object(Value.Object(members))
    }
}

extension PluginManifest {
    /// The manifest as `ruleshell plugin stamp` writes it into a file: with a JSON Schema of the
    /// settings, which follows from the rest, if there are settings.
    package var note: Value {
        guard !configuration.isEmpty, case .object(let object) = value else { return value }
        let schema = SettingsSchema.schema(of: configuration)
        return .object(Value.Object(object.members + [("settingsSchema", schema)]))
    }
}
