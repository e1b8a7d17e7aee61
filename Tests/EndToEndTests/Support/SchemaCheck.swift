// SPDX-License-Identifier: Apache-2.0
import Assay

/// Holds a JSON value against a JSON Schema: `type`, `enum`, `required`, `properties`,
/// `additionalProperties: false`, `items`, `minimum`, and references to definitions.
struct SchemaCheck {
    private let root: Value

    init(_ schema: String) throws {
        root = try JSONValueParser.parse(schema)
    }

    /// What is wrong, with JSON Pointers; empty for a value that fits.
    func issues(in value: Value) -> [String] { issues(value, root, "") }

    private func issues(_ value: Value, _ schema: Value, _ place: String) -> [String] {
        if case .string(let reference) = schema["$ref"] {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return issues(value, root["definitions"][name], place)
        }
        var found: [String] = []
        if case .string(let type) = schema["type"], !Self.has(value, type) {
            return ["\(place) is no \(type)"]
        }
        if case .array(let allowed) = schema["enum"], !allowed.contains(value) {
            found.append("\(place) is \(value.json)")
        }
        if let least = ExactNumber(schema["minimum"]), let number = ExactNumber(value),
            number < least
        {
            found.append("\(place) is below \(schema["minimum"].json)")
        }
        if case .array(let elements) = value, schema["items"] != .absent {
            for (index, element) in elements.enumerated() {
                found += issues(element, schema["items"], "\(place)/\(index)")
            }
        }
        if case .object(let object) = value { found += issues(object, schema, place) }
        return found
    }

    private func issues(
        _ object: Value.Object, _ schema: Value, _ place: String
    ) -> [String] {
        var found: [String] = []
        if case .array(let required) = schema["required"] {
            for case .string(let key) in required where object[key] == nil {
                found.append("\(place) has no \(key)")
            }
        }
        for (key, member) in object.members {
            let inner = schema["properties"][key]
            if inner != .absent {
                found += issues(member, inner, "\(place)/\(key)")
            } else if schema["additionalProperties"] == false {
                found.append("\(place) has \(key)")
            }
        }
        return found
    }

    private static func has(_ value: Value, _ type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
            ("integer", .integer):
            true
        default: false
        }
    }
}
