// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginHost
@_spi(Engine) import AssayRuleSets
import AssaySystem
import Synchronization

/// A rule set in a file that may change while the program runs.
///
/// ```swift
/// let signUp = try RuleSetFile("signup.yaml").watch { update in
///     if case .failure(let error) = update { print(error) }
/// }
/// let report = signUp.validators.validate(json: body)
/// ```
public struct RuleSetFile: Sendable {
    /// The path of the file.
    public let path: String

    /// Names a file, which is not read yet.
    ///
    /// - Parameter path: A rule set in JSON if its name ends in `.json`, else in YAML.
    public init(_ path: String) {
        self.path = path
    }

    /// Reads the file, and again whenever it has changed.
    ///
    /// Once its directory has been quiet for a twentieth of a second, a file with other bytes is compiled.
    /// A good version takes over at one moment: a call sees the old validators or the new ones. A bad one
    /// is reported with everything that is wrong with it, and the old one stays, as it does when the file
    /// is removed. Rename a complete file over the old one: of one that is written in place, a part may be
    /// read.
    ///
    /// - Parameters:
    ///   - registry: The rules that the file may use, by default the built-in ones.
    ///   - observer: Is told of what the validators do and of reloads, by the name of the file without its
    ///     ending.
    ///   - report: Called on a thread of the watch with each version that takes over, or with why it does
    ///     not; not with the first one.
    /// - Returns: The validators, which follow the file until the watch is cancelled or released.
    /// - Throws: `RuleSetError` with every issue of the file, or that it cannot be watched.
    public func watch(
        registry: RuleRegistry = .standard(), observer: (any ValidationObserver)? = nil,
        report: @escaping @Sendable (Result<RuleSetVersion, RuleSetError>) -> Void = { _ in }
    ) throws(RuleSetError) -> RuleSetWatch {
        try RuleSetWatch(path: path, registry: registry, observer: observer, report: report)
    }
}

/// Validators that follow their file, until this is cancelled or released.
public final class RuleSetWatch: Sendable {
    private let followed: FollowedRuleSet
    private let thread: WatchThread

    fileprivate init(
        path: String, registry: RuleRegistry, observer: (any ValidationObserver)?,
        report: @escaping @Sendable (Result<RuleSetVersion, RuleSetError>) -> Void
    ) throws(RuleSetError) {
        // What changes from here on is noticed.
        let thread = try WatchThread(path: path)
        let followed = FollowedRuleSet(
            try FollowedFile(path: path, registry: registry, observer: observer),
            report: report)
        try thread.start { followed.readAgain() }
        self.followed = followed
        self.thread = thread
    }

    deinit { cancel() }

    /// The version of this moment.
    public var current: RuleSetVersion { followed.current }

    /// The validators of this moment.
    public var validators: ValidatorsManager { current.validators }

    /// Ends the watch; the validators stay.
    public func cancel() {
        thread.cancel()
    }
}

/// The state that the thread of a watch shares with its owner.
private final class FollowedRuleSet: Sendable {
    private let file: Locked<FollowedFile>
    private let report: @Sendable (Result<RuleSetVersion, RuleSetError>) -> Void

    init(
        _ file: FollowedFile,
        report: @escaping @Sendable (Result<RuleSetVersion, RuleSetError>) -> Void
    ) {
        self.file = Locked(file)
        self.report = report
    }

    var current: RuleSetVersion { file.withLock { $0.current } }

    /// Compiles outside of the lock: this thread alone changes the file's state.
    func readAgain() {
        var next = file.withLock { $0 }
        let outcome = next.readAgain()
        let changed = next
        file.withLock { $0 = changed }
        if let outcome { report(outcome) }
    }
}

/// A rule set as it was read last.
struct FollowedFile: Sendable {
    private let path: String
    private let registry: RuleRegistry
    private let observer: (any ValidationObserver)?
    private(set) var current: RuleSetVersion
    /// The fingerprint of the bytes that were read last, or `nil` if the file could not be read.
    private var seen: String?

    init(
        path: String, registry: RuleRegistry, observer: (any ValidationObserver)?
    ) throws(RuleSetError) {
        self.path = path
        self.registry = registry
        self.observer = observer
        current = try RuleSetVersion(
            bytes: RuleSetVersion.read(path), file: path, registry: registry)
        seen = current.fingerprint
        current.validators.observe(by: observer, as: name)
    }

    /// The name of the file without its folder and its ending.
    private var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    }

    /// Reads the file again.
    ///
    /// - Returns: The version that takes over or why it does not; nil if the file is as it was.
    mutating func readAgain() -> Result<RuleSetVersion, RuleSetError>? {
        do throws(RuleSetError) {
            guard let bytes = try newBytes() else { return nil }
            current = try RuleSetVersion(bytes: bytes, file: path, registry: registry)
            current.validators.observe(by: observer, as: name)
            observer?.didReload(ruleSet: name, error: nil)
            return .success(current)
        } catch {
            observer?.didReload(ruleSet: name, error: error)
            return .failure(error)
        }
    }

    /// The bytes of the file, if they are others than before.
    private mutating func newBytes() throws(RuleSetError) -> [UInt8]? {
        let before = seen
        do throws(RuleSetError) {
            let bytes = try RuleSetVersion.read(path)
            let fingerprint = FNV1a(bytes).text
            seen = fingerprint
            return fingerprint == before ? nil : bytes
        } catch {
            seen = nil
            if before == nil { return nil }
            throw error
        }
    }
}
