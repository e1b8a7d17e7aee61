// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssaySystem

/// A library that passed every stage up to the probe, for processes in which it is checked.
package struct CheckedLibrary: Sendable {
    private let copy: PrivateCopy
    /// The bounds of a process, for `CheckProcess.confine`.
    package let bounds: TrialBounds
    /// The directory of the plugin's data files, for `StartedPlugin`.
    package var dataDirectory: String { copy.dataDirectory }
    /// The calls that failed in the probe, each once, by their names.
    package let deniedCalls: [String]

    /// Opens, copies and probes a library.
    ///
    /// Trust is not checked: a plugin is checked before it is signed.
    ///
    /// - Parameters:
    ///   - path: The library.
    ///   - policy: The policy that says which files may be used.
    ///   - configuration: The plugin's settings, an object or absent.
    ///   - directory: The directory that relative paths in the settings begin with, or `nil` for the
    ///     working directory.
    /// - Throws: `PluginError` with the stage that failed.
    package init(
        path: String, policy: PluginPolicy, configuration: Value, directory: String? = nil
    ) throws(PluginError) {
        bounds = TrialBounds(policy)
        do throws(StageError) {
            let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
            try policy.check(file.status, in: file.directories)
            copy = try PrivateCopy(of: file)
            let library = try ELFFile(copy.bytes)
            try Preflight.check(library)
            try policy.checkNeededLibraries(of: library, path: path)
            deniedCalls =
                try policy.tryInProbe(
                    copy, path: path, settings: GivenSettings(own: configuration),
                    note: try policy.manifest(in: library), workingDirectory: directory)?
                .deniedCalls ?? []
        } catch {
            throw error.error(path: path)
        }
    }

    /// The exit of a process and the contents of the memory that it was given.
    package struct Outcome: Sendable {
        package let exit: ProcessExit
        /// The attempts of the process, and the calls that failed.
        package let notice: ProbeNotice
        package let memory: [UInt8]
    }

    /// Runs a program that checks the library (see `CheckProcess`), to its end.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - arguments: Its arguments, its name included.
    ///   - request: The bytes that it can read.
    ///   - memoryBytes: The size of the memory that is shared with it.
    ///   - timeout: The time after which it is killed.
    /// - Returns: Its exit and the contents of the shared memory.
    /// - Throws: `SystemError` if it cannot be started.
    package func run(
        _ program: String, arguments: [String], request: [UInt8], memoryBytes: Int,
        timeout: Duration
    ) throws(SystemError) -> Outcome {
        let process = ChildProcess(program: program, arguments: arguments, timeout: timeout)
        let outcome = try process.run(
            on: copy.descriptor.borrowed, request: request, memoryBytes: memoryBytes)
        try outcome.memory.seek(to: 0)
        let memory = try outcome.memory.readAll()
        return Outcome(
            exit: outcome.exit, notice: outcome.notice, memory: Array(memory.prefix(memoryBytes)))
    }
}
