// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import Glibc

extension PluginHost {
    /// Reloads plugins when their files change, on a thread of its own.
    ///
    /// Watched are the plugins that are loaded now: the directories of their paths and, where a
    /// path is a symbolic link, of the files that it leads to. Once a directory has been quiet for
    /// a tenth of a second, each plugin whose file, or the signature beside it, is another one than
    /// before is reloaded (see `reload`).
    ///
    /// Rename a complete file over the old one: a file that is written in place may be read when
    /// only a part of it is there, which is then refused until it is complete.
    ///
    /// - Parameter report: Called on that thread with the outcome of each attempt. It may still
    ///   run when the watch has ended.
    /// - Returns: The watch, which ends when it is cancelled or released.
    /// - Throws: `PluginError` at stage open if the system has no means to watch a directory.
    public func watch(
        _ report: @escaping @Sendable (PluginStatus) -> Void
    ) throws(PluginError) -> PluginWatch {
        let plugins = state.withLock { $0.plugins }
        guard let watch = Descriptor(assay_watch_open()),
            let wakeup = Descriptor(assay_wakeup_open())
        else { throw Self.unwatchable(plugins.first?.path ?? "", errno) }
        let token = PluginWatch(wakeup)
        let watcher = PluginWatcher(self, watch, token.wakeup, plugins, report)
        if let path = watcher.addDirectories() { throw Self.unwatchable(path, errno) }
        let error = assay_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<PluginWatcher>.fromOpaque(context).takeRetainedValue().run()
            }, Unmanaged.passRetained(watcher).toOpaque())
        guard error == 0 else {
            Unmanaged.passUnretained(watcher).release()
            throw Self.unwatchable(plugins.first?.path ?? "", error)
        }
        return token
    }

    private static func unwatchable(_ path: String, _ error: Int32) -> PluginError {
        PluginError(
            stage: .open, path: path,
            found: "an error when its directory was to be watched "
                + "(\(String(cString: strerror(error))))",
            expected: "a directory that can be watched",
            remedy: "raise fs.inotify.max_user_instances and max_user_watches, or close files")
    }
}

/// Plugins that are watched, until this is cancelled or released.
public final class PluginWatch: Sendable {
    /// Tells the thread that it is over; closed by the last of the two.
    final class Wakeup: Sendable {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) {
            self.descriptor = descriptor
        }
    }

    let wakeup: Wakeup

    init(_ wakeup: consuming Descriptor) {
        self.wakeup = Wakeup(wakeup)
    }

    deinit { cancel() }

    /// Ends the watch; an attempt that has begun is finished.
    public func cancel() {
        assay_wake(wakeup.descriptor.number)
    }
}

/// The thread of a watch.
private final class PluginWatcher {
    private let host: PluginHost
    private let watch: Descriptor
    private let wakeup: PluginWatch.Wakeup
    private let report: @Sendable (PluginStatus) -> Void
    /// The paths of the plugins and how their files were when they were read.
    private var files: [(path: String, mark: FileMark?)]

    /// How long directories are quiet before files are read, in milliseconds.
    private static let patience: Int32 = 100
    /// So many changes in a row are waited for.
    private static let maximumDelays = 50

    init(
        _ host: PluginHost, _ watch: consuming Descriptor, _ wakeup: PluginWatch.Wakeup,
        _ plugins: [HostedPlugin], _ report: @escaping @Sendable (PluginStatus) -> Void
    ) {
        self.host = host
        self.watch = watch
        self.wakeup = wakeup
        self.report = report
        files = plugins.map { ($0.path, $0.mark) }
    }

    /// Watches the directories that the paths lead through now.
    ///
    /// - Returns: The first path for which that fails, with errno.
    func addDirectories() -> String? {
        files.map(\.path).first { path in
            !add(directoryOf: path) || !(resolved(path).map(add(directoryOf:)) ?? true)
        }
    }

    private func add(directoryOf path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        let directory = names.count == 1 ? "." : names.dropLast().joined(separator: "/") + "/"
        return assay_watch_directory(watch.number, directory) == 0
    }

    private func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    func run() {
        repeat {
            reloadChanged()
            // A link may lead elsewhere now; what cannot be watched shows when it is loaded.
            _ = addDirectories()
        } while awaitChange()
    }

    private func reloadChanged() {
        for index in files.indices {
            let mark = FileMark(files[index].path)
            guard mark != files[index].mark else { continue }
            files[index].mark = mark
            do throws(PluginError) {
                report(.loaded(try host.reload(files[index].path)))
            } catch {
                report(.refused(error))
            }
        }
    }

    /// False when the watch has ended.
    private func awaitChange() -> Bool {
        guard wait(-1) == ASSAY_WATCH_CHANGED else { return false }
        for _ in 0..<Self.maximumDelays {
            let outcome = wait(Self.patience)
            if outcome != ASSAY_WATCH_CHANGED { return outcome == ASSAY_WATCH_SILENT }
        }
        return true
    }

    private func wait(_ milliseconds: Int32) -> Int32 {
        assay_watch_wait(watch.number, wakeup.descriptor.number, milliseconds)
    }
}
