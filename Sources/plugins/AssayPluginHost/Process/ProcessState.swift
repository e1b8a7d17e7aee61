// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost
import AssayCLibrary

/// The state that a plugin shares with the rest of the process and must not change.
///
/// The probe and the checker compare all of it in processes of their own. A host compares only the
/// part of its own thread, `thread`, because other threads of the program may change the rest
/// meanwhile.
struct ProcessState {
    /// The state of the calling thread.
    var thread = ThreadState.current()
    var locale = ""
    var umask: mode_t = 0
    var directory = ""
    /// The action of each signal, as numbers, at the signal's number.
    var handlers: [[UInt]] = []
    var limits = ResourceLimit.all()
    var timers = ProcessTimers.current()
    /// Device and inode of the first descriptors; empty for one that is closed.
    var descriptors: [[UInt64]] = []
    /// Name and value, in any order.
    var environment: [String: String] = [:]
    /// Bytes in the file that is standard output.
    var output = 0
    var threads = 0
    var hasChildren = false
    /// `true` if a process that this one has started, and that has left it, is still running.
    var hasOrphans = false

    static let signals: Range<Int32> = 1..<65

    /// The state of this process; for a moment the umask is another one.
    ///
    /// - Parameter expectedThreads: The number of threads that may be left; threads above it get a
    ///   moment to end.
    /// - Returns: The state.
    static func current(awaitingThreads expectedThreads: Int = 1) -> ProcessState {
        var state = ProcessState()
        state.locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
        state.umask = AssayCLibrary.umask(0o077)
        _ = AssayCLibrary.umask(state.umask)
        if let path = getcwd(nil, 0) {
            state.directory = String(cString: path)
            free(path)
        }
        state.handlers = signals.map(handler)
        state.output = outputBytes()
        state.descriptors = (0...ASSAY_PROBE_LIBRARY).map(identity)
        state.environment = environment()
        state.threads = settledThreads(expectedThreads)
        var child = siginfo_t()
        state.hasChildren = waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0
        state.hasOrphans = assay_probe_has_orphans() != 0
        return state
    }

    /// The C library sets this flag in all that it registers (SA_RESTORER).
    private static let restorer: Int32 = 0x0400_0000

    private static func handler(_ signal: Int32) -> [UInt] {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return [] }
        // A pointer to a C function, or one of the numbers that stand for none.
        let function = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        return [function, UInt(bitPattern: Int(action.sa_flags & ~restorer))]
    }

    private static func outputBytes() -> Int {
        fflush(nil)
        return (try? FileStatus(of: .standardOutput))?.size ?? 0
    }

    static func identity(_ descriptor: Int32) -> [UInt64] {
        let descriptor = BorrowedDescriptor(number: descriptor)
        guard let status = try? FileStatus(of: descriptor) else { return [] }
        return [status.device, status.inode]
    }

    private static func environment() -> [String: String] {
        guard var variable = assay_environment() else { return [:] }
        var result: [String: String] = [:]
        while let text = variable.pointee {
            let parts = String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            result[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            variable += 1
        }
        return result
    }

    /// A thread that was joined can be seen for a moment longer.
    private static func settledThreads(_ expected: Int) -> Int {
        var count = threadCount()
        for _ in 0..<50 where count > expected {
            usleep(1000)
            count = threadCount()
        }
        return count
    }

    static func threadCount() -> Int {
        (try? FileSystem.names(inDirectory: "/proc/self/task"))?.count ?? 0
    }
}
