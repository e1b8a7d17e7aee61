// SPDX-License-Identifier: Apache-2.0

/// Messages with `{name}` placeholders.
public enum MessageTemplate {
    /// Replaces each `{name}` by the value that `lookup` gives; a name without a value stays as it
    /// is written, and so does a brace that starts no name.
    ///
    /// O(length).
    public static func format(_ template: String, _ lookup: (String) -> Value?) -> String {
        let open = UInt8(ascii: "{")
        guard let first = template.utf8.firstIndex(of: open) else { return template }
        var result = String(template[..<first])
        var rest = template.utf8[first...]
        while rest.first == open {
            // A name holds no brace, so that whichever comes next ends the search for its end.
            let name = rest.dropFirst().prefix { $0 != open && $0 != UInt8(ascii: "}") }
            if name.endIndex < rest.endIndex, rest[name.endIndex] != open,
                let value = lookup(String(Substring(name)))
            {
                result += text(of: value)
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
            let text = rest.prefix { $0 != open }
            result += Substring(text)
            rest = rest[text.endIndex...]
        }
        return result
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
