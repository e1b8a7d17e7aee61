// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A library that is loaded and initialized, with its rules.
final class PluginVersion: @unchecked Sendable {  // nothing changes after init
    let table: PluginTable
    /// The rules in the order of the plugin's table; the plugin is not shut down while one of them
    /// exists.
    let definitions: [RuleDefinition]
    let copy: PrivateCopy
    /// The settings as they were given.
    let configuration: Value
    /// `true` if the plugin has neither `init` nor `shutdown`, and so nothing to read again or to
    /// end.
    let isStateless: Bool

    /// Shuts the plugin down when this and all rules made of it have ended, also if its rules cannot
    /// be read.
    ///
    /// - Throws: An error of stage table.
    init(
        _ running: RunningPlugin, copy: PrivateCopy, configuration: Value
    ) throws(StageError) {
        table = running.table
        isStateless = running.isStateless
        definitions = try running.definitions(keeping: PluginLifetime(running))
        self.copy = copy
        self.configuration = configuration
    }

    func source(path: String) -> RuleSource {
        .plugin(id: table.id, version: table.version, path: path)
    }
}

/// A plugin from `init` on: it is shut down when the last rule that holds this ends.
private final class PluginLifetime: @unchecked Sendable {  // nothing changes after init
    private let plugin: RunningPlugin

    init(_ plugin: RunningPlugin) {
        self.plugin = plugin
    }

    deinit { PluginHost.calls.shutDown(plugin) }
}

/// A plugin of a host.
struct HostedPlugin: Sendable {
    let path: String
    let registry: RuleRegistry
    /// The settings that were given for this path alone, or absent.
    var configuration: Value
    /// The version whose rules are registered.
    private(set) var current: PluginVersion
    /// Stateless ones of earlier and later files, to be taken again as they are.
    private var spares: [PluginVersion] = []
    /// The number of times a library was loaded for it.
    private var loads = 1
    /// The file as it was before it was read the last time.
    var fingerprint: PluginFingerprint?

    init(
        path: String, registry: RuleRegistry, configuration: Value, current: PluginVersion,
        fingerprint: PluginFingerprint?
    ) {
        self.path = path
        self.registry = registry
        self.configuration = configuration
        self.current = current
        self.fingerprint = fingerprint
    }

    var id: String { current.table.id }

    /// The plugin as the program sees it.
    var plugin: LoadedPlugin {
        LoadedPlugin(
            id: id, version: current.table.version, path: path,
            ruleIds: current.definitions.map(\.id), origin: current.table.origin,
            versionsHeld: loads)
    }

    func holds(_ copy: PrivateCopy) -> Bool {
        ([current] + spares).contains { $0.copy.hasSameBytes(as: copy) }
    }

    /// Returns `true` if the current version has these bytes and these settings.
    func runs(_ copy: PrivateCopy, with settings: GivenSettings) -> Bool {
        isVersion(current, of: copy, with: settings)
    }

    /// A version of these bytes and settings that need not be loaded again.
    func spare(of copy: PrivateCopy, with settings: GivenSettings) -> PluginVersion? {
        ([current] + spares).first {
            $0.isStateless && isVersion($0, of: copy, with: settings)
        }
    }

    private func isVersion(
        _ version: PluginVersion, of copy: PrivateCopy, with settings: GivenSettings
    ) -> Bool {
        version.configuration == settings.settings(of: id)
            && version.copy.hasSameBytes(as: copy)
    }

    /// A version was loaded, whatever becomes of its rules.
    mutating func addLoaded(_ version: PluginVersion) {
        loads += 1
        if version.isStateless { spares.append(version) }
    }

    mutating func switchTo(_ version: PluginVersion) {
        if current.isStateless { spares.append(current) }
        spares.removeAll { $0 === version }
        current = version
    }
}
