// SPDX-License-Identifier: Apache-2.0
import AssayCore
internal import CPluginHost
import Glibc

/// A library that passed every stage up to the probe, for processes in which it is checked.
package struct CheckedLibrary: Sendable {
    private let copy: PrivateCopy

    /// Opens, copies and probes a library.
    ///
    /// Nobody has to vouch for it: a plugin is checked before it is signed.
    ///
    /// - Throws: `PluginError` of the stage that refuses it.
    package init(
        path: String, policy: PluginPolicy, configuration: Value
    ) throws(PluginError) {
        do throws(Refusal) {
            let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
            try policy.check(file.status, in: file.directories)
            copy = try PrivateCopy(of: file)
            let library = try ELFFile(copy.bytes)
            try Preflight.check(library)
            try policy.tryInProbe(
                copy, path: path, settings: PluginSettings(own: configuration),
                note: try policy.manifest(in: library))
        } catch {
            throw error.error(path: path)
        }
    }

    /// How a process ended and what it left in the memory that it was given.
    package struct Outcome: Sendable {
        package let end: ProbeEnd
        package let memory: [UInt8]
    }

    /// Runs a program that checks the library (see `CheckProcess`), to its end.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - arguments: Its arguments, its name included.
    ///   - request: What it can read.
    ///   - memoryBytes: How much memory is shared with it.
    ///   - deadline: When it is killed.
    /// - Returns: How it ended.
    /// - Throws: `SystemFailure` if it cannot be started.
    package func run(
        _ program: String, _ arguments: [String], request: [UInt8], memoryBytes: Int,
        deadline: Duration
    ) throws(SystemFailure) -> Outcome {
        guard let question = Descriptor(Descriptor.Storage.allCases),
            question.write(request, request.count), lseek(question.number, 0, SEEK_SET) == 0,
            let answer = Descriptor(Descriptor.Storage.allCases),
            ftruncate(answer.number, memoryBytes) == 0
        else { throw SystemFailure(number: errno) }
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var probe = assay_probe()
        let error = assay_probe_start(
            program, words, getenv("LD_LIBRARY_PATH"),
            [copy.descriptor.number, question.number, answer.number], &probe)
        guard error == 0 else { throw SystemFailure(number: error) }
        let end = ProbeEnd(assay_probe_finish(&probe, deadline.milliseconds))
        guard lseek(answer.number, 0, SEEK_SET) == 0, let memory = answer.readAll() else {
            throw SystemFailure(number: errno)
        }
        return Outcome(end: end, memory: memory)
    }
}

/// An error of the system by its number.
package struct SystemFailure: Error, CustomStringConvertible {
    package let number: Int32

    package var description: String { String(cString: strerror(number)) }
}
