// SPDX-License-Identifier: Apache-2.0
public import Assay
public import Metrics
import Synchronization

/// Counts and measures what validators do; `docs/services.md` has the table of names.
///
/// Labels are names of rule sets, fields and rules, and codes: as many as there are in the rule sets. A
/// rule set has at most 500 codes; further ones count as `other`.
public final class MetricsObserver: ValidationObserver {
    private static let mostCodes = 500

    /// `true` if the time of each rule is measured.
    public let measuresRules: Bool
    private let factory: any MetricsFactory
    private let metrics = Mutex<[String: RuleSetMetrics]>([:])

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - factory: The factory of the metrics; the system's by default.
    ///   - measuresRules: `true` if the time of each rule is measured, which makes validation
    ///     slower.
    public init(_ factory: any MetricsFactory = MetricsSystem.factory, measuresRules: Bool = false)
    {
        self.factory = factory
        self.measuresRules = measuresRules
    }

    /// Counts records and findings.
    public func didValidate(_ event: ValidationEvent) {
        let metrics = metrics(of: event.ruleSet)
        if event.records > event.invalid {
            metrics.valid.increment(by: event.records - event.invalid)
        }
        if event.invalid > 0 { metrics.invalid.increment(by: event.invalid) }
        if event.faults > 0 { metrics.faults.increment(by: event.faults) }
        metrics.time.recordNanoseconds(event.duration.wholeNanoseconds)
        for (code, count) in event.findings { metrics.finding(code).increment(by: count) }
        for rule in event.rules where rule.checked > 0 {
            metrics.time(of: rule).recordNanoseconds(rule.duration.wholeNanoseconds)
        }
    }

    /// Counts reloads.
    public func didReload(ruleSet: String, error: RuleSetError?) {
        Counter(
            label: "assay_reloads_total",
            dimensions: [
                ("rule_set", ruleSet), ("outcome", error == nil ? "loaded" : "rejected"),
            ], factory: factory
        ).increment()
    }

    /// Counts plugins that were loaded, and those that failed by why.
    public func didLoad(_ event: PluginEvent) {
        Counter(
            label: "assay_plugins_total",
            dimensions: [("plugin", event.id ?? "unknown"), ("outcome", event.code ?? "loaded")],
            factory: factory
        ).increment()
    }

    private func metrics(of ruleSet: String) -> RuleSetMetrics {
        metrics.withLock { metrics in
            if let known = metrics[ruleSet] { return known }
            let new = RuleSetMetrics(ruleSet, factory, mostCodes: Self.mostCodes)
            metrics[ruleSet] = new
            return new
        }
    }
}

/// The metrics of one rule set.
private final class RuleSetMetrics: Sendable {
    let valid: Counter
    let invalid: Counter
    let faults: Counter
    let time: Metrics.Timer
    private let name: String
    private let factory: any MetricsFactory
    private let mostCodes: Int
    private let findings = Mutex<[String: Counter]>([:])
    private let rules = Mutex<[String: Metrics.Timer]>([:])

    init(_ name: String, _ factory: any MetricsFactory, mostCodes: Int) {
        self.name = name
        self.factory = factory
        self.mostCodes = mostCodes
        func records(_ outcome: String) -> Counter {
            Counter(
                label: "assay_records_total",
                dimensions: [("rule_set", name), ("outcome", outcome)],
                factory: factory)
        }
        valid = records("valid")
        invalid = records("invalid")
        faults = Counter(
            label: "assay_faults_total", dimensions: [("rule_set", name)], factory: factory)
        time = Timer(
            label: "assay_validation_seconds", dimensions: [("rule_set", name)], factory: factory)
    }

    func finding(_ code: String) -> Counter {
        findings.withLock { findings in
            if let known = findings[code] { return known }
            let label = findings.count < mostCodes ? code : "other"
            let new =
                findings[label]
                ?? Counter(
                    label: "assay_findings_total",
                    dimensions: [("rule_set", name), ("code", label)],
                    factory: factory)
            findings[label] = new
            return new
        }
    }

    func time(of rule: ValidationEvent.RuleTime) -> Metrics.Timer {
        rules.withLock { rules in
            let key = "\(rule.field) \(rule.rule)"
            if let known = rules[key] { return known }
            let new = Timer(
                label: "assay_rule_seconds",
                dimensions: [("rule_set", name), ("field", rule.field), ("rule", rule.rule)],
                factory: factory)
            rules[key] = new
            return new
        }
    }
}

extension Duration {
    /// Whole nanoseconds, for the timers of swift-metrics.
    package var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
