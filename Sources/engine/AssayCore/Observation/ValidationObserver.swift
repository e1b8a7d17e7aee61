// SPDX-License-Identifier: Apache-2.0

/// An observer of the work of validators, for logs, metrics and traces.
///
/// Validators without an observer pay one comparison a call. The functions are called on the thread
/// that validates, before the report is returned, and several threads can call them at once: they
/// should be quick. A call that runs asynchronous rules is reported once, when they have ended.
public protocol ValidationObserver: Sendable {
    /// `true` to measure the time of each rule, which makes validation several times slower.
    var measuresRules: Bool { get }

    /// Some records were validated.
    func didValidate(_ event: ValidationEvent)

    /// A rule set was read again because its file has changed.
    ///
    /// - Parameters:
    ///   - ruleSet: Its name.
    ///   - error: The reason the new version is not used, or `nil` if it has taken over.
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

/// The outcome of loading or replacing a plugin.
///
/// A library that crashes, hangs or exits while it is tried ends another process (`plugin.probe`), and the
/// rules before it stay. A rule that crashes later ends this one: `PluginHost(crashReports:)` names it.
public struct PluginEvent: Sendable, Equatable {
    /// The path of the library, as it was given.
    public let path: String
    /// The plugin's id, or `nil` if it was not loaded before and is not now.
    public let id: String?
    /// The code of the reason the library is not used, such as `plugin.probe`, or `nil` if its
    /// rules are in use.
    public let code: String?
    /// The same reason in a sentence.
    public let reason: String?

    package init(path: String, id: String?, code: String?, reason: String?) {
        self.path = path
        self.id = id
        self.code = code
        self.reason = reason
    }
}

/// The outcome of one call of a validator.
public struct ValidationEvent: Sendable {
    /// The number of values that one rule checked, and the time that it took.
    public struct RuleTime: Sendable {
        /// The path of the field.
        public let field: String
        /// The rule's id.
        public let rule: String
        /// The number of values that it checked.
        public internal(set) var checked: Int
        /// The time that it took for all of them; for an asynchronous rule, from its start to its verdict.
        public internal(set) var duration: Duration
    }

    /// The name that the validators are observed by.
    public let ruleSet: String
    /// The number of validated records; 0 if `ValidatorsManager.complete` ran rules that an earlier
    /// call deferred, which was an event of its own.
    ///
    /// An array that is malformed itself counts as a record.
    public let records: Int
    /// The number of these records that are not valid; a record with a pending rule is not valid.
    public let invalid: Int
    /// The number of rules that could not decide.
    public let faults: Int
    /// The number of findings by code: violations, warnings, faults and pending rules; for
    /// `complete`, only the findings that it added.
    public let findings: [String: Int]
    /// The time from the bytes, or the record, to the report.
    public let duration: Duration
    /// The reports of the records; empty for a piece of a stream, where they are not kept.
    public let reports: [ValidationReport]
    /// The values and time of each rule; empty unless the observer measures rules.
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

    /// Reports a piece of a stream to the observer.
    ///
    /// - Parameters:
    ///   - records: The number of records.
    ///   - invalid: The number of these records that are not valid.
    ///   - batch: Their findings.
    ///   - session: The session that validated them.
    ///   - start: The time when the validation began, as from `MonotonicClock`.
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
    /// Returns the values and times of the rules since the last call; empty if they are not
    /// counted.
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
