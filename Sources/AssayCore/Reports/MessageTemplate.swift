// SPDX-License-Identifier: Apache-2.0

/// Messages with `{name}` placeholders.
public enum MessageTemplate {
    /// Replaces each `{name}` by the value that `lookup` gives; a name without a value stays as it
    /// is written, and so does a brace that starts no name.
    ///
    /// O(length).
    public static func format(_ template: String, _ lookup: (String) -> Value?) -> String {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let behind = rest[rest.index(after: open)...]
            if let close = behind.firstIndex(of: "}"), let value = lookup(String(behind[..<close]))
            {
                result += text(of: value)
                rest = behind[behind.index(after: close)...]
            } else {
                result += "{"
                rest = behind
            }
        }
        return result + rest
    }

    /// Strings without quotes, lists with commas, the rest as JSON.
    private static func text(of value: Value) -> String {
        switch value {
        case .string(let text): text
        case .array(let elements): elements.map { text(of: $0) }.joined(separator: ", ")
        default: value.json
        }
    }

    /// The names of the placeholders in order.
    public static func placeholders(in template: String) -> [String] {
        var names: [String] = []
        _ = format(template) { name in
            names.append(name)
            return .string("")
        }
        return names
    }
}
