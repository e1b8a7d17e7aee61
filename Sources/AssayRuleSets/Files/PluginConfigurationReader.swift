// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The settings of a plugin and where they stand.
public struct PluginConfiguration: Sendable, Equatable {
    /// The plugin's id.
    public let id: String
    /// An object.
    public let settings: Value
    /// Where the id stands.
    public let location: FileLocation
}

/// Reads settings of plugins: a mapping from ids of plugins to mappings of settings, in YAML or in
/// JSON.
///
///     wordList:
///       file: /etc/words.txt
///
/// Plain scalars are what JSON makes of them, a number, `true`, `false` or `null`, and texts
/// otherwise.
public enum PluginConfigurationReader {
    /// Reads a file.
    ///
    /// - Returns: The plugins in the order of the file.
    /// - Throws: That the file cannot be read, or every mistake in it, with line and column.
    public static func read(
        contentsOfFile path: String
    ) throws(RuleSetError) -> [PluginConfiguration] {
        try read(bytes: try FileBytes.read(path, limit: RuleSetReader.maximumBytes), file: path)
    }

    /// Reads UTF-8 bytes; errors show `file` as their name, and one that ends in `.json` is JSON
    /// alone.
    ///
    /// - Throws: Every mistake, with line and column.
    public static func read(
        bytes: [UInt8], file: String = "<bytes>"
    ) throws(RuleSetError) -> [PluginConfiguration] {
        let source = try RuleSetReader.source(bytes, file: file, format: .automatic)
        guard let root = try YAMLComposer.compose(source), !root.isNull else { return [] }
        var builder = ConfigurationBuilder(source: source)
        let configurations = builder.configurations(root)
        guard builder.issues.isEmpty else { throw builder.issues.inFileOrder.error }
        return configurations
    }
}

/// Makes values of nodes and goes on after each mistake.
private struct ConfigurationBuilder {
    let source: SourceText
    var issues = IssueList()

    mutating func configurations(_ root: DocumentNode) -> [PluginConfiguration] {
        guard case .mapping(let members) = root.content else {
            report("configuration.type", "expected the ids of plugins, found \(root.kind)", root)
            return []
        }
        return keyed(members).compactMap { key, member in
            let settings = value(member.value)
            guard case .object = settings else {
                report(
                    "configuration.type",
                    "expected the settings of '\(abbreviated(key))', found \(member.value.kind)",
                    member.value)
                return nil
            }
            return PluginConfiguration(
                id: key, settings: settings, location: source.location(of: member.key))
        }
    }

    private mutating func value(_ node: DocumentNode) -> Value {
        switch node.content {
        case .scalar(let text): return node.style == .plain ? plain(text, node) : .string(text)
        case .list(let elements): return .array(elements.map { value($0) })
        case .mapping(let members):
            return .object(
                Value.Object(keyed(members).map { (key: $0, value: value($1.value)) }))
        }
    }

    private func plain(_ text: String, _ node: DocumentNode) -> Value {
        if node.isNull { return .null }
        return (try? JSONValueParser.parse(text)) ?? .string(text)
    }

    /// The members whose keys are texts that stand once.
    private mutating func keyed(
        _ members: [DocumentNode.Member]
    ) -> [(String, DocumentNode.Member)] {
        var seen: Set<String> = []
        var result: [(String, DocumentNode.Member)] = []
        for member in members {
            guard case .scalar(let key) = member.key.content else {
                report(
                    "configuration.type", "expected a name, found \(member.key.kind)", member.key)
                continue
            }
            if seen.insert(key).inserted {
                result.append((key, member))
            } else {
                report(
                    "configuration.duplicateKey", "the key '\(abbreviated(key))' stands twice",
                    member.key)
            }
        }
        return result
    }

    private mutating func report(_ code: String, _ message: String, _ node: DocumentNode) {
        issues.append(
            RuleSetIssue(
                code: code, message: message, location: source.location(of: node)))
    }
}
