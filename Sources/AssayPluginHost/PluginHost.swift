// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI

/// A plugin whose rules are registered.
///
/// Its library stays loaded for the life of the process.
public struct LoadedPlugin: Sendable, Equatable {
    /// The prefix of its rules.
    public let id: String
    public let version: String
    /// The path as it was given.
    public let path: String
    /// The rules with the plugin's id, in the order of the plugin's table.
    public let ruleIds: [String]
}

/// The outcome of loading one file.
public enum PluginStatus: Sendable, Equatable {
    case loaded(LoadedPlugin)
    case refused(PluginError)
}

/// Loads plugins: shared libraries with rules that keep to `assay_plugin.h`.
///
/// A plugin runs inside the process with all its rights, so nothing is loaded unless the program
/// asks for it by path. Loading goes through the steps of `PluginStage`; whatever is wrong with a
/// file ends in a `PluginError`, and the next file can be loaded. A crash in its code while it is
/// loaded ends the process of the probe (see `PluginProbe`), a later one ends this process.
///
/// Shared by threads; plugins are loaded one at a time in the whole process.
public final class PluginHost: Sendable {
    private struct State {
        var statuses: [PluginStatus] = []
        var loaded: [(plugin: LoadedPlugin, copy: PrivateCopy)] = []
    }

    private static let loading = Locked(())

    /// What files are acceptable.
    public let policy: PluginPolicy
    private let state = Locked(State())

    /// A host without plugins.
    public init(policy: PluginPolicy = .standard) {
        self.policy = policy
    }

    /// What was loaded and what was refused, in order; for each path that was refused several times
    /// the last refusal.
    public var plugins: [PluginStatus] { state.withLock { $0.statuses } }

    /// Loads a plugin and registers its rules, all or none.
    ///
    /// - Parameters:
    ///   - path: The library; symbolic links are resolved once.
    ///   - configuration: The plugin's settings by their names, an object or absent.
    ///   - registry: Takes the rules under `<plugin id>.<rule id>`.
    /// - Returns: The plugin, whose rules are registered.
    /// - Throws: `PluginError` with the stage that refuses it; the registry is as it was then.
    @discardableResult
    public func load(
        path: String, configuration: Value = .absent, into registry: RuleRegistry
    ) throws(PluginError) -> LoadedPlugin {
        do throws(Refusal) {
            return try Self.loading.withLock { _ throws(Refusal) in
                try loadAlone(path, configuration, registry)
            }
        } catch {
            let error = error.error(path: path)
            note(.refused(error), path: path)
            throw error
        }
    }

    private func loadAlone(
        _ path: String, _ configuration: Value, _ registry: RuleRegistry
    ) throws(Refusal) -> LoadedPlugin {
        let copy = try readCopy(path)
        try checkIsNew(copy)
        #if PluginSignatures
        try policy.requiredTrust?.check(copy, path: path)
        #endif
        let file = try ELFFile(copy.bytes)
        try Preflight.check(file)
        let manifest = try policy.manifest(in: file)
        try policy.tryInProbe(copy, path: path, configuration: configuration, note: manifest)
        let start = PluginStart(
            copy: copy.path, path: path, configuration: configuration, note: manifest,
            libraryIsLoaded: copy.keep, checksTable: checkIsNew)
        let running = try start.run()
        let plugin: LoadedPlugin
        do throws(Refusal) {
            plugin = try register(running, path, registry)
        } catch {
            running.shutDown()
            throw error
        }
        self.state.withLock { $0.loaded.append((plugin, copy)) }
        note(.loaded(plugin), path: path)
        return plugin
    }

    private func readCopy(_ path: String) throws(Refusal) -> PrivateCopy {
        let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
        try policy.check(file.status, in: file.directories)
        return try PrivateCopy(of: file)
    }

    private func checkIsNew(_ copy: PrivateCopy) throws(Refusal) {
        let loaded = state.withLock { $0.loaded }
        guard let same = loaded.first(where: { $0.copy.hasSameBytes(as: copy) }) else { return }
        throw Refusal(
            .copy, found: "the bytes of plugin '\(same.plugin.id)' (\(same.plugin.path))",
            expected: "a library that is not loaded already", remedy: "load each plugin once")
    }

    private func checkIsNew(_ table: PluginTable) throws(Refusal) {
        let loaded = state.withLock { $0.loaded }
        guard let same = loaded.first(where: { $0.plugin.id == table.id }) else { return }
        throw Refusal(
            .register,
            found: "the id '\(table.id)' of plugin \(same.plugin.version) (\(same.plugin.path))",
            expected: "an id that no loaded plugin has",
            remedy: "load one of the two, or give the plugin another id")
    }

    private func register(
        _ running: RunningPlugin, _ path: String, _ registry: RuleRegistry
    ) throws(Refusal) -> LoadedPlugin {
        let table = running.table
        let definitions = try running.definitions()
        let source = RuleSource.plugin(id: table.id, version: table.version, path: path)
        do throws(RegistryError) {
            try registry.register(definitions, from: source)
        } catch {
            let (id, existing) =
                switch error {
                case .duplicate(let id, let existing, _): (id, existing)
                }
            throw Refusal(
                .register, found: "rule '\(id)', which is defined by \(existing) already",
                expected: "ids that are free", remedy: "give the plugin or its rule another id")
        }
        return LoadedPlugin(
            id: table.id, version: table.version, path: path, ruleIds: definitions.map(\.id))
    }

    private func note(_ status: PluginStatus, path: String) {
        state.withLock { state in
            state.statuses.removeAll {
                if case .refused(let error) = $0 { error.path == path } else { false }
            }
            state.statuses.append(status)
        }
    }
}
