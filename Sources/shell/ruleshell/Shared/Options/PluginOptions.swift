// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// The options that every command with rules has.
///
/// Plugins that the variable ASSAY_PLUGIN_PATH names are loaded after those of the options.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp(
            "Load a plugin, or each .so in a directory; repeatable.",
            valueName: "so|dir"))
    var paths: [String] = []

    @Option(
        name: .customLong("plugin-config"),
        help: ArgumentHelp(
            "Settings of plugins, in YAML or JSON.", valueName: "file"))
    var configurationFile: String?

    @Option(
        name: .customLong("plugin-log"),
        help: ArgumentHelp(
            "Lowest level of plugin logs to show, or 'off'.", valueName: "level"))
    var logLevel = LogLevel.warning

    /// The levels of lines that plugins log, from the most talkative to the gravest, and none.
    enum LogLevel: String, CaseIterable, ExpressibleByArgument {
        case trace, debug, info, warning, error, off

        fileprivate var least: PluginLogLine.Level? {
            switch self {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            case .off: nil
            }
        }
    }

    @Option(
        name: .customLong("plugin-timeout"),
        help: ArgumentHelp(
            "End the run if a call of a plugin takes longer than this, such as 500ms or 2s.",
            valueName: "time"),
        transform: PluginTimeout.read)
    var timeout: Duration?

    @Flag(
        name: .customLong("plugin-debug"),
        help: "Load plugins from their own paths, without the probe, for debuggers and sanitizers.")
    var isForDebugging = false

    @Option(
        name: .customLong("plugin-allow-call"),
        help: ArgumentHelp(
            "Let plugins attempt a system call that the probe rejects; repeatable.",
            valueName: "call"))
    var allowedCalls: [ProbedCall] = []

    @Option(
        name: .customLong("plugin-memory"),
        help: ArgumentHelp(
            "Mebibytes that a plugin may address in the probe.", valueName: "mib"))
    var memory: Mebibytes = .standard

    #if PluginSignatures
    @OptionGroup var trust: TrustOptions
    #endif

    /// Returns the built-in rules and those of the plugins.
    ///
    /// A plugin of the options that fails to load ends the command; one of the environment is a
    /// warning.
    func load() throws(Diagnostic) -> RuleRegistry {
        try open().registry
    }

    /// Returns the rules with the host of their plugins, which can load more.
    ///
    /// - Parameter readsEnvironment: `false` to leave out the plugins of the environment.
    /// - Returns: The rules, and the host of their plugins.
    /// - Throws: The error in a plugin of the options, or in a file of settings.
    func open(
        readsEnvironment: Bool = true
    ) throws(Diagnostic) -> (registry: RuleRegistry, host: PluginHost) {
        let registry = RuleRegistry.standard()
        let configurations = try PluginConfigurationFile(configurationFile)
        let host = try host(with: configurations)
        try Diagnostic.throwAll(Self.diagnostics(of: host.load(paths: paths, into: registry)))
        if readsEnvironment {
            for diagnostic in Self.diagnostics(of: host.loadFromEnvironment(into: registry)) {
                StandardError.write(diagnostic.shownWarning)
            }
        }
        try configurations.check(against: registry)
        return (registry, host)
    }

    /// Adds the files that the options and the environment name.
    func add(to uses: inout FileUses) {
        for file in PluginHost.libraries(of: paths + PluginHost.environmentPaths) {
            uses.add(path: file, as: "the plugin")
            uses.add(path: PluginHost.existingSignature(of: file), as: "the signature")
        }
        if let configurationFile { uses.add(path: configurationFile, as: "the settings") }
        #if PluginSignatures
        for key in trust.keys { uses.add(path: key, as: "the key") }
        if let store = trust.store { uses.add(path: store, as: "the trust store") }
        #endif
    }

    /// A host with the policy of the options, without plugins.
    func host(with configurations: PluginConfigurationFile) throws(Diagnostic) -> PluginHost {
        if let timeout, !CurrentProcess.endPlugins(after: timeout) {
            throw Diagnostic(
                "plugin.timeout", "cannot watch the time of plugins: no thread can be started",
                help: "allow the process more threads, or leave out --plugin-timeout")
        }
        var policy = PluginPolicy.standard
        policy.probe = .required
        policy.isForDebugging = isForDebugging
        policy.probeMemory = memory.bytes
        policy.allowedCalls = Set(allowedCalls.map(\.rawValue))
        if isForDebugging { StandardError.write(Self.debugging.shownWarning) }
        #if PluginSignatures
        policy.requiredTrust = try trust.trust()
        #endif
        return PluginHost(
            policy: policy, configurations: configurations.settings,
            logLevel: logLevel.least ?? .error, log: logLevel == .off ? nil : Self.show)
    }

    private static let debugging = Diagnostic(
        "plugin.debug", "plugins are loaded without the probe, and not as copies",
        help: "leave out --plugin-debug unless you are debugging")

    /// Writes a line that a plugin logs to standard error.
    private static func show(_ line: PluginLogLine) {
        StandardError.write(
            SafeText.line("ruleshell: \(line.level)[plugin.log] \(line.source): \(line.text)")
                + "\n")
    }

    private static func diagnostics(of statuses: [PluginStatus]) -> [Diagnostic] {
        statuses.compactMap { status in
            if case .failure(let error) = status { Diagnostic(error) } else { nil }
        }
    }
}
