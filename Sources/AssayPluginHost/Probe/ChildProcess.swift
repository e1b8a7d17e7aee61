// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost
import Glibc

/// A program that works on a library in a process of its own, with a request to read and memory to
/// answer in.
struct ChildProcess {
    /// The path of the executable.
    let program: String
    /// Its name included.
    let arguments: [String]
    /// After which it is killed, with all processes that it has started.
    let timeout: Duration

    struct Outcome: ~Copyable {
        let exit: ProcessExit
        /// What the process has left in its memory.
        let memory: FileDescriptor
    }

    /// Runs it to its end.
    ///
    /// - Throws: `SystemError` if it cannot be started.
    func run(
        on copy: PrivateCopy, request: [UInt8], memoryBytes: Int
    ) throws(SystemError) -> Outcome {
        let request = try PrivateStorage.makeFile(contents: request)
        let memory = try PrivateStorage.makeFile(size: memoryBytes)
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = assay_probe()
        let error = assay_probe_start(
            program, words, getenv("LD_LIBRARY_PATH"),
            [copy.descriptor.number, request.number, memory.number], &process)
        guard error == 0 else { throw SystemError(number: error) }
        let exit = ProcessExit(assay_probe_finish(&process, timeout.milliseconds))
        return Outcome(exit: exit, memory: memory)
    }
}

extension Duration {
    /// For the system, which takes no more than fits.
    fileprivate var milliseconds: Int64 {
        let parts = components
        guard parts.seconds < 1 << 32 else { return 1 << 42 }
        return max(0, parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }
}
