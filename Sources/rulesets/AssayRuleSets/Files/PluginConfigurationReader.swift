// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayJSONRuleSets

/// The settings of a plugin, with their place.
package struct PluginConfiguration: Sendable, Equatable {
    /// The plugin's id.
    package let id: String
    /// The settings, an object.
    package let settings: Value
    /// The place of the id.
    package let location: FileLocation
}

/// Reads settings of plugins: a mapping from ids of plugins to mappings of settings, in YAML or in
/// JSON.
///
///     wordList:
///       file: /etc/words.txt
///
/// A plain scalar is a number, `true`, `false` or `null` if it is one in JSON, and a text otherwise.
package enum PluginConfigurationReader {
    /// Reads a file.
    ///
    /// - Returns: The plugins in the order of the file.
    /// - Throws: That the file cannot be read, or every issue in it, with line and column.
    package static func read(
        contentsOfFile path: String
    ) throws(RuleSetError) -> [PluginConfiguration] {
        try read(bytes: try FileBytes.read(path, limit: RuleSetReader.maximumBytes), file: path)
    }

    /// Reads UTF-8 bytes; errors show `file` as their name, and one that ends in `.json` is JSON
    /// alone.
    ///
    /// - Throws: Every issue, with line and column.
    package static func read(
        bytes: [UInt8], file: String = "<bytes>"
    ) throws(RuleSetError) -> [PluginConfiguration] {
        let (source, root) = try RuleSetReader.document(in: bytes, file: file)
        guard let root else { return [] }
        var builder = ConfigurationBuilder(source: source)
        let configurations = builder.configurations(in: root)
        guard builder.issues.isEmpty else { throw builder.issues.inFileOrder.error }
        return configurations
    }
}

/// Makes values of nodes, and continues after each issue.
private struct ConfigurationBuilder {
    let source: SourceText
    var issues = IssueList()

    mutating func configurations(in root: DocumentNode) -> [PluginConfiguration] {
        guard case .mapping(let members) = root.content else {
            report(
                "configuration.type", message: "expected the ids of plugins, found \(root.kind)",
                at: root)
            return []
        }
        return uniqueMembers(of: members).compactMap { key, member in
            let settings = value(of: member.value)
            guard case .object = settings else {
                report(
                    "configuration.type",
                    message:
                        "expected the settings of '\(abbreviated(key))', found \(member.value.kind)",
                    at: member.value)
                return nil
            }
            return PluginConfiguration(
                id: key, settings: settings, location: source.location(of: member.key))
        }
    }

    private mutating func value(of node: DocumentNode) -> Value {
        switch node.content {
        case .scalar(let text): return node.style == .plain ? plain(text, of: node) : .string(text)
        case .list(let elements): return .array(elements.map { value(of: $0) })
        case .mapping(let members):
            return .object(
                Value.Object(
                    uniqueMembers(of: members).map { (key: $0, value: value(of: $1.value)) }))
        }
    }

    private func plain(_ text: String, of node: DocumentNode) -> Value {
        if node.isNull { return .null }
        return (try? JSONValueParser.parse(text)) ?? .string(text)
    }

    /// The members whose keys are texts; of those with the same key, the first.
    private mutating func uniqueMembers(
        of members: [DocumentNode.Member]
    ) -> [(String, DocumentNode.Member)] {
        var seen: Set<String> = []
        var result: [(String, DocumentNode.Member)] = []
        for member in members {
            guard case .scalar(let key) = member.key.content else {
                report(
                    "configuration.type", message: "expected a name, found \(member.key.kind)",
                    at: member.key)
                continue
            }
            if seen.insert(key).inserted {
                result.append((key, member))
            } else {
                report(
                    "configuration.duplicateKey",
                    message: "the key '\(abbreviated(key))' appears twice",
                    at: member.key)
            }
        }
        return result
    }

    private mutating func report(_ code: String, message: String, at node: DocumentNode) {
        issues.append(
            RuleSetIssue(
                code: code, message: message, location: source.location(of: node)))
    }
}
