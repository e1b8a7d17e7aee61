// SPDX-License-Identifier: Apache-2.0
import AssayObservability
import CoreMetrics
import Synchronization

/// The metrics of the server, beside those of its validators.
final class ServerMetrics: Sendable {
    let registry = PrometheusMetrics()
    let running: Meter
    let streams: Meter
    let decisionsDropped: Counter
    let shadowRecords: Counter
    let shadowSkipped: Counter
    private let time: CoreMetrics.Timer
    private let requests = Mutex<[Key: Counter]>([:])
    /// The counters of plugins as they were exported the last time.
    private let pluginCounts = Mutex<[String: UInt64]>([:])

    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    init() {
        running = Meter(label: "assay_http_requests_running", factory: registry)
        streams = Meter(label: "assay_streams_running", factory: registry)
        decisionsDropped = Counter(label: "assay_decisions_dropped_total", factory: registry)
        shadowRecords = Counter(label: "assay_shadow_records_total", factory: registry)
        shadowSkipped = Counter(label: "assay_shadow_skipped_total", factory: registry)
        time = Timer(label: "assay_http_request_seconds", factory: registry)
    }

    /// Counts a request by its route, which is a pattern, not a path.
    ///
    /// - Parameters:
    ///   - route: The pattern.
    ///   - method: The method, or `other`.
    ///   - status: The status of the answer.
    ///   - duration: The time from the head of the request to that of the answer, or `nil` if there
    ///     was no head.
    func count(route: String, method: String, status: Int, in duration: Duration?) {
        if let duration { time.recordNanoseconds(duration.wholeNanoseconds) }
        let key = Key(route: route, method: method, status: status)
        let counter = requests.withLock { requests in
            if let known = requests[key] { return known }
            let new = Counter(
                label: "assay_http_requests_total",
                dimensions: [("route", route), ("method", method), ("status", "\(status)")],
                factory: registry)
            requests[key] = new
            return new
        }
        counter.increment()
    }

    /// Adds what plugins have counted since the last time.
    func update(countersOfPlugins counters: [(plugin: String, name: String, value: UInt64)]) {
        for counter in counters {
            let more = pluginCounts.withLock { counts in
                let key = "\(counter.plugin) \(counter.name)"
                let before = counts.updateValue(counter.value, forKey: key) ?? 0
                return counter.value > before ? counter.value - before : 0
            }
            Counter(
                label: "assay_plugin_counter_total",
                dimensions: [("plugin", counter.plugin), ("name", counter.name)],
                factory: registry
            ).increment(by: Int64(clamping: more))
        }
    }

    /// Counts differences between a rule set and its second version.
    func countDifference(ruleSet: String, code: String, side: ShadowDifference.Side, by count: Int)
    {
        Counter(
            label: "assay_shadow_differences_total",
            dimensions: [("rule_set", ruleSet), ("code", code), ("only_in", side.rawValue)],
            factory: registry
        ).increment(by: count)
    }
}
