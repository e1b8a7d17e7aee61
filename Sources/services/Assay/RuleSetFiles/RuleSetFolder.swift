// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginHost
@_spi(Engine) import AssayRuleSets
import AssaySystem
import Synchronization

/// A folder of rule sets, named as their files: `signup.yaml` is `signup`.
public struct RuleSetFolder: Sendable {
    /// The outcome of a change to the file of a rule set.
    public enum Update: Sendable {
        /// A version has taken over.
        case changed(name: String, RuleSetVersion)
        /// A version is not usable; the one before stays, if there is one.
        case rejected(name: String, RuleSetError)
        /// The file is gone, and the rule set with it.
        case removed(name: String)
    }

    /// The path of the folder.
    public let path: String

    /// Names a folder, which is not read yet.
    public init(_ path: String) {
        self.path = path
    }

    /// Reads every `*.yaml`, `*.yml` and `*.json` of the folder, and again whenever one has changed.
    ///
    /// As `RuleSetFile.watch` does: a good version takes over at one moment, a bad one is reported while the
    /// old one stays. A rule set whose file is removed is gone. Names that begin with a period are left
    /// out. If several files have one name, such as `signup.json` and `signup.yaml`, none of them is read, and
    /// the error names them.
    ///
    /// - Parameters:
    ///   - registry: The rules that the files may use, by default the built-in ones.
    ///   - observer: Is told of what the validators do and of reloads, by the names of the rule sets.
    ///   - report: Called on a thread of the watch with each change, and before this returns with each
    ///     rule set that is there, or is bad, at the start.
    /// - Returns: The rule sets, which follow their files until the watch is cancelled or released.
    /// - Throws: `RuleSetError` if the folder cannot be read or watched.
    public func watch(
        registry: RuleRegistry = .standard(), observer: (any ValidationObserver)? = nil,
        report: @escaping @Sendable (Update) -> Void = { _ in }
    ) throws(RuleSetError) -> RuleSetFolderWatch {
        try RuleSetFolderWatch(path: path, registry: registry, observer: observer, report: report)
    }
}

/// The rule sets of a folder, which follow their files until this is cancelled or released.
public final class RuleSetFolderWatch: Sendable {
    private let folder: FollowedFolder
    private let thread: WatchThread

    fileprivate init(
        path: String, registry: RuleRegistry, observer: (any ValidationObserver)?,
        report: @escaping @Sendable (RuleSetFolder.Update) -> Void
    ) throws(RuleSetError) {
        let thread = try WatchThread(path: FileSystem.path(of: "", in: path))
        let folder = FollowedFolder(
            path: path, registry: registry, observer: observer, report: report)
        try folder.read()
        try thread.start { try? folder.read() }
        self.folder = folder
        self.thread = thread
    }

    deinit { cancel() }

    /// The names of the rule sets, in order.
    public var names: [String] { folder.versions.keys.sorted() }

    /// A rule set as it is at this moment; nil if there is none with this name.
    public subscript(_ name: String) -> RuleSetVersion? { folder.version(named: name) }

    /// Reads what has changed now, without waiting for the directory to be quiet.
    ///
    /// - Parameter retryingRejected: Whether rule sets that were rejected are tried again though their files
    ///   are the same: after the registry has got rules. What is wrong as before is not reported again.
    /// - Throws: `RuleSetError` if the folder cannot be read.
    public func reload(retryingRejected: Bool = false) throws(RuleSetError) {
        try folder.read(retryingRejected: retryingRejected)
    }

    /// Changes the files of the folder and reads them, so that no one reads it in the middle of the change.
    ///
    /// - Parameter change: The change; what it throws keeps the rule sets.
    /// - Throws: What `change` throws, and `RuleSetError` if the folder cannot be read.
    @_spi(Engine) public func reload(after change: () throws -> Void) throws {
        try folder.read(after: change)
    }

    /// Ends the watch; the rule sets stay.
    public func cancel() {
        thread.cancel()
    }
}

/// The state that the thread of a watch shares with its owner.
private final class FollowedFolder: Sendable {
    private static let endings = [".json", ".yaml", ".yml"]

    private let path: String
    private let registry: RuleRegistry
    private let observer: (any ValidationObserver)?
    private let report: @Sendable (RuleSetFolder.Update) -> Void
    /// Held while the folder is read.
    private let files = Locked<[String: Entry]>([:])
    private let current = Locked<[String: RuleSetVersion]>([:])

    /// A file as it was read last.
    private struct Entry {
        var path: String
        /// The fingerprint of the bytes that were read last, the number of files if there are several,
        /// or `nil` if the file could not be read.
        var seen: String?
        /// The reason that the rule set was rejected, or `nil` if it was taken.
        var error: RuleSetError?
    }

    init(
        path: String, registry: RuleRegistry, observer: (any ValidationObserver)?,
        report: @escaping @Sendable (RuleSetFolder.Update) -> Void
    ) {
        self.path = path
        self.registry = registry
        self.observer = observer
        self.report = report
    }

    var versions: [String: RuleSetVersion] { current.withLock { $0 } }

    func version(named name: String) -> RuleSetVersion? { current.withLock { $0[name] } }

    func read(retryingRejected: Bool = false) throws(RuleSetError) {
        let updates = try files.withLock { files throws(RuleSetError) in
            try self.read(&files, retryingRejected: retryingRejected)
        }
        updates.forEach(report)
    }

    func read(after change: () throws -> Void) throws {
        let updates = try files.withLock { files in
            try change()
            return try self.read(&files, retryingRejected: false)
        }
        updates.forEach(report)
    }

    private func read(
        _ files: inout [String: Entry], retryingRejected: Bool
    ) throws(RuleSetError) -> [RuleSetFolder.Update] {
        let paths = try self.paths()
        var updates: [RuleSetFolder.Update] = []
        for name in files.keys.sorted() where paths[name] == nil {
            files[name] = nil
            _ = self.current.withLock { $0.removeValue(forKey: name) }
            updates.append(.removed(name: name))
        }
        for (name, paths) in paths.sorted(by: { $0.key < $1.key }) {
            if let update = self.update(
                name, at: paths, &files[name], retryingRejected: retryingRejected)
            {
                updates.append(update)
            }
        }
        return updates
    }

    private func update(
        _ name: String, at paths: [String], _ entry: inout Entry?, retryingRejected: Bool
    ) -> RuleSetFolder.Update? {
        let before = entry
        let path = paths[0]
        entry = Entry(path: path, seen: nil)
        do throws(RuleSetError) {
            guard paths.count == 1 else {
                entry?.seen = "\(paths.count) files"
                throw Self.severalFiles(paths, named: name)
            }
            let bytes = try RuleSetVersion.read(path)
            let fingerprint = FNV1a(bytes).text
            entry?.seen = fingerprint
            if before?.seen == fingerprint, before?.path == path {
                entry?.error = before?.error
                guard retryingRejected, before?.error != nil else { return nil }
            }
            let version = try RuleSetVersion(bytes: bytes, file: path, registry: registry)
            version.validators.observe(by: observer, as: name)
            current.withLock { $0[name] = version }
            entry?.error = nil
            if before != nil { observer?.didReload(ruleSet: name, error: nil) }
            return .changed(name: name, version)
        } catch {
            entry?.error = error
            let isUnreadAsBefore = before != nil && before?.seen == nil && entry?.seen == nil
            let isWrongAsBefore = before?.seen == entry?.seen && before?.error == error
            if isUnreadAsBefore || isWrongAsBefore { return nil }
            observer?.didReload(ruleSet: name, error: error)
            return .rejected(name: name, error)
        }
    }

    /// The error about files of which one would hide the others.
    private static func severalFiles(_ paths: [String], named name: String) -> RuleSetError {
        let files = paths.map { "'\($0)'" }
        return RuleSetError([
            RuleSetIssue(
                code: "ruleSet.severalFiles",
                message: "the rule set '\(name)' is in \(files.count) files: "
                    + files.dropLast().joined(separator: ", ") + " and " + (files.last ?? ""),
                help: "remove or rename all but one of them",
                location: FileLocation(file: paths[0], line: 1, column: 1))
        ])
    }

    /// The files by the names of their rule sets, each list in the order of its bytes.
    private func paths() throws(RuleSetError) -> [String: [String]] {
        let entries: [String]
        do throws(SystemError) {
            entries = try FileSystem.names(inDirectory: path)
        } catch {
            throw RuleSetError(folder: path, "cannot be read: \(error)")
        }
        var paths: [String: [String]] = [:]
        for entry in entries.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard !entry.hasPrefix("."), let ending = Self.endings.first(where: entry.hasSuffix)
            else { continue }
            paths[String(entry.dropLast(ending.count)), default: []]
                .append(FileSystem.path(of: entry, in: path))
        }
        return paths
    }
}
