// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A library that is loaded and initialised, with its rules.
final class PluginVersion: @unchecked Sendable {  // nothing changes after init
    let running: RunningPlugin
    /// In the order of the plugin's table.
    let definitions: [RuleDefinition]
    let copy: PrivateCopy
    /// The settings as they were given.
    let configuration: Value

    init(
        running: RunningPlugin, definitions: [RuleDefinition], copy: PrivateCopy,
        configuration: Value
    ) {
        self.running = running
        self.definitions = definitions
        self.copy = copy
        self.configuration = configuration
    }

    func source(path: String) -> RuleSource {
        .plugin(id: running.table.id, version: running.table.version, path: path)
    }
}

/// A plugin of a host.
struct HostedPlugin: Sendable {
    let path: String
    let registry: RuleRegistry
    /// The settings that were given for this path alone, or absent.
    var configuration: Value
    /// Everything that was loaded for it, in that order.
    var versions: [PluginVersion]
    /// Whose rules are registered.
    var current: PluginVersion
    /// The file as it was before it was read the last time.
    var fingerprint: PluginFingerprint?

    var id: String { current.running.table.id }

    /// What the program is told.
    var plugin: LoadedPlugin {
        LoadedPlugin(
            id: id, version: current.running.table.version, path: path,
            ruleIds: current.definitions.map(\.id), versionsHeld: versions.count)
    }

    /// The version of these bytes that runs with these settings.
    func version(of copy: PrivateCopy, with settings: GivenSettings) -> PluginVersion? {
        versions.first {
            $0.configuration == settings.settings(of: id) && $0.copy.hasSameBytes(as: copy)
        }
    }
}
