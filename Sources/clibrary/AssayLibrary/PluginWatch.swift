// SPDX-License-Identifier: Apache-2.0
import AssayPluginHost
public import CAssay
import Synchronization

/// The reports of plugins that end the process, which it arms once.
private enum PluginWatch {
    private static let isArmed = Atomic(false)

    static func arm(_ watch: assay_plugin_watch) throws(LibraryError) {
        try checkFlags(
            watch.flags, known: ASSAY_WATCH_CRASHES | ASSAY_WATCH_EXITS, "watch->flags")
        let program = try watch.program.text("watch->program")
        guard !program.isEmpty else { throw .argument("'watch->program' is empty") }
        guard !isArmed.exchange(true, ordering: .sequentiallyConsistent) else {
            throw .state("plugins of the process are watched already")
        }
        if watch.flags & ASSAY_WATCH_CRASHES != 0 {
            PluginLastWords.reportCrashes(program: program)
        }
        if watch.flags & ASSAY_WATCH_EXITS != 0 { PluginLastWords.reportExits(program: program) }
        guard watch.timeout_ns > 0 else { return }
        let timeout = Duration.nanoseconds(Int64(clamping: watch.timeout_ns))
        guard PluginLastWords.endProcess(after: timeout, program: program) == 0 else {
            throw LibraryError(
                rc: ASSAY_E_INTERNAL, code: "plugin.timeout",
                message: "no thread can be started to watch the time of plugins")
        }
    }
}

@c @implementation
public func assay_watch_plugins(
    _ watch: UnsafePointer<assay_plugin_watch>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        guard watch != nil else { throw .argument("'watch' is NULL") }
        try PluginWatch.arm(assay_plugin_watch.given(watch, "watch"))
        return ASSAY_OK
    }
}
