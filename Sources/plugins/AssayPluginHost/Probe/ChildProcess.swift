// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost
import AssayCLibrary

/// A program that works on a library in a process of its own, with a request to read and memory to
/// answer in.
struct ChildProcess {
    /// The path of the executable.
    let program: String
    /// The arguments, with the program's name first.
    let arguments: [String]
    /// The time after which it is killed, with all processes that it has started.
    let timeout: Duration

    struct Outcome: ~Copyable {
        let exit: ProcessExit
        /// The attempts of the process, and the calls that failed.
        let notice: ProbeNotice
        /// The memory in which the process has left its answer.
        let memory: FileDescriptor
    }

    /// Runs it to its end.
    ///
    /// - Throws: `SystemError` if it cannot be started.
    func run(
        on library: BorrowedDescriptor, request: [UInt8], memoryBytes: Int
    ) throws(SystemError) -> Outcome {
        let request = try PrivateStorage.makeFile(contents: request)
        let memory = try PrivateStorage.makeFile(size: memoryBytes + ProbeNotice.size)
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // Landlock keeps a process from looking into those that it does not hold.
        let host = assay_jail_landlock_version() < 1 ? HiddenHost() : nil
        defer { host?.show() }
        var process = assay_probe()
        let error = FileName.withBytes(of: program) {
            assay_probe_start(
                $0, words, getenv("LD_LIBRARY_PATH"),
                [library.number, request.number, memory.number], &process)
        }
        guard error == 0 else { throw SystemError(number: error) }
        let exit = ProcessExit(assay_probe_finish(&process, timeout.milliseconds))
        let notice = ProbeNotice(Self.bytes(of: memory, from: memoryBytes))
        return Outcome(exit: exit, notice: notice, memory: memory)
    }

    /// The bytes after the answer; memory that the process has made shorter has none.
    private static func bytes(of memory: borrowing FileDescriptor, from offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: ProbeNotice.size)
        let count = pread(memory.number, &bytes, bytes.count, offset)
        return count == bytes.count ? bytes : []
    }
}

/// This process while other processes of its user cannot look into it; nor can debuggers.
struct HiddenHost {
    static var isHidden: Bool { assay_host_is_hidden() != 0 }

    init() { assay_host_hide() }

    /// Once.
    func show() { assay_host_show() }
}

extension Duration {
    /// The duration in milliseconds, limited to a range that the system accepts.
    fileprivate var milliseconds: Int64 {
        let parts = components
        guard parts.seconds < 1 << 32 else { return 1 << 42 }
        return max(0, parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
    }
}
