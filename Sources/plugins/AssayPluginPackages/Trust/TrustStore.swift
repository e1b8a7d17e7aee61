// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
package import AssayCore
package import AssayPluginHost
import AssayRuleSets
package import AssaySignatures

/// The keys that may sign plugins, each with its plugins and their versions: `trust.yaml`.
///
///     trust: 1
///     keys:
///       - key: assay-ed25519-public 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= Acme
///         plugins: ["fleet >= 1.2, < 2", acme]
package struct TrustStore: Sendable {
    /// The plugins that a key may sign.
    package struct Grant: Sendable {
        package let key: VerificationKey
        package let plugins: [RequiredPlugin]
    }

    package let grants: [Grant]
    /// The path of the store, for messages.
    private let name: String
    /// The name of the store in a directory of plugins.
    package static let fileName = "trust.yaml"

    package init(_ grants: [Grant], name: String = fileName) {
        self.grants = grants
        self.name = name
    }

    /// Reads a store.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its contents.
    /// - Throws: `RuleSetError` for what is wrong with it, with line and column.
    package init(file path: String, bytes: [UInt8]) throws(RuleSetError) {
        var reader = TrustStoreReader()
        let root = try PlacedValueReader.read(bytes: bytes, file: path)
        let grants = reader.grants(
            in: root ?? PlacedValue(.null, at: FileLocation(file: path, line: 1, column: 1)))
        guard reader.issues.isEmpty else { throw RuleSetError(reader.issues) }
        self.init(grants, name: path)
    }

    /// The trust of a host that loads only the plugins that this store grants.
    package var trust: PluginTrust {
        var trust = PluginTrust(trustedDigests: [], trustedKeys: Set(grants.map(\.key)))
        trust.grants = Dictionary(grants.map { ($0.key, $0.plugins) }) { $0 + $1 }
        return trust
    }

    /// Finds the key of a signature.
    ///
    /// - Throws: An error if no key of the store has made the signature for these bytes.
    func check(_ digest: Digest, signature text: String) throws(PackageError) -> VerificationKey {
        let signature: Signature
        do throws(SignatureError) {
            signature = try Signature(text)
        } catch {
            throw PackageError(
                .trust, found: "\(error.found) in \(PackageManifest.signaturePath)",
                expected: error.expected, remedy: PackageError.getAnew)
        }
        let key = grants.map(\.key).first { $0.verifies(signature, of: digest, as: .package) }
        if let key { return key }
        let isKnown = grants.contains { $0.key.id == signature.keyID }
        throw PackageError(
            .trust,
            found: isKnown
                ? "a signature of key \(signature.keyID) for another package"
                : "a signature of the unknown key '\(signature.keyID)'",
            expected: grants.isEmpty
                ? "a key in \(name), which has none" : "one of a key in \(name)",
            remedy: isKnown
                ? PackageError.getAnew : "add the key to \(name) if you trust its owner")
    }

    /// Checks that a key may sign a plugin.
    ///
    /// - Throws: An error if it may not.
    func check(_ key: VerificationKey, for manifest: PackageManifest) throws(PackageError) {
        let plugins = grants.filter { $0.key == key }.flatMap(\.plugins)
        guard let version = SemanticVersion(manifest.version) else { return }
        if plugins.contains(where: { $0.accepts(id: manifest.id, version: version) }) { return }
        let list = plugins.map { "'\($0.text)'" }.joined(separator: ", ")
        throw PackageError(
            .trust, found: "\(manifest.id) \(manifest.version) signed by key \(key)",
            expected: list.isEmpty
                ? "a plugin that the key may sign: it may sign none" : "one of \(list)",
            remedy: "add the plugin or the version to the key in \(name) if you trust it with that")
    }
}

/// Reads the values of a store, and continues after each issue.
private struct TrustStoreReader {
    private(set) var issues: [RuleSetIssue] = []

    mutating func grants(in root: PlacedValue) -> [TrustStore.Grant] {
        guard let members = mapping(root, keys: ["trust", "keys"]) else { return [] }
        guard let version = members["trust"], version.value == .integer(1) else {
            report(
                "the store must begin with 'trust: 1'", help: "write it in the first line",
                at: members["trust"] ?? root)
            return []
        }
        guard let keys = members["keys"], case .list(let elements) = keys.content else {
            report("'keys' must be a list of keys", help: nil, at: members["keys"] ?? root)
            return []
        }
        return elements.compactMap { grant(in: $0) }
    }

    private mutating func grant(in node: PlacedValue) -> TrustStore.Grant? {
        guard let members = mapping(node, keys: ["key", "plugins"]) else { return nil }
        guard let key = members["key"], case .scalar(.string(let text)) = key.content else {
            report("'key' must be the line of a public key", help: nil, at: members["key"] ?? node)
            return nil
        }
        guard let plugins = members["plugins"], case .list(let elements) = plugins.content else {
            report(
                "'plugins' must list what the key may sign",
                help: "such as [\"fleet >= 1.2, < 2\"], or ['*'] for everything",
                at: members["plugins"] ?? node)
            return nil
        }
        let required = elements.compactMap { plugin(in: $0) }
        do throws(SignatureError) {
            return TrustStore.Grant(key: try VerificationKey(text), plugins: required)
        } catch {
            report(
                "'key' must be the line of a public key: \(error)",
                help: "copy the line that 'ruleshell plugin keygen' writes to NAME.pub", at: key)
            return nil
        }
    }

    private mutating func plugin(in node: PlacedValue) -> RequiredPlugin? {
        guard case .scalar(.string(let text)) = node.content else {
            report("expected a plugin id with versions", help: nil, at: node)
            return nil
        }
        let plugin = RequiredPlugin(text)
        guard let error = plugin.error, text != RequiredPlugin.every else { return plugin }
        report("'\(abbreviated(text))': \(error.message)", help: error.help, at: node)
        return nil
    }

    private mutating func mapping(
        _ node: PlacedValue, keys: [String]
    ) -> [String: PlacedValue]? {
        guard case .mapping(let members) = node.content else {
            report(
                "expected a mapping with \(keys.joined(separator: " and "))", help: nil, at: node)
            return nil
        }
        for (key, value) in members where !keys.contains(key) {
            report(
                "there is no key '\(abbreviated(key))'",
                help: "the keys here are \(keys.joined(separator: ", "))", at: value)
        }
        return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    private mutating func report(_ message: String, help: String?, at node: PlacedValue) {
        issues.append(
            RuleSetIssue(
                code: "package.store", message: message, help: help, location: node.location))
    }
}
#endif
