// SPDX-License-Identifier: Apache-2.0
import Synchronization
public import AssayCore

extension PluginHost {
    /// Reads the file of a loaded plugin again and switches to the rules that it has now.
    ///
    /// New bytes go through every stage and are loaded beside the old ones; then the registry and
    /// every `ValidatorsManager` bound to it switch to the new rules at once (see
    /// `RuleRegistry.replaceRules`). Calls that are running end with the rules they began with.
    ///
    /// No library is ever unloaded, and `shutdown` of a version that is replaced is not called: it
    /// stays initialised, and when its bytes come back with the same settings, it is used again
    /// as it is. Memory grows with the number of different files, not with that of reloads.
    ///
    /// - Parameters:
    ///   - name: The plugin's id, or its path as it was given.
    ///   - configuration: Its settings from now on, an object; nil: as before.
    /// - Returns: The plugin as it is now.
    /// - Throws: `PluginError` with the stage that failed; the plugin is then as it was. Stage register
    ///   fails for another id, for ids of rules that are taken, and for rules with which validators in
    ///   use do not compile.
    @discardableResult
    public func reload(
        _ name: String, configuration: Value? = nil
    ) throws(PluginError) -> LoadedPlugin {
        let plugin = try find(name)
        do throws(StageError) {
            return try Self.loading.withLock { _ throws(StageError) in
                try reloadAlone(hosted(plugin.id) ?? plugin, configuration: configuration)
            }
        } catch {
            throw note(error, path: plugin.path)
        }
    }

    private func hosted(_ id: String) -> HostedPlugin? {
        state.withLock { $0.plugins.first { $0.id == id } }
    }

    private func find(_ name: String) throws(PluginError) -> HostedPlugin {
        let loaded = state.withLock { $0.plugins }
        if let plugin = loaded.first(where: { $0.id == name || $0.path == name }) { return plugin }
        let ids = loaded.map { "'\($0.id)'" }.joined(separator: ", ")
        throw PluginError(
            stage: .open, path: name, found: "no loaded plugin with this id or path",
            expected: ids.isEmpty ? "a plugin that is loaded" : "one of \(ids)",
            remedy: "load the plugin first")
    }

    private func reloadAlone(
        _ hosted: HostedPlugin, configuration: Value?
    ) throws(StageError) -> LoadedPlugin {
        if policy.isForDebugging {
            throw StageError(
                .load, found: "a plugin to be debugged", expected: "one that was loaded as a copy",
                remedy: "start the program again")
        }
        var plugin = hosted
        plugin.configuration = configuration ?? plugin.configuration
        let settings = GivenSettings(own: plugin.configuration, byPlugin: configurations)
        plugin.fingerprint = PluginFingerprint(path: plugin.path)
        let copy = try readCopy(of: plugin.path)
        try checkTrust(of: copy, path: plugin.path)
        if let known = plugin.version(of: copy, with: settings) {
            try switchRules(of: plugin, to: known)
            plugin.current = known
        } else {
            let version = try start(copy, path: plugin.path, settings: settings) {
                table throws(StageError) in
                try Self.check(table, isPlugin: hosted.id)
            }
            plugin.versions.append(version)
            hold(version, of: plugin.id)
            try switchRules(of: plugin, to: version)
            plugin.current = version
        }
        update(plugin)
        return plugin.plugin
    }

    private static func check(_ table: PluginTable, isPlugin id: String) throws(StageError) {
        guard table.id != id else { return }
        throw StageError(
            .register, found: "the id '\(table.id)'",
            expected: "the id '\(id)' of the plugin that is reloaded",
            remedy: "load it as a plugin of its own")
    }

    /// Switches the registry and the managers to the rules of another version.
    private func switchRules(
        of plugin: HostedPlugin, to version: PluginVersion
    ) throws(StageError) {
        guard version !== plugin.current else { return }
        do throws(RuleReplacementError) {
            try plugin.registry.replaceRules(
                ofPlugin: plugin.id, with: version.definitions,
                from: version.source(path: plugin.path))
        } catch {
            switch error {
            case .duplicate(let error): throw StageError(error)
            case .ruleSets(let error):
                let issues = error.issues.map { oneLine($0.description) }
                throw StageError(
                    .register,
                    found: "rules that do not fit validators in use "
                        + "(\(issues.joined(separator: ", ")))",
                    expected: "every rule and argument that is in use",
                    remedy: "put them back, or change the validators first")
            }
        }
    }

    /// A version that fails from here on is held all the same: it is initialised.
    private func hold(_ version: PluginVersion, of id: String) {
        change(id) { $0.versions.append(version) }
    }

    private func update(_ plugin: HostedPlugin) {
        change(plugin.id) { $0 = plugin }
    }

    private func change(_ id: String, _ body: (inout HostedPlugin) -> Void) {
        let changed: LoadedPlugin? = state.withLock { state in
            guard let index = state.plugins.firstIndex(where: { $0.id == id }) else { return nil }
            body(&state.plugins[index])
            return state.plugins[index].plugin
        }
        if let changed { note(.success(changed), path: changed.path) }
    }
}
