// SPDX-License-Identifier: Apache-2.0
import Synchronization
public import AssayCore
import AssayPluginABI
import AssayServices
import AssaySystem

/// Loads plugins: shared libraries with rules that follow `assay_plugin.h`.
///
/// A plugin runs inside the process with all its rights, so nothing is loaded unless the program
/// asks for it by path. Loading goes through the steps of `PluginStage`; a file that fails at one of
/// them is reported as a `PluginError`, and the next file can be loaded. A crash in its code while it is
/// loaded ends the process of the probe (see `PluginProbe`), a later one ends this process.
///
/// Shared by threads; plugins are loaded one at a time in the whole process.
public final class PluginHost: Sendable {
    struct State {
        var statuses: [PluginStatus] = []
        var plugins: [HostedPlugin] = []
        var passedOver: [PassedOverLibrary] = []
    }

    static let calls = PluginCalls()

    /// The policy that says which files may be loaded.
    package let policy: PluginPolicy
    /// Settings by the ids of the plugins that they are for; each is an object.
    let configurations: [String: Value]
    let log: PluginLog?
    let observer: (any ValidationObserver)?
    let counters = PluginCounters()
    let state = Locked(State())

    /// A host without plugins.
    ///
    /// - Parameters:
    ///   - policy: The policy that says which files may be loaded.
    ///   - configurations: Settings by the ids of the plugins that they are for, each an object.
    ///   - logLevel: The level below which log lines are dropped.
    ///   - observer: An observer of the plugins that are loaded and that fail to load.
    ///   - crashReports: The program's name, for a line on standard error that names the rule that
    ///     crashes and so ends the process, or `nil` to handle no signals. Only a program sets it,
    ///     in its first host.
    ///   - timeout: How long a call of a plugin may take, or `nil` for any time. A call that takes longer ends the
    ///     process with status 2 and a line that names the rule, since a thread in a plugin cannot be
    ///     stopped. Only a program sets it, in its first host.
    ///   - log: A function that takes the log lines of plugins, or `nil` to drop them.
    public init(
        policy: PluginPolicy = .standard, configurations: [String: Value] = [:],
        logLevel: PluginLogLine.Level = .trace, observer: (any ValidationObserver)? = nil,
        crashReports: StaticString? = nil, timeout: Duration? = nil,
        log: (@Sendable (PluginLogLine) -> Void)? = nil
    ) {
        let program = crashReports?.description
        if let program {
            PluginLastWords.reportCrashes(program: program)
            PluginLastWords.reportExits(program: program)
        }
        if let timeout {
            let error = PluginLastWords.endProcess(after: timeout, program: program ?? "assay")
            precondition(error == 0, "cannot watch the time of plugins: no thread can be started")
        }
        self.policy = policy
        self.observer = observer
        self.configurations = configurations
        self.log = log.map { log in
            { @Sendable line in if line.level >= logLevel { log(line) } }
        }
    }

    /// The plugins that are loaded and the files that failed, in order; for each path the last error.
    ///
    /// A plugin whose new file failed is there twice: as it is loaded, and with the error.
    public var plugins: [Result<LoadedPlugin, PluginError>] { state.withLock { $0.statuses } }

    /// The plugins that are loaded, each with its version.
    package var loadedNames: [String] {
        plugins.compactMap { try? $0.get() }.map { "\($0.id) \($0.version)" }
    }

    /// The version that plugins are told.
    package static var version: String { HostTable.version }

    /// The libraries of directories that were not loaded because another one was, in order.
    package var passedOver: [PassedOverLibrary] { state.withLock { $0.passedOver } }

    /// Loads a plugin and registers its rules, all or none.
    ///
    /// - Parameters:
    ///   - path: The library; symbolic links are resolved once.
    ///   - configuration: The plugin's settings by their names, an object; if it is absent, those
    ///     among `configurations` that have the plugin's id.
    ///   - registry: Takes the rules under `<plugin id>.<rule id>`.
    /// - Returns: The plugin, whose rules are registered.
    /// - Throws: `PluginError` with the stage that failed; the registry is then as it was.
    @discardableResult
    public func load(
        path: String, configuration: Value = .absent, into registry: RuleRegistry
    ) throws(PluginError) -> LoadedPlugin {
        do throws(StageError) {
            let plugin = try Self.calls.perform { () throws(StageError) in
                try loadAlone(path: path, configuration: configuration, into: registry)
            }
            observer?.didLoad(PluginEvent(path: path, id: plugin.id, code: nil, reason: nil))
            return plugin
        } catch {
            throw tell(note(error, path: path), of: nil)
        }
    }

    /// Tells the observer of a plugin that failed.
    func tell(_ error: PluginError, of id: String?) -> PluginError {
        observer?.didLoad(
            PluginEvent(path: error.path, id: id, code: error.code, reason: error.description))
        return error
    }

    private func loadAlone(
        path: String, configuration: Value, into registry: RuleRegistry
    ) throws(StageError) -> LoadedPlugin {
        let fingerprint = PluginFingerprint(path: path)
        let copy = try readCopy(of: path)
        try checkIsNew(copy)
        try checkTrust(of: copy, path: path)
        let version = try start(
            copy, path: path, settings: GivenSettings(own: configuration, byPlugin: configurations),
            checksTable: checkIsNew)
        try register(version, path: path, into: registry)
        let hosted = HostedPlugin(
            path: path, registry: registry, configuration: configuration, current: version,
            fingerprint: fingerprint)
        state.withLock { $0.plugins.append(hosted) }
        note(.success(hosted.plugin), path: path)
        return hosted.plugin
    }

    // MARK: - The stages

    /// The stages open, policy and copy.
    func readCopy(of path: String) throws(StageError) -> PrivateCopy {
        let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
        try policy.check(file.status, in: file.directories)
        return try PrivateCopy(of: file)
    }

    func checkTrust(of copy: PrivateCopy, path: String) throws(StageError) {
        #if PluginSignatures
        guard let trust = policy.requiredTrust else { return }
        if policy.isForDebugging {
            throw StageError(
                .trust, found: "a plugin to be debugged, of which no copy is loaded",
                expected: "a copy, whose bytes can be trusted",
                remedy: "debug it without required digests or keys")
        }
        try trust.check(copy, path: path)
        #endif
    }

    /// The stages format to initialize.
    func start(
        _ copy: PrivateCopy, path: String, settings: GivenSettings,
        checksTable: (PluginTable) throws(StageError) -> Void
    ) throws(StageError) -> PluginVersion {
        let file = try ELFFile(copy.bytes)
        try Preflight.check(file)
        try policy.checkNeededLibraries(of: file, path: path)
        let manifest = try policy.manifest(in: file)
        #if PluginSignatures
        try policy.requiredTrust?.check(manifest, of: copy, path: path)
        #endif
        let answer =
            policy.isForDebugging
            ? nil : try policy.tryInProbe(copy, path: path, settings: settings, note: manifest)
        let loaded = try policy.isForDebugging ? Self.original(path) : copy.path
        let thread = ThreadState.current()
        defer { thread.restore() }
        let running = try withoutActuallyEscaping(checksTable) { checksTable throws(StageError) in
            try PluginStart(
                copy: loaded, path: path, settings: settings, directory: copy.dataDirectory,
                note: manifest, seen: answer?.table,
                log: log,
                counters: counters, libraryIsLoaded: copy.keep, checksTable: checksTable
            ).run()
        }
        do throws(StageError) {
            try ThreadState.current().check(against: thread)
        } catch {
            running.shutDown()
            throw error
        }
        return try PluginVersion(
            running, copy: copy, configuration: settings.settings(of: running.table.id))
    }

    /// The path of a library for the loader, which looks for one without a slash elsewhere.
    private static func original(_ path: String) throws(StageError) -> String {
        do throws(SystemError) {
            return try FileSystem.resolve(path)
        } catch {
            throw StageError(
                .open, found: "an error (\(error))", expected: "a file that is still there",
                remedy: "load it again")
        }
    }

    private func checkIsNew(_ copy: PrivateCopy) throws(StageError) {
        let plugins = state.withLock { $0.plugins }
        guard let same = plugins.first(where: { $0.holds(copy) }) else { return }
        throw StageError(
            .copy, found: "the bytes of plugin '\(same.id)' (\(same.path))",
            expected: "a library that is not loaded already", remedy: "load each plugin once")
    }

    private func checkIsNew(_ table: PluginTable) throws(StageError) {
        let plugins = state.withLock { $0.plugins }
        guard let same = plugins.first(where: { $0.id == table.id })?.plugin else { return }
        throw StageError(
            .register, found: "the id '\(table.id)' of plugin \(same.version) (\(same.path))",
            expected: "an id that no loaded plugin has",
            remedy: "load one of the two, or give the plugin another id")
    }

    private func register(
        _ version: PluginVersion, path: String, into registry: RuleRegistry
    ) throws(StageError) {
        do throws(RegistryError) {
            try registry.register(version.definitions, from: version.source(path: path))
        } catch {
            throw StageError(error)
        }
    }

    // MARK: - The list

    /// Adds an error to the list.
    func note(_ stageError: StageError, path: String) -> PluginError {
        let error = stageError.error(path: path)
        note(.failure(error), path: path)
        return error
    }

    /// Adds libraries that are not loaded to their list.
    func note(_ passedOver: [PassedOverLibrary]) {
        state.withLock { state in
            state.passedOver.removeAll { old in passedOver.contains { $0.path == old.path } }
            state.passedOver += passedOver
        }
    }

    /// Puts a status in place of what it supersedes: errors of the path, an earlier version.
    func note(_ status: PluginStatus, path: String) {
        state.withLock { state in
            state.statuses.removeAll {
                if case .failure(let error) = $0 { error.path == path } else { false }
            }
            if case .success(let plugin) = status,
                let index = state.statuses.firstIndex(where: { $0.isLoaded(plugin.id) })
            {
                state.statuses[index] = status
            } else {
                state.statuses.append(status)
            }
        }
    }
}

extension Result<LoadedPlugin, PluginError> {
    fileprivate func isLoaded(_ id: String) -> Bool {
        if case .success(let plugin) = self { plugin.id == id } else { false }
    }
}

extension StageError {
    init(_ error: RegistryError) {
        self.init(
            .register, found: "rule '\(error.id)', which is defined by \(error.existing) already",
            expected: "ids that are free", remedy: "give the plugin or its rule another id")
    }
}
