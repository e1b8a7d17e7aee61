// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import Glibc

/// Waits until one of some files is another one than before: for programs that read again what
/// somebody edits.
///
/// Used by one thread; `wakeup` may be written to from anywhere.
public final class FileWatch {
    private let paths: [String]
    private var marks: [FileMark?]
    private let watch: Descriptor
    private let wake: Descriptor

    /// How long directories are quiet before the files are looked at, in milliseconds.
    private static let patience: Int32 = 50

    /// - Parameter paths: Files, which need not be there.
    /// - Throws: The path that cannot be watched, with the system's error number.
    public init(_ paths: [String]) throws(FileWatchError) {
        self.paths = paths
        marks = paths.map { FileMark($0) }
        guard let watch = Descriptor(assay_watch_open()),
            let wake = Descriptor(assay_wakeup_open())
        else { throw FileWatchError(path: paths.first ?? "", number: errno) }
        self.watch = watch
        self.wake = wake
        for path in paths {
            let slash = path.lastIndex(of: "/")
            let folder = slash.map { String(path[...$0]) } ?? "."
            guard assay_watch_directory(self.watch.number, folder) == 0 else {
                throw FileWatchError(path: path, number: errno)
            }
        }
    }

    /// Eight bytes that are written to this descriptor, by a signal handler for instance, end the
    /// wait; it is closed with the watch.
    public var wakeup: Int32 { wake.number }

    /// Waits for a change.
    ///
    /// - Returns: False when it was woken.
    public func wait() -> Bool {
        while wait(-1) == ASSAY_WATCH_CHANGED {
            var outcome = ASSAY_WATCH_CHANGED
            while outcome == ASSAY_WATCH_CHANGED { outcome = wait(Self.patience) }
            guard outcome == ASSAY_WATCH_SILENT else { return false }
            let now = paths.map { FileMark($0) }
            guard now != marks else { continue }
            marks = now
            return true
        }
        return false
    }

    private func wait(_ milliseconds: Int32) -> Int32 {
        assay_watch_wait(watch.number, wake.number, milliseconds)
    }
}

/// Why files cannot be watched.
public struct FileWatchError: Error, Sendable, Equatable {
    public let path: String
    /// The system's error number.
    public let number: Int32
}
