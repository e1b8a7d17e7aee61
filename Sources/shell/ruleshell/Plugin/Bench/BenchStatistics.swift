// SPDX-License-Identifier: Apache-2.0

/// The median of some samples, and their spread.
struct BenchStatistics {
    let median: Double
    /// Half of the distance between the quartiles, as a share of the median.
    let spread: Double

    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        median = Self.quantile(0.5, of: sorted)
        let distance = Self.quantile(0.75, of: sorted) - Self.quantile(0.25, of: sorted)
        spread = median > 0 ? distance / 2 / median : 0
    }

    /// Returns a quantile, interpolated between two samples, or 0 without samples.
    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = share * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }
}
