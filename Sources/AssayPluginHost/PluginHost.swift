// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI

/// Loads plugins: shared libraries with rules that keep to `assay_plugin.h`.
///
/// A plugin runs inside the process with all its rights, so nothing is loaded unless the program
/// asks for it by path. Loading goes through the steps of `PluginStage`; whatever is wrong with a
/// file ends in a `PluginError`, and the next file can be loaded. A crash in its code while it is
/// loaded ends the process of the probe (see `PluginProbe`), a later one ends this process.
///
/// Shared by threads; plugins are loaded one at a time in the whole process.
public final class PluginHost: Sendable {
    struct State {
        var statuses: [PluginStatus] = []
        var plugins: [HostedPlugin] = []
    }

    static let loading = Locked(())

    /// What files are acceptable.
    public let policy: PluginPolicy
    /// Settings by the ids of the plugins that they are for; each is an object.
    public let configurations: [String: Value]
    let log: PluginLog?
    let state = Locked(State())

    /// A host without plugins.
    ///
    /// - Parameters:
    ///   - policy: What files are acceptable.
    ///   - configurations: Settings by the ids of the plugins that they are for, each an object.
    ///   - log: Takes what plugins write for the log; nil: nobody does.
    public init(
        policy: PluginPolicy = .standard, configurations: [String: Value] = [:],
        log: PluginLog? = nil
    ) {
        self.policy = policy
        self.configurations = configurations
        self.log = log
    }

    /// What is loaded and what was refused, in order; for each path that was refused several times
    /// the last refusal.
    ///
    /// A plugin whose new file was refused is there twice: as it is loaded, and with the refusal.
    public var plugins: [PluginStatus] { state.withLock { $0.statuses } }

    /// Loads a plugin and registers its rules, all or none.
    ///
    /// - Parameters:
    ///   - path: The library; symbolic links are resolved once.
    ///   - configuration: The plugin's settings by their names, an object; if it is absent, those
    ///     among `configurations` that have the plugin's id.
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
            throw note(error, path: path)
        }
    }

    private func loadAlone(
        _ path: String, _ configuration: Value, _ registry: RuleRegistry
    ) throws(Refusal) -> LoadedPlugin {
        let mark = FileMark(path)
        let copy = try readCopy(path)
        try checkIsNew(copy)
        try checkTrust(copy, path)
        let version = try start(
            copy, path, PluginSettings(own: configuration, byPlugin: configurations),
            checksTable: checkIsNew)
        do throws(Refusal) {
            try register(version, path, registry)
        } catch {
            version.running.shutDown()
            throw error
        }
        let hosted = HostedPlugin(
            path: path, registry: registry, configuration: configuration, versions: [version],
            current: version, mark: mark)
        state.withLock { $0.plugins.append(hosted) }
        note(.loaded(hosted.plugin), path: path)
        return hosted.plugin
    }

    // MARK: - The stages

    /// The stages open, policy and copy.
    func readCopy(_ path: String) throws(Refusal) -> PrivateCopy {
        let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
        try policy.check(file.status, in: file.directories)
        return try PrivateCopy(of: file)
    }

    func checkTrust(_ copy: PrivateCopy, _ path: String) throws(Refusal) {
        #if PluginSignatures
        try policy.requiredTrust?.check(copy, path: path)
        #endif
    }

    /// The stages format to initialize.
    func start(
        _ copy: PrivateCopy, _ path: String, _ settings: PluginSettings,
        checksTable: (PluginTable) throws(Refusal) -> Void
    ) throws(Refusal) -> PluginVersion {
        let file = try ELFFile(copy.bytes)
        try Preflight.check(file)
        let manifest = try policy.manifest(in: file)
        try policy.tryInProbe(copy, path: path, settings: settings, note: manifest)
        let running = try withoutActuallyEscaping(checksTable) { checksTable throws(Refusal) in
            try PluginStart(
                copy: copy.path, path: path, settings: settings, note: manifest, log: log,
                libraryIsLoaded: copy.keep, checksTable: checksTable
            ).run()
        }
        do throws(Refusal) {
            return PluginVersion(
                running, try running.definitions(), copy, settings.settings(of: running.table.id))
        } catch {
            running.shutDown()
            throw error
        }
    }

    private func checkIsNew(_ copy: PrivateCopy) throws(Refusal) {
        let plugins = state.withLock { $0.plugins }
        let same = plugins.first { plugin in
            plugin.versions.contains { $0.copy.hasSameBytes(as: copy) }
        }
        guard let same else { return }
        throw Refusal(
            .copy, found: "the bytes of plugin '\(same.id)' (\(same.path))",
            expected: "a library that is not loaded already", remedy: "load each plugin once")
    }

    private func checkIsNew(_ table: PluginTable) throws(Refusal) {
        let plugins = state.withLock { $0.plugins }
        guard let same = plugins.first(where: { $0.id == table.id })?.plugin else { return }
        throw Refusal(
            .register, found: "the id '\(table.id)' of plugin \(same.version) (\(same.path))",
            expected: "an id that no loaded plugin has",
            remedy: "load one of the two, or give the plugin another id")
    }

    private func register(
        _ version: PluginVersion, _ path: String, _ registry: RuleRegistry
    ) throws(Refusal) {
        do throws(RegistryError) {
            try registry.register(version.definitions, from: version.source(path: path))
        } catch {
            throw Refusal(error)
        }
    }

    // MARK: - The list

    /// Adds a refusal to the list.
    func note(_ refusal: Refusal, path: String) -> PluginError {
        let error = refusal.error(path: path)
        note(.refused(error), path: path)
        return error
    }

    /// Puts a status in place of what it supersedes: refusals of the path, an earlier version.
    func note(_ status: PluginStatus, path: String) {
        state.withLock { state in
            state.statuses.removeAll {
                if case .refused(let error) = $0 { error.path == path } else { false }
            }
            if case .loaded(let plugin) = status,
                let index = state.statuses.firstIndex(where: { $0.isLoaded(plugin.id) })
            {
                state.statuses[index] = status
            } else {
                state.statuses.append(status)
            }
        }
    }
}

extension PluginStatus {
    fileprivate func isLoaded(_ id: String) -> Bool {
        if case .loaded(let plugin) = self { plugin.id == id } else { false }
    }
}

extension Refusal {
    init(_ error: RegistryError) {
        switch error {
        case .duplicate(let id, let existing, _):
            self.init(
                .register, found: "rule '\(id)', which is defined by \(existing) already",
                expected: "ids that are free", remedy: "give the plugin or its rule another id")
        }
    }
}
