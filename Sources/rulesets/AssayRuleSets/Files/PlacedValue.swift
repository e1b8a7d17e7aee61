// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayJSONRuleSets

/// A value of a YAML or JSON file, with its place.
package struct PlacedValue: Sendable {
    /// The parts of a value.
    package indirect enum Content: Sendable {
        case scalar(Value)
        case list([PlacedValue])
        /// Keys that are texts, each once.
        case mapping([(key: String, value: PlacedValue)])
    }

    package let content: Content
    /// The first character.
    package let location: FileLocation

    /// Makes a value whose parts all have one place, such as a line of JSON.
    package init(_ value: Value, at location: FileLocation) {
        self.location = location
        switch value {
        case .array(let elements): content = .list(elements.map { PlacedValue($0, at: location) })
        case .object(let object):
            content = .mapping(
                object.members.map { (key: $0.key, value: PlacedValue($0.value, at: location)) })
        default: content = .scalar(value)
        }
    }

    fileprivate init(content: Content, location: FileLocation) {
        self.content = content
        self.location = location
    }

    /// The value without its places.
    package var value: Value {
        switch content {
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.value))
        case .mapping(let members):
            .object(Value.Object(members.map { (key: $0.key, value: $0.value.value) }))
        }
    }

    /// The member of a mapping with this key, nil for other values and keys.
    package subscript(_ key: String) -> PlacedValue? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }
}

/// Reads files of any shape in YAML or JSON.
///
/// A plain scalar is a number, `true`, `false` or `null` if it is one in JSON, and a text otherwise.
package enum PlacedValueReader {
    /// Reads a file.
    ///
    /// - Returns: The value; nil for a file without one.
    /// - Throws: `RuleSetError`: the file cannot be read, or every issue in it, with line and column.
    package static func read(contentsOfFile path: String) throws(RuleSetError) -> PlacedValue? {
        try read(bytes: try FileBytes.read(path, limit: RuleSetReader.maximumBytes), file: path)
    }

    /// Reads UTF-8 bytes; errors show `file` as their name, and one that ends in `.json` is JSON
    /// alone.
    ///
    /// - Throws: `RuleSetError` with every issue, with line and column.
    package static func read(
        bytes: [UInt8], file: String = "<bytes>"
    ) throws(RuleSetError) -> PlacedValue? {
        let (source, root) = try RuleSetReader.document(in: bytes, file: file)
        guard let root else { return nil }
        var builder = PlacedValueBuilder(source: source)
        let value = builder.value(of: root)
        guard builder.issues.isEmpty else { throw builder.issues.inFileOrder.error }
        return value
    }
}

/// Makes values of nodes, and continues after each issue.
private struct PlacedValueBuilder {
    let source: SourceText
    var issues = IssueList()

    mutating func value(of node: DocumentNode) -> PlacedValue {
        PlacedValue(content: content(of: node), location: source.location(of: node))
    }

    private mutating func content(of node: DocumentNode) -> PlacedValue.Content {
        switch node.content {
        case .scalar(let text):
            guard node.style == .plain else { return .scalar(.string(text)) }
            if node.isNull { return .scalar(.null) }
            return .scalar((try? JSONValueParser.parse(text)) ?? .string(text))
        case .list(let elements): return .list(elements.map { value(of: $0) })
        case .mapping(let members): return .mapping(uniqueMembers(of: members))
        }
    }

    private mutating func uniqueMembers(
        of members: [DocumentNode.Member]
    ) -> [(key: String, value: PlacedValue)] {
        var seen: Set<ExactKey> = []
        var result: [(key: String, value: PlacedValue)] = []
        for member in members {
            guard case .scalar(let key) = member.key.content else {
                report(
                    "ruleSet.type", message: "expected a name, found \(member.key.kind)",
                    at: member.key)
                continue
            }
            if seen.insert(ExactKey(key)).inserted {
                result.append((key, value(of: member.value)))
            } else {
                report(
                    "ruleSet.duplicateKey", message: "the key '\(abbreviated(key))' appears twice",
                    at: member.key)
            }
        }
        return result
    }

    private mutating func report(_ code: String, message: String, at node: DocumentNode) {
        issues.append(
            RuleSetIssue(code: code, message: message, location: source.location(of: node)))
    }
}
