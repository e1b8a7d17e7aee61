// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The options that every command with rules has.
///
/// Plugins that the variable ASSAY_PLUGIN_PATH names are loaded behind those of the options.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp(
            "Load a plugin's rules, or those of every .so in a directory; may stand several times.",
            valueName: "so|dir"))
    var paths: [String] = []

    @Option(
        name: .customLong("plugin-config"),
        help: ArgumentHelp(
            "Settings of plugins by their ids, in YAML or JSON.", valueName: "file"))
    var configurationFile: String?

    #if PluginSignatures
    @OptionGroup var trust: TrustOptions
    #endif

    /// The built-in rules and those of the plugins.
    ///
    /// What is wrong with a plugin of the options ends the command; one of the environment is
    /// warned of and left out.
    func load() throws(Diagnostic) -> RuleRegistry {
        try open().registry
    }

    /// The same with the host, which can load more.
    ///
    /// - Parameter readsEnvironment: False leaves the plugins of the environment out.
    /// - Returns: The rules, and the host of their plugins.
    /// - Throws: What is wrong with a plugin of the options, or with a file of settings.
    func open(
        readsEnvironment: Bool = true
    ) throws(Diagnostic) -> (registry: RuleRegistry, host: PluginHost) {
        let registry = RuleRegistry.standard()
        let configurations = try PluginConfigurationFile(configurationFile)
        let host = try host(configurations)
        try Diagnostic.throwAll(Self.diagnostics(host.load(paths: paths, into: registry)))
        if readsEnvironment {
            for diagnostic in Self.diagnostics(host.loadFromEnvironment(into: registry)) {
                StandardError.write(diagnostic.warning)
            }
        }
        try configurations.check(against: registry)
        return (registry, host)
    }

    /// Notes the files that are read for the options, and the plugins of the environment.
    func add(to uses: inout FileUses) {
        for file in PluginHost.libraries(of: paths + PluginHost.environmentPaths) {
            uses.add(path: file, "the plugin")
            uses.add(path: PluginHost.signature(of: file), "the signature")
        }
        if let configurationFile { uses.add(path: configurationFile, "the settings") }
        #if PluginSignatures
        for key in trust.keys { uses.add(path: key, "the key") }
        #endif
    }

    /// A host that keeps to the options and has no plugins yet.
    func host(_ configurations: PluginConfigurationFile) throws(Diagnostic) -> PluginHost {
        var policy = PluginPolicy.standard
        policy.probe = .required
        #if PluginSignatures
        policy.requiredTrust = try trust.trust()
        #endif
        return PluginHost(
            policy: policy, configurations: configurations.settings, log: Self.warn)
    }

    /// Shows what plugins warn of.
    private static func warn(_ line: PluginLogLine) {
        guard line.level >= .warning else { return }
        StandardError.write(
            SafeText.line("ruleshell: \(line.level)[plugin.log] \(line.source): \(line.text)")
                + "\n")
    }

    private static func diagnostics(_ statuses: [PluginStatus]) -> [Diagnostic] {
        statuses.compactMap { status in
            if case .refused(let error) = status { Diagnostic(error) } else { nil }
        }
    }
}
