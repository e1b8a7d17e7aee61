// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Has the functions of plugins that must not run beside each other, `assay_plugin_entry_v1`, `init`
/// and `shutdown`, run one at a time in the whole process.
///
/// A plugin ends when its last rule does, on whatever thread and under whatever locks that is. So
/// its `shutdown` waits for nothing: where another plugin is at work, the thread that is at it calls
/// `shutdown` afterwards.
final class PluginCalls: @unchecked Sendable {  // the monitor guards what changes
    private let monitor = Monitor()
    private var isBusy = false
    private var ended: [RunningPlugin] = []

    /// Runs `body` when no other plugin is started or shut down, and then shuts down those that have
    /// ended meanwhile, before this returns.
    func perform<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        monitor.locked {
            while isBusy { monitor.wait() }
            isBusy = true
        }
        defer { finish() }
        return try body()
    }

    /// Shuts down a plugin none of whose instances is left: before this returns, unless another
    /// plugin is at work.
    func shutDown(_ plugin: RunningPlugin) {
        let isFirst = monitor.locked {
            defer { isBusy = true }
            ended.append(plugin)
            return !isBusy
        }
        if isFirst { finish() }
    }

    /// Shuts down all that have ended, and then lets others go on.
    private func finish() {
        while let plugin = next() { plugin.shutDown() }
    }

    private func next() -> RunningPlugin? {
        monitor.locked {
            if !ended.isEmpty { return ended.removeFirst() }
            isBusy = false
            monitor.wakeAll()
            return nil
        }
    }
}
