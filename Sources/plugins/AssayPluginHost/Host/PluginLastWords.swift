// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost

/// The reports on standard error of a plugin that ends the process, or does not let it go on.
///
/// Each is armed once, in the whole process, before the first plugin is loaded.
package enum PluginLastWords {
    /// Names the function that crashes, in a line before the process ends with the signal.
    ///
    /// - Parameters:
    ///   - program: The name of the program, with which the line begins.
    ///   - help: What is written after the line.
    package static func reportCrashes(program: String, help: String = "") {
        assay_crash_report_arm(text(program), text(help))
    }

    /// Ends the process with status 2, and names the function, if a plugin makes the C library exit or ends a
    /// thread.
    ///
    /// - Parameters:
    ///   - program: The name of the program, with which the line begins.
    ///   - help: What is written after the line.
    ///   - isUnexpected: `true` if the program never exits by way of the C library, so that any such exit is a
    ///     plugin's.
    package static func reportExits(
        program: String, help: String = "", isUnexpected: Bool = false
    ) {
        assay_exit_report_arm(text(program), text(help), isUnexpected)
    }

    /// Lets plugins end the process, which exists to see whether they do.
    package static func allowExits() { assay_exit_report_disarm() }

    /// Ends the process with status 2, and names the function, if a function of a plugin does not return in time.
    ///
    /// - Parameters:
    ///   - timeout: How long a function may take; more than zero.
    ///   - program: The name of the program, with which the line begins.
    ///   - help: What is written after the line.
    /// - Returns: The error number of the system if no thread can be started, or 0.
    @discardableResult
    package static func endProcess(
        after timeout: Duration, program: String, help: String = ""
    ) -> Int32 {
        let parts = timeout.components
        let (seconds, isTooLong) = UInt64(max(0, parts.seconds)).multipliedReportingOverflow(
            by: 1_000_000_000)
        let nanoseconds =
            isTooLong ? .max : seconds &+ UInt64(max(0, parts.attoseconds) / 1_000_000_000)
        return assay_timeout_report_arm(text(program), text(help), max(1, nanoseconds))
    }

    /// The functions of plugins that threads are in, with the records that they check.
    package static var running: [String] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { buffer in
            guard let start = buffer.baseAddress else { return [] }
            let count = assay_plugin_calls_running(start, buffer.count)
            let text = String(
                decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
            return text.split(separator: "\n").map(String.init)
        }
    }

    /// The first function that changed the state of floating-point numbers, which was restored when it returned, or
    /// `nil`.
    package static var floatingPointChange: String? {
        assay_plugin_calls_float_changed_by().map { String(cString: $0) }
    }

    /// The changes that plugins left on threads that have ended, in words.
    package static var changesOfEndedThreads: [String] {
        ThreadState.changes(
            blocked: signals(assay_plugin_calls_blocked_signals()),
            unblocked: signals(assay_plugin_calls_unblocked_signals()),
            hasOtherLocale: assay_plugin_calls_locale_is_changed())
    }

    private static func signals(_ bits: UInt64) -> Set<Int32> {
        Set(ProcessState.signals.filter { bits & 1 << UInt64($0 - 1) != 0 })
    }

    private static func text(_ text: String) -> UnsafePointer<CChar> { PluginCallSite.kept(text) }
}
