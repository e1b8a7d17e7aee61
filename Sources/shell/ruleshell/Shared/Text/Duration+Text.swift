// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// Returns a duration with three digits that count, such as `1.25 ms`.
    static func text(of duration: Duration) -> String {
        text(nanoseconds: duration.inSeconds * 1e9)
    }

    /// Returns a duration with three digits that count, such as `1.25 ms`.
    static func text(nanoseconds: Double) -> String {
        let units: [(String, Double)] = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)]
        guard let (unit, size) = units.first(where: { nanoseconds >= $0.1 }) else {
            return "\(Int(nanoseconds)) ns"
        }
        let number = nanoseconds / size
        let places = number >= 100 ? 0 : number >= 10 ? 1 : 2
        let scale = [1.0, 10, 100][places]
        let whole = Int((number * scale).rounded())
        guard places > 0 else { return "\(whole) \(unit)" }
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: places - fraction.count)
        return "\(whole / Int(scale)).\(zeros)\(fraction) \(unit)"
    }

    /// The duration in seconds, with fractions.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
