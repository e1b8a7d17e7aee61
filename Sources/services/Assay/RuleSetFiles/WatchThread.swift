// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssaySystem

/// A thread that waits for changes in the directory of a file, and of the file that a link leads to.
final class WatchThread: Sendable {
    /// The time that directories must be quiet before files are read, in milliseconds.
    private static let quietTime: Int32 = 50
    /// The most changes in a row that are waited for.
    private static let maximumDelays = 50

    private let path: String
    private let watch: DirectoryWatch

    /// Begins to note changes.
    ///
    /// - Parameter path: The file; with a slash at its end, a directory.
    /// - Throws: `RuleSetError` if the system has no means to watch the directory.
    init(path: String) throws(RuleSetError) {
        self.path = path
        do throws(SystemError) {
            watch = try DirectoryWatch()
            try Self.addDirectories(of: path, to: watch)
        } catch {
            throw RuleSetError(folder: path, "cannot be watched: \(error)")
        }
    }

    /// Calls a function after changes, on a thread of its own, until the watch is cancelled.
    ///
    /// - Throws: `RuleSetError` if the system has no thread left.
    func start(_ body: @escaping @Sendable () -> Void) throws(RuleSetError) {
        var options = SystemThread.Options()
        options.blocksSignals = true
        do throws(SystemError) {
            try SystemThread(options: options) { [path, watch] in
                while watch.waitForQuiet(
                    milliseconds: Self.quietTime, limit: Self.maximumDelays)
                {
                    body()
                    // A link may lead elsewhere now; what cannot be watched is reported when it is read.
                    try? Self.addDirectories(of: path, to: watch)
                }
            }.detach()
        } catch {
            throw RuleSetError(folder: path, "cannot be watched: \(error)")
        }
    }

    func cancel() {
        watch.wake()
    }

    private static func addDirectories(
        of path: String, to watch: DirectoryWatch
    ) throws(SystemError) {
        try watch.add(directoryOf: path)
        guard let resolved = try? FileSystem.resolve(path) else { return }
        try watch.add(directoryOf: path.hasSuffix("/") ? resolved + "/" : resolved)
    }
}

extension RuleSetError {
    /// A file or folder that cannot be used at all.
    init(folder path: String, _ message: String) {
        let shown = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.init([RuleSetIssue(code: "ruleSet.file", message: "\(shown) \(message)")])
    }
}
