// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird
import AssayObservability
import Foundation
import Logging
import Synchronization

/// The rule sets that a server answers with, and how they change.
final class ServedRuleSets: RuleSetProvider {
    let registry: RuleRegistry
    private let settings: ServerSettings
    private let folder: RuleSetFolderWatch
    private let shadowFolder: RuleSetFolderWatch?
    private let plugins: PluginHost
    private let pluginWatch: PluginWatch?
    /// Held while a rule set is compared and replaced.
    private let replacing = Mutex(())

    /// Loads the plugins and the rule sets, and follows their files.
    ///
    /// - Throws: `StartError` with everything that is wrong with them.
    init(
        _ settings: ServerSettings, observer: any ValidationObserver, logger: Logger
    ) throws(StartError) {
        self.settings = settings
        let registry = RuleRegistry.standard()
        self.registry = registry
        // A server that loads no plugin handles no signal of theirs.
        plugins = PluginHost(
            observer: observer, crashReports: settings.plugins.isEmpty ? nil : "assay-server",
            timeout: settings.plugins.isEmpty || settings.bounds.plugins == .zero
                ? nil : settings.bounds.plugins
        ) { line in logger.info("plugin: \(line)") }
        var problems: [String] = []
        for case .failure(let error) in plugins.load(paths: settings.plugins, into: registry) {
            problems.append("\(error)")
        }
        let start = StartProblems()
        do throws(RuleSetError) {
            folder = try RuleSetFolder(settings.ruleSets).watch(
                registry: registry, observer: observer,
                report: { start.note($0, of: "rule set", logger: logger) })
            shadowFolder = try settings.shadow.map { shadow throws(RuleSetError) in
                try RuleSetFolder(shadow.ruleSets).watch(
                    registry: registry,
                    report: { start.note($0, of: "second version", logger: logger) })
            }
        } catch {
            throw StartError(problems: problems + ["\(error)"])
        }
        problems += start.end()
        guard problems.isEmpty else { throw StartError(problems: problems) }
        let folders = [folder, shadowFolder].compactMap(\.self)
        do throws(PluginError) {
            pluginWatch =
                settings.plugins.isEmpty
                ? nil
                : try plugins.watch(paths: settings.plugins, into: registry) { outcome in
                    // The observer is told of plugins. Rule sets may use rules that they brought.
                    guard case .success = outcome else { return }
                    for folder in folders { try? folder.reload(retryingRejected: true) }
                }
        } catch {
            throw StartError(problems: ["\(error)"])
        }
    }

    var names: [String] { folder.names }

    /// The counters of the plugins, as they are now.
    var pluginCounters: [(plugin: String, name: String, value: UInt64)] { plugins.exportedCounters }

    subscript(_ name: String) -> RuleSetVersion? { folder[name] }

    func validators(named name: String) -> ValidatorsManager? { folder[name]?.validators }

    /// The second version of a rule set, or `nil` if it has none.
    func shadow(of name: String) -> RuleSetVersion? { shadowFolder?[name] }

    /// Writes a rule set, which takes over before this returns.
    ///
    /// Of several callers each one finds the version of the one before it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bytes: The rule set in YAML or JSON.
    ///   - isJSON: Its file ends in `.json`.
    ///   - check: Is given the version that would be replaced, nil if there is none; what it throws keeps
    ///     that version.
    /// - Returns: The version that was replaced, and the one that answers from now on.
    /// - Throws: What `check` throws, `RuleSetError` with every issue, and errors of the file system.
    func replace(
        _ name: String, with bytes: [UInt8], isJSON: Bool,
        if check: (RuleSetVersion?) throws -> Void
    ) throws -> (before: RuleSetVersion?, version: RuleSetVersion) {
        try replacing.withLock { _ in
            // A file that was edited a moment ago is a version too.
            try folder.reload()
            let before = folder[name]
            try check(before)
            let ending = isJSON ? "json" : "yaml"
            _ = try RuleSetVersion(bytes: bytes, file: "\(name).\(ending)", registry: registry)
            // No one reads the folder while the file of another ending is still there.
            try folder.reload(after: { try write(name, bytes, ending: ending) })
            guard let version = folder[name] else {
                throw StartError(problems: ["\(name) was removed meanwhile"])
            }
            return (before, version)
        }
    }

    /// Writes the file of a rule set, and removes the one that it replaces.
    private func write(_ name: String, _ bytes: [UInt8], ending: String) throws {
        let directory = URL(filePath: settings.ruleSets, directoryHint: .isDirectory)
        // Renamed over the old file at one moment.
        try Data(bytes).write(
            to: directory.appending(path: "\(name).\(ending)"), options: .atomic)
        for other in ["json", "yaml", "yml"] where other != ending {
            let file = directory.appending(path: "\(name).\(other)")
            // A file that stays would be a second one of the rule set.
            do {
                try FileManager.default.removeItem(at: file)
            } catch  where FileManager.default.fileExists(atPath: file.path) {
                throw error
            } catch {}
        }
    }

    func end() {
        folder.cancel()
        shadowFolder?.cancel()
        pluginWatch?.cancel()
    }
}

/// The reason a server does not start.
public struct StartError: Error, CustomStringConvertible {
    /// Everything that is wrong.
    public let problems: [String]

    /// A line for each problem.
    public var description: String { problems.joined(separator: "\n") }
}

/// The problems that are found before a server runs; later ones are lines in the log.
private final class StartProblems: Sendable {
    private let problems = Mutex<[String]?>([])

    func note(_ update: RuleSetFolder.Update, of kind: String, logger: Logger) {
        switch update {
        case .changed(let name, let version):
            logger.notice(
                "\(kind) loaded",
                metadata: [
                    "assay.rule_set": "\(name)", "assay.fingerprint": "\(version.fingerprint)",
                ])
            for issue in version.validators.cellIssues {
                logger.warning(
                    "\(kind) cannot check text: \(issue)", metadata: ["assay.rule_set": "\(name)"])
            }
        case .removed(let name):
            logger.notice("\(kind) removed", metadata: ["assay.rule_set": "\(name)"])
        case .rejected(let name, let error):
            let isStarting = problems.withLock { problems in
                problems?.append("\(error)")
                return problems != nil
            }
            guard !isStarting else { return }
            for issue in error.issues {
                logger.error("\(kind) rejected: \(issue)", metadata: ["assay.rule_set": "\(name)"])
            }
        }
    }

    /// The problems so far; those to come are lines in the log.
    func end() -> [String] {
        problems.withLock { problems in
            defer { problems = nil }
            return problems ?? []
        }
    }
}
