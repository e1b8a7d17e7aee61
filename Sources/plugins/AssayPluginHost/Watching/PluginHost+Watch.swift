// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssaySystem
import Synchronization

extension PluginHost {
    /// Reloads plugins when their files change, on a thread of its own.
    ///
    /// Watched are the plugins that are loaded now: the directories of their paths and, where a
    /// path is a symbolic link, of the files that it leads to. Once a directory has been quiet for
    /// a tenth of a second, each plugin whose file, or the signature beside it, is another one than
    /// before is reloaded (see `reload`). A file that has the same bytes as before is not loaded again.
    ///
    /// Rename a complete file over the old one: a file that is written in place may be read when
    /// only a part of it is there, which then fails to load until it is complete.
    ///
    /// - Parameter report: Called on that thread with the outcome of each attempt. It may still
    ///   run when the watch has ended.
    /// - Returns: The watch, which ends when it is cancelled or released.
    /// - Throws: `PluginError` at stage open if the system has no means to watch a directory.
    public func watch(
        _ report: @escaping @Sendable (Result<LoadedPlugin, PluginError>) -> Void
    ) throws(PluginError) -> PluginWatch {
        try watch(directories: nil, report)
    }

    /// Reloads plugins when their files change, and loads those that are put into directories.
    ///
    /// As `watch(_:)` does and, for the directories among the paths, as `loadAll(in:into:)` does: a library
    /// that comes is loaded under the policy of the host, of several versions of a plugin the newest; one
    /// that fails is tried again when its file changes. A plugin that is loaded keeps newer versions of it
    /// under other names out (stage register): rename them over its file.
    ///
    /// - Parameters:
    ///   - paths: Those that `load(paths:into:)` was given; libraries among them are watched if they are
    ///     loaded.
    ///   - registry: Takes the rules of plugins that are loaded.
    ///   - report: As that of `watch(_:)`.
    /// - Returns: The watch, which ends when it is cancelled or released.
    /// - Throws: `PluginError` at stage open if a directory cannot be watched.
    public func watch(
        paths: some Sequence<String>, into registry: RuleRegistry,
        _ report: @escaping @Sendable (Result<LoadedPlugin, PluginError>) -> Void
    ) throws(PluginError) -> PluginWatch {
        let directories = WatchedDirectories(
            paths: paths.filter(FileSystem.isDirectory), registry: registry, host: self)
        return try watch(directories: directories, report)
    }

    private func watch(
        directories: WatchedDirectories?, _ report: @escaping @Sendable (PluginStatus) -> Void
    ) throws(PluginError) -> PluginWatch {
        let plugins = state.withLock { $0.plugins }
        var current = plugins.first?.path ?? ""
        do throws(SystemError) {
            let watch = try DirectoryWatch()
            let watcher = PluginWatcher(
                host: self, watch: watch, plugins: plugins, directories: directories, report: report
            )
            for path in watcher.paths {
                current = path
                try watcher.addDirectories(of: path)
            }
            for path in directories?.paths ?? [] {
                current = path
                try watch.add(directoryOf: FileSystem.path(of: "", in: path))
            }
            var options = SystemThread.Options()
            options.blocksSignals = true
            try SystemThread(options: options) { watcher.run() }.detach()
            return PluginWatch(watch)
        } catch {
            throw PluginError(
                stage: .open, path: current,
                found: "an error when its directory was to be watched (\(error))",
                expected: "a directory that can be watched",
                remedy: "raise fs.inotify.max_user_instances and max_user_watches, or close files")
        }
    }
}

/// Plugins that are watched, until this is cancelled or released.
public final class PluginWatch: Sendable {
    private let watch: DirectoryWatch

    init(_ watch: DirectoryWatch) {
        self.watch = watch
    }

    deinit { cancel() }

    /// Ends the watch; a reload that has begun is finished.
    public func cancel() {
        watch.wake()
    }
}

/// The thread of a watch.
private final class PluginWatcher: @unchecked Sendable {  // used by its thread alone
    private let host: PluginHost
    private let watch: DirectoryWatch
    private let report: @Sendable (PluginStatus) -> Void
    /// The paths of the plugins and how their files were when they were read.
    private var files: [(path: String, fingerprint: PluginFingerprint?)]
    /// The directories to watch, or `nil` to watch only plugins that are loaded.
    private var directories: WatchedDirectories?

    /// The time that directories must be quiet before files are read, in milliseconds.
    private static let quietTime: Int32 = 100
    /// The number of changes in a row after which files are read at once.
    private static let maximumDelays = 50

    init(
        host: PluginHost, watch: DirectoryWatch, plugins: [HostedPlugin],
        directories: WatchedDirectories?,
        report: @escaping @Sendable (PluginStatus) -> Void
    ) {
        self.host = host
        self.watch = watch
        self.report = report
        self.directories = directories
        files = plugins.map { ($0.path, $0.fingerprint) }
    }

    var paths: [String] { files.map(\.path) }

    /// Watches the directories that a path leads through now.
    func addDirectories(of path: String) throws(SystemError) {
        try watch.add(directoryOf: path)
        if let resolved = try? FileSystem.resolve(path) { try watch.add(directoryOf: resolved) }
    }

    func run() {
        repeat {
            reloadChanged()
            loadNew()
            // A link may lead elsewhere now; a directory that cannot be watched is reported when the
            // plugin is loaded.
            for path in paths { try? addDirectories(of: path) }
        } while watch.waitForQuiet(milliseconds: Self.quietTime, limit: Self.maximumDelays)
    }

    private func reloadChanged() {
        for index in files.indices {
            let fingerprint = PluginFingerprint(path: files[index].path)
            guard fingerprint != files[index].fingerprint else { continue }
            files[index].fingerprint = fingerprint
            do throws(PluginError) {
                let reload = try host.reload(files[index].path, evenIfUnchanged: false)
                report(.success(reload.plugin))
            } catch {
                report(.failure(error))
            }
        }
    }

    private func loadNew() {
        let known = Set(paths)
        for (path, fingerprint, status) in directories?.loadNew(except: known) ?? [] {
            if case .success = status { files.append((path, fingerprint)) }
            report(status)
        }
    }
}
