// SPDX-License-Identifier: Apache-2.0
package import AssaySystem

/// Waits until one of some files is another one than before: for programs that read files again when
/// they are edited.
///
/// Used by one thread; `wakeup` may be written to from anywhere.
package final class FileWatch {
    private let paths: [String]
    private var fingerprints: [PluginFingerprint]
    private let watch: DirectoryWatch
    /// The files that the last wait ended for.
    package private(set) var changed: [String] = []

    /// The time that directories must be quiet before the files are compared, in milliseconds.
    private static let quietTime: Int32 = 50

    /// - Parameter paths: Files, which need not exist.
    /// - Throws: `FileWatchError` with the file that cannot be watched, and the reason.
    package init(_ paths: [String]) throws(FileWatchError) {
        self.paths = paths
        fingerprints = paths.map(PluginFingerprint.init)
        var current = paths.first ?? ""
        do throws(SystemError) {
            watch = try DirectoryWatch()
            for path in paths {
                current = path
                try watch.add(directoryOf: path)
            }
        } catch {
            throw FileWatchError(path: current, reason: error)
        }
    }

    /// Eight bytes that are written to this descriptor, by a signal handler for instance, end the
    /// wait; it is closed with the watch.
    package var wakeup: Int32 { watch.wakeup.number }

    /// Waits for a change.
    ///
    /// - Returns: `false` if it was woken.
    package func wait() -> Bool {
        while watch.waitForQuiet(milliseconds: Self.quietTime) {
            let now = paths.map(PluginFingerprint.init)
            guard now != fingerprints else { continue }
            changed = paths.indices.filter { now[$0] != fingerprints[$0] }.map { paths[$0] }
            fingerprints = now
            return true
        }
        return false
    }
}

/// The reason a file cannot be watched.
package struct FileWatchError: Error, Sendable, Equatable {
    package let path: String
    package let reason: SystemError
}
