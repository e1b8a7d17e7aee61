// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem
import CExitGuard

extension CurrentProcess {
    /// Prepares the process for plugins, closed pipes and crashes.
    ///
    /// Closed standard descriptors are taken. Writing to a closed pipe fails with an error of its
    /// own. Plugins cannot end the process, and a crash is reported.
    static func prepare() {
        StandardDescriptors.takeClosed()
        ignoreBrokenPipes()
        // Read at any time, up to the last moment of the process.
        programName.withUTF8Buffer {
            let name = UnsafeRawPointer($0.baseAddress)
            assay_exit_guard_arm(name?.assumingMemoryBound(to: CChar.self))
        }
        CrashReport.arm(program: programName, help: crashHelp)
    }

    private static let crashHelp: StaticString = """
        help: the results are incomplete; 'ruleshell plugin check' looks for the value, and \
        --plugin-debug lets a debugger see the place

        """

    private static let programName: StaticString = "ruleshell"

    /// Lets plugins end the process, which exists to see whether they do.
    static func allowExits() { assay_exit_guard_disarm() }

    /// Ends the process; nothing that was registered for its exit runs.
    static func end(_ status: ExitStatus) -> Never { assay_exit_guard_end(status.rawValue) }

    /// Waits while another thread ends the process.
    static func waitForEnd() -> Never {
        while true { SystemThread.sleep(for: .seconds(60)) }
    }
}

/// Calls a function at intervals on a thread of its own.
enum Ticker {
    /// Calls `body` at once, and then again after each interval until it returns `false`.
    ///
    /// The first call is on the calling thread.
    static func start(every interval: Duration, _ body: @escaping @Sendable () -> Bool) {
        guard body() else { return }
        let thread = try? SystemThread {
            repeat { SystemThread.sleep(for: interval) } while body()
        }
        thread?.detach()
    }
}
