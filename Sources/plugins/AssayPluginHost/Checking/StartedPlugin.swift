// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssayPluginABI
internal import CPluginHost

/// A plugin that runs in a process that `CheckedLibrary.run` started, with its table at hand.
package struct StartedPlugin {
    package let table: assay_plugin
    package let id: String
    package let version: String
    /// The rules of the plugin, in the order of the table.
    package let definitions: [RuleDefinition]
    /// The state that `init` has made.
    package let state: UnsafeMutableRawPointer?

    /// Loads the library that the parent handed over, and calls `init`.
    ///
    /// - Parameters:
    ///   - path: The path of the library as it was given, for messages.
    ///   - configuration: The plugin's settings, an object or absent.
    ///   - directory: The directory of its data files.
    ///   - workingDirectory: The directory that relative paths in the settings begin with, or `nil`
    ///     to stay where the process is.
    /// - Throws: `PluginError` at one of the stages load to initialize.
    package init(
        path: String, configuration: Value, directory: String, workingDirectory: String? = nil
    ) throws(PluginError) {
        do throws(StageError) {
            try CheckProcess.enter(workingDirectory)
            let start = PluginStart(
                copy: "/proc/self/fd/\(ASSAY_PROBE_LIBRARY)", path: path,
                settings: GivenSettings(own: configuration), directory: directory)
            try self.init(start.run())
        } catch {
            throw error.error(path: path)
        }
    }

    /// Loads the library itself into this process, for debuggers, and calls `init`.
    ///
    /// - Parameters:
    ///   - path: The library.
    ///   - policy: The policy that says which files may be used.
    ///   - configuration: The plugin's settings, an object or absent.
    /// - Throws: `PluginError` at the stage that fails; the probe is left out.
    package init(
        debugging path: String, policy: PluginPolicy, configuration: Value
    ) throws(PluginError) {
        do throws(StageError) {
            let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
            try policy.check(file.status, in: file.directories)
            let copy = try PrivateCopy(of: file)
            let library = try ELFFile(copy.bytes)
            try Preflight.check(library)
            try policy.checkNeededLibraries(of: library, path: path)
            let start = PluginStart(
                copy: file.status.path, path: path, settings: GivenSettings(own: configuration),
                directory: copy.dataDirectory, note: try policy.manifest(in: library))
            try self.init(start.run())
        } catch {
            throw error.error(path: path)
        }
    }

    private init(_ plugin: RunningPlugin) throws(StageError) {
        table = plugin.table.raw
        id = plugin.table.id
        version = plugin.table.version
        definitions = try plugin.definitions()
        state = plugin.state
    }

    package func shutDown() {
        table.shutdown?(state)
    }
}
