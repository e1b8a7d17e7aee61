// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssaySystem

/// A library that passed every stage up to the probe, for processes in which it is checked.
package struct CheckedLibrary: Sendable {
    private let copy: PrivateCopy

    /// Opens, copies and probes a library.
    ///
    /// Trust is not checked: a plugin is checked before it is signed.
    ///
    /// - Throws: `PluginError` with the stage that failed.
    package init(
        path: String, policy: PluginPolicy, configuration: Value
    ) throws(PluginError) {
        do throws(StageError) {
            let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
            try policy.check(file.status, in: file.directories)
            copy = try PrivateCopy(of: file)
            let library = try ELFFile(copy.bytes)
            try Preflight.check(library)
            try policy.checkNeededLibraries(of: library, path: path)
            try policy.tryInProbe(
                copy, path: path, settings: GivenSettings(own: configuration),
                note: try policy.manifest(in: library))
        } catch {
            throw error.error(path: path)
        }
    }

    /// The exit of a process and the contents of the memory that it was given.
    package struct Outcome: Sendable {
        package let exit: ProcessExit
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
        return Outcome(exit: outcome.exit, memory: try outcome.memory.readAll())
    }
}
