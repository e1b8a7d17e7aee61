// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A value of a YAML or JSON file and where it stands.
public struct PlacedValue: Sendable {
    /// What the value is made of.
    public indirect enum Content: Sendable {
        case scalar(Value)
        case list([PlacedValue])
        /// Keys that are texts, each once.
        case mapping([(key: String, value: PlacedValue)])
    }

    public let content: Content
    /// The first character.
    public let location: FileLocation

    /// A value that stands in one place with all that is in it, such as a line of JSON.
    public init(_ value: Value, at location: FileLocation) {
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
    public var value: Value {
        switch content {
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.value))
        case .mapping(let members):
            .object(Value.Object(members.map { (key: $0.key, value: $0.value.value) }))
        }
    }

    /// The member of a mapping with this key, nil for other values and keys.
    public subscript(_ key: String) -> PlacedValue? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }
}

/// Reads files of any shape in YAML or JSON.
///
/// Plain scalars are what JSON makes of them, a number, `true`, `false` or `null`, and texts
/// otherwise.
public enum PlacedValueReader {
    /// Reads a file.
    ///
    /// - Returns: The value; nil for a file without one.
    /// - Throws: That the file cannot be read, or every mistake in it, with line and column.
    public static func read(contentsOfFile path: String) throws(RuleSetError) -> PlacedValue? {
        try read(bytes: try FileBytes.read(path, limit: RuleSetReader.maximumBytes), file: path)
    }

    /// Reads UTF-8 bytes; errors show `file` as their name, and one that ends in `.json` is JSON
    /// alone.
    ///
    /// - Throws: Every mistake, with line and column.
    public static func read(
        bytes: [UInt8], file: String = "<bytes>"
    ) throws(RuleSetError) -> PlacedValue? {
        let source = try RuleSetReader.source(bytes, file: file, format: .automatic)
        guard let root = try YAMLComposer.compose(source), !root.isNull else { return nil }
        var builder = PlacedValueBuilder(source: source)
        let value = builder.value(root)
        guard builder.issues.isEmpty else { throw builder.issues.inFileOrder.error }
        return value
    }
}

/// Makes values of nodes and goes on after each mistake.
private struct PlacedValueBuilder {
    let source: SourceText
    var issues = IssueList()

    mutating func value(_ node: DocumentNode) -> PlacedValue {
        PlacedValue(content: content(node), location: source.location(of: node))
    }

    private mutating func content(_ node: DocumentNode) -> PlacedValue.Content {
        switch node.content {
        case .scalar(let text):
            guard node.style == .plain else { return .scalar(.string(text)) }
            if node.isNull { return .scalar(.null) }
            return .scalar((try? JSONValueParser.parse(text)) ?? .string(text))
        case .list(let elements): return .list(elements.map { value($0) })
        case .mapping(let members): return .mapping(keyed(members))
        }
    }

    private mutating func keyed(
        _ members: [DocumentNode.Member]
    ) -> [(key: String, value: PlacedValue)] {
        var seen: Set<ExactKey> = []
        var result: [(key: String, value: PlacedValue)] = []
        for member in members {
            guard case .scalar(let key) = member.key.content else {
                report("ruleSet.type", "expected a name, found \(member.key.kind)", member.key)
                continue
            }
            if seen.insert(ExactKey(key)).inserted {
                result.append((key, value(member.value)))
            } else {
                report(
                    "ruleSet.duplicateKey", "the key '\(abbreviated(key))' stands twice",
                    member.key)
            }
        }
        return result
    }

    private mutating func report(_ code: String, _ message: String, _ node: DocumentNode) {
        issues.append(
            RuleSetIssue(code: code, message: message, location: source.location(of: node)))
    }
}
