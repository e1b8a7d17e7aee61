// SPDX-License-Identifier: Apache-2.0

/// Is told what validators did: for logs, metrics and traces.
///
/// Validators without an observer pay one comparison a call. The functions are called on the thread that
/// validates, several at once, before the report is returned: they should be quick. A call that runs
/// asynchronous rules tells of them as well, once, when they have ended.
public protocol ValidationObserver: Sendable {
    /// Whether the time of each rule is measured, which makes validation several times slower.
    var measuresRules: Bool { get }

    /// Some records were validated.
    func didValidate(_ event: ValidationEvent)

    /// A rule set was read again because its file has changed.
    ///
    /// - Parameters:
    ///   - ruleSet: Its name.
    ///   - error: Why the new version is not used; nil: it has taken over.
    func didReload(ruleSet: String, error: RuleSetError?)

    /// A plugin was loaded or replaced, or failed to be.
    func didLoad(_ event: PluginEvent)
}

extension ValidationObserver {
    /// No time is measured.
    public var measuresRules: Bool { false }

    /// Nothing is done about it.
    public func didReload(ruleSet: String, error: RuleSetError?) {}

    /// Nothing is done about it.
    public func didLoad(_ event: PluginEvent) {}
}

/// What became of a plugin.
///
/// A library that crashes, hangs or exits while it is tried ends another process (`plugin.probe`), and the
/// rules before it stay. A rule that crashes later ends this one: `PluginHost(crashReports:)` names it.
public struct PluginEvent: Sendable, Equatable {
    /// The path of the library, as it was given.
    public let path: String
    /// The plugin's id; nil if it was not loaded before and is not now.
    public let id: String?
    /// Why the library is not used, such as `plugin.probe`; nil: its rules are in use.
    public let code: String?
    /// The same in a sentence.
    public let reason: String?

    package init(path: String, id: String?, code: String?, reason: String?) {
        self.path = path
        self.id = id
        self.code = code
        self.reason = reason
    }
}

/// What one call of a validator came to.
public struct ValidationEvent: Sendable {
    /// What one rule did.
    public struct RuleTime: Sendable {
        /// The path of the field.
        public let field: String
        /// The rule's id.
        public let rule: String
        /// Values that it checked.
        public internal(set) var checked: Int
        /// The time that it took for all of them; for an asynchronous rule, from its start to its verdict.
        public internal(set) var duration: Duration
    }

    /// The name that the validators are observed by.
    public let ruleSet: String
    /// How many records were validated; 0 if `ValidatorsManager.complete` ran what an earlier call
    /// deferred, which was an event of its own.
    ///
    /// An array that is malformed itself counts as a record.
    public let records: Int
    /// How many of them are not valid; one with a pending rule is not.
    public let invalid: Int
    /// Rules that could not decide.
    public let faults: Int
    /// Findings by code: violations, warnings, faults and pending rules; of `complete`, those that it
    /// added.
    public let findings: [String: Int]
    /// From the bytes, or the record, to the report.
    public let duration: Duration
    /// The reports of the records; empty for a piece of a stream, where they are not kept.
    public let reports: [ValidationReport]
    /// What each rule did; empty unless the observer measures rules.
    public let rules: [RuleTime]
}

/// An observer of validators, with the name that it knows them by.
package final class ValidationObservation: Sendable {
    package let observer: any ValidationObserver
    package let name: String

    package init(_ observer: any ValidationObserver, name: String) {
        self.observer = observer
        self.name = name
    }

    /// Tells of a piece of a stream.
    ///
    /// - Parameters:
    ///   - records: How many there are.
    ///   - invalid: How many of them are not valid.
    ///   - batch: Their findings.
    ///   - session: What has made them.
    ///   - start: When it began.
    package func tell(
        records: Int, invalid: Int, _ batch: BatchReport, by session: ValidationSession,
        since start: UInt64
    ) {
        let duration = Self.duration(since: start)
        var findings: [String: Int] = [:]
        var faults = 0
        for index in 0..<batch.count {
            switch batch.finding(at: index, locates: false) {
            case .violation(let violation): findings[violation.code, default: 0] += 1
            case .fault(let fault):
                findings[fault.code, default: 0] += 1
                faults += 1
            }
        }
        observer.didValidate(
            ValidationEvent(
                ruleSet: name, records: records, invalid: invalid, faults: faults,
                findings: findings, duration: duration, reports: [],
                rules: session.takeRuleTimes()))
    }

    static func duration(since start: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: MonotonicClock.now() &- start))
    }
}

extension ValidationSession {
    /// What the rules did since the last call; empty if it is not counted.
    func takeRuleTimes() -> [ValidationEvent.RuleTime] {
        guard let statistics else { return [] }
        self.statistics = RuleStatistics(plan)
        return zip(plan.rules, statistics.rules).map { rule, counts in
            ValidationEvent.RuleTime(
                field: rule.key, rule: rule.rule, checked: counts.checked,
                duration: counts.duration)
        }
    }
}
