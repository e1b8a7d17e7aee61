// SPDX-License-Identifier: Apache-2.0
public import CoreMetrics
import Synchronization

/// Counters, gauges and histograms, and their text in the exposition format of Prometheus 0.0.4.
///
/// There are at most so many series: further ones are counted, and take no memory.
public final class PrometheusMetrics: MetricsFactory {
    fileprivate struct State {
        /// By name, then by labels.
        var families: [String: [String: Series]] = [:]
        var seriesCount = 0
        var dropped = 0
    }

    private let maximumSeries: Int
    private let state = Mutex(State())

    /// Makes a registry without metrics.
    ///
    /// - Parameter maximumSeries: The most combinations of a name with labels.
    public init(maximumSeries: Int = 5_000) {
        self.maximumSeries = maximumSeries
    }

    private func series(
        _ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind
    ) -> Series {
        let labels = dimensions.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return state.withLock { state in
            if let known = state.families[label]?[labels] { return known }
            guard state.seriesCount < maximumSeries else {
                state.dropped += 1
                return Series(kind)
            }
            let new = Series(kind)
            state.seriesCount += 1
            state.families[label, default: [:]][labels] = new
            return new
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n", with: "\\n")
    }

    /// The text of all metrics, ordered by name and labels.
    public var exposition: String {
        let (families, dropped) = state.withLock { ($0.families, $0.dropped) }
        var text = ""
        for (name, series) in families.sorted(by: { $0.key < $1.key }) {
            guard let kind = series.values.first?.kind else { continue }
            text += "# TYPE \(name) \(kind.rawValue)\n"
            for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
                text += series.lines(name, labels)
            }
        }
        return text + "# TYPE assay_series_dropped_total counter\n"
            + "assay_series_dropped_total \(dropped)\n"
    }

    // MARK: - MetricsFactory

    /// A counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter)
    }

    /// A gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }

    /// A histogram, or a gauge of what was recorded last.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .histogram : .gauge)
    }

    /// A histogram in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram)
    }

    /// Metrics stay until the process ends.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Metrics stay until the process ends.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Metrics stay until the process ends.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Metrics stay until the process ends.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// One metric with its labels.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The upper bounds of a histogram, in seconds.
    private static let bounds = [
        0.000_01, 0.000_05, 0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10,
    ]

    private struct Values {
        var count = 0
        var sum = 0.0
        var buckets = Array(repeating: 0, count: bounds.count)
    }

    let kind: Kind
    private let count = Atomic<Int64>(0)
    private let values = Mutex(Values())

    init(_ kind: Kind) {
        self.kind = kind
    }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { values.withLock { $0.sum = value } }
    func increment(by amount: Double) { values.withLock { $0.sum += amount } }
    func decrement(by amount: Double) { values.withLock { $0.sum -= amount } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        values.withLock { values in
            values.count += 1
            values.sum += value
            if let index = Self.bounds.firstIndex(where: { value <= $0 }) {
                values.buckets[index] += 1
            }
        }
    }

    func lines(_ name: String, _ labels: String) -> String {
        let set = labels.isEmpty ? "" : "{\(labels)}"
        switch kind {
        case .counter: return "\(name)\(set) \(count.load(ordering: .relaxed))\n"
        case .gauge: return "\(name)\(set) \(values.withLock { $0.sum })\n"
        case .histogram:
            let values = values.withLock { $0 }
            let before = labels.isEmpty ? "" : labels + ","
            var text = ""
            var total = 0
            for (bound, count) in zip(Self.bounds, values.buckets) {
                total += count
                text += "\(name)_bucket{\(before)le=\"\(bound)\"} \(total)\n"
            }
            text += "\(name)_bucket{\(before)le=\"+Inf\"} \(values.count)\n"
            return text + "\(name)_sum\(set) \(values.sum)\n\(name)_count\(set) \(values.count)\n"
        }
    }
}
