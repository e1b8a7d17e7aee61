// SPDX-License-Identifier: Apache-2.0
package import AssaySystem
internal import CPluginHost

/// Waits for changes in directories, by inotify.
///
/// One thread waits; any thread may wake it.
package final class DirectoryWatch: Sendable {
    enum Outcome {
        case changed
        /// Nothing changed in the time.
        case quiet
        /// The wait was ended by `wake` or by bytes in `wakeup`.
        case woken
    }

    private let events: FileDescriptor
    private let wakeupEvents: FileDescriptor

    package init() throws(SystemError) {
        guard let events = FileDescriptor(adopting: assay_watch_open()),
            let wakeupEvents = FileDescriptor(adopting: assay_wakeup_open())
        else { throw .last }
        self.events = events
        self.wakeupEvents = wakeupEvents
    }

    /// Eight bytes that are written to this descriptor, by a signal handler for instance, end the
    /// wait.
    var wakeup: BorrowedDescriptor { wakeupEvents.borrowed }

    /// Ends the wait, and every wait after it.
    package func wake() {
        assay_wake(wakeupEvents.number)
    }

    /// Watches the directory of a file, which need not exist; again without harm.
    package func add(directoryOf path: String) throws(SystemError) {
        // With the slash, a link as the directory is followed.
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let result = FileName.withBytes(of: directory) {
            assay_watch_directory(events.number, $0)
        }
        guard result == 0 else { throw .last }
    }

    /// Waits for one change.
    ///
    /// - Parameter timeout: The time limit in milliseconds, or `nil` for none.
    /// - Returns: The reason the wait ended.
    func wait(milliseconds timeout: Int32?) -> Outcome {
        switch assay_watch_wait(events.number, wakeupEvents.number, timeout ?? -1) {
        case ASSAY_WATCH_CHANGED: .changed
        case ASSAY_WATCH_SILENT: .quiet
        default: .woken
        }
    }

    /// Waits for a change and then until the directories are quiet, at most for some further changes.
    ///
    /// - Returns: `false` if it was woken.
    package func waitForQuiet(milliseconds: Int32, limit: Int = .max) -> Bool {
        guard wait(milliseconds: nil) == .changed else { return false }
        for _ in 0..<limit {
            let outcome = wait(milliseconds: milliseconds)
            if outcome != .changed { return outcome == .quiet }
        }
        return true
    }
}
