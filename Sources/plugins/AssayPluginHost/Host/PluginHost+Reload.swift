// SPDX-License-Identifier: Apache-2.0
import Synchronization
public import AssayCore

/// The outcome of a reload.
package enum PluginReload: Sendable, Equatable {
    /// The plugin was started anew, or its rules are those of another file.
    case reloaded(LoadedPlugin)
    /// The file and the settings are as they were, and there is nothing else to read again.
    case unchanged(LoadedPlugin)

    package var plugin: LoadedPlugin {
        switch self {
        case .reloaded(let plugin), .unchanged(let plugin): plugin
        }
    }
}

extension PluginHost {
    /// Reads the file of a loaded plugin, its settings and its data again and switches to the rules
    /// that it has now.
    ///
    /// The bytes go through every stage and are loaded beside the old ones, also where they are the
    /// same: `init` reads its settings and its data again. Only of a plugin without `init` and
    /// `shutdown` are bytes taken again that are loaded. Then the registry and every
    /// `ValidatorsManager` bound to it switch to the new rules at once (see
    /// `RuleRegistry.replaceRules`). Calls that are running end with the rules they began with; after
    /// the last of them the old instances are destroyed, and the old plugin is shut down.
    ///
    /// No library is ever unloaded: each load takes its memory and a file descriptor for the life of
    /// the process.
    ///
    /// - Parameters:
    ///   - name: The plugin's id, or its path as it was given.
    ///   - configuration: The new settings, an object, or `nil` to keep the current ones.
    /// - Returns: The plugin as it is now.
    /// - Throws: `PluginError` with the stage that failed; the plugin is then as it was. Stage register
    ///   fails for another id, for ids of rules that are taken, and for rules with which validators in
    ///   use do not compile.
    @discardableResult
    public func reload(
        _ name: String, configuration: Value? = nil
    ) throws(PluginError) -> LoadedPlugin {
        try reload(name, configuration: configuration, evenIfUnchanged: true).plugin
    }

    /// Reloads a plugin, and says whether anything was read again.
    ///
    /// - Parameters:
    ///   - name: The plugin's id, or its path as it was given.
    ///   - configuration: The new settings, an object, or `nil` to keep the current ones.
    ///   - evenIfUnchanged: `true` to start a plugin anew even if its file and settings are
    ///     unchanged.
    /// - Returns: The plugin as it is now, and whether it was reloaded.
    /// - Throws: `PluginError` as above.
    package func reload(
        _ name: String, configuration: Value? = nil, evenIfUnchanged: Bool
    ) throws(PluginError) -> PluginReload {
        // No part of the old plugin is held here: it is to end with the reload.
        let (path, id) = try { plugin in (plugin.path, plugin.id) }(find(name))
        do throws(StageError) {
            let reload = try Self.calls.perform { () throws(StageError) in
                guard let plugin = hosted(name) else { throw notLoaded() }
                return try reloadAlone(
                    plugin, configuration: configuration, evenIfUnchanged: evenIfUnchanged)
            }
            if case .reloaded = reload {
                observer?.didLoad(PluginEvent(path: path, id: id, code: nil, reason: nil))
            }
            return reload
        } catch {
            throw tell(note(error, path: path), of: id)
        }
    }

    private func hosted(_ name: String) -> HostedPlugin? {
        state.withLock { $0.plugins.first { $0.id == name || $0.path == name } }
    }

    private func find(_ name: String) throws(PluginError) -> LoadedPlugin {
        guard let plugin = hosted(name)?.plugin else { throw notLoaded().error(path: name) }
        return plugin
    }

    private func notLoaded() -> StageError {
        let ids = state.withLock { $0.plugins.map { "'\($0.id)'" } }.joined(separator: ", ")
        return StageError(
            .open, found: "no loaded plugin with this id or path",
            expected: ids.isEmpty ? "a plugin that is loaded" : "one of \(ids)",
            remedy: "load the plugin first")
    }

    private func reloadAlone(
        _ hosted: HostedPlugin, configuration: Value?, evenIfUnchanged: Bool
    ) throws(StageError) -> PluginReload {
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
        if plugin.runs(copy, with: settings), plugin.current.isStateless || !evenIfUnchanged {
            update(plugin)
            return .unchanged(plugin.plugin)
        }
        let version: PluginVersion
        if let spare = plugin.spare(of: copy, with: settings) {
            version = spare
        } else {
            try ProcessRoom.current().check()
            version = try start(copy, path: plugin.path, settings: settings) {
                table throws(StageError) in
                try Self.check(table, isPlugin: hosted.id)
            }
            plugin.addLoaded(version)
            // Also if its rules do not fit.
            change(plugin.id) { $0.addLoaded(version) }
        }
        try switchRules(of: plugin, to: version)
        plugin.switchTo(version)
        update(plugin)
        return .reloaded(plugin.plugin)
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
