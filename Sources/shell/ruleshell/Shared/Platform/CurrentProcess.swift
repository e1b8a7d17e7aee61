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
        PluginLastWords.reportExits(program: programName, help: exitHelp, isUnexpected: true)
        assay_exit_guard_arm()
        PluginLastWords.reportCrashes(program: programName, help: crashHelp)
    }

    private static let exitHelp = """
        help: the results are incomplete; run again without the plugin until it is fixed

        """

    private static let crashHelp = """
        help: the results are incomplete; 'ruleshell plugin check' looks for the value, and \
        --plugin-debug lets a debugger see the place

        """

    private static let programName = "ruleshell"

    /// Lets plugins end the process, which exists to see whether they do.
    static func allowExits() {
        assay_exit_guard_disarm()
        PluginLastWords.allowExits()
    }

    /// Ends the process if a function of a plugin does not return in time.
    ///
    /// - Returns: `false` if no thread can be started to watch them.
    static func endPlugins(after timeout: Duration) -> Bool {
        PluginLastWords.endProcess(after: timeout, program: programName, help: timeoutHelp) == 0
    }

    private static let timeoutHelp = """
        help: the results are incomplete; 'ruleshell plugin check' looks for the value, and --plugin-timeout allows \
        more time

        """

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
