// SPDX-License-Identifier: Apache-2.0
import Assay

/// The cost of a rule with its arguments.
struct BenchResult {
    /// One way to call a rule.
    struct Timing {
        /// The median time of a value, in nanoseconds.
        let nanoseconds: Double
        /// The median ratio to the built-in rule that was timed right before.
        let ratio: Double
        /// Half of the distance between the quartiles of the ratios, as a share of the median.
        let spread: Double
    }

    let rule: String
    let expression: String
    /// The number of values that the rule was timed on.
    let values: Int
    /// A text that changes with the values.
    let digest: String
    let batch: Timing
    let single: Timing
}

extension BenchResult.Timing {
    /// Creates a timing from samples of a rule, and of the built-in rule before each.
    init(_ samples: [Double], reference: [Double]) {
        let ratios = zip(samples, reference).map { $1 > 0 ? $0 / $1 : 0 }
        let statistics = BenchStatistics(ratios)
        self.init(
            nanoseconds: BenchStatistics(samples).median, ratio: statistics.median,
            spread: statistics.spread)
    }

    var value: Value {
        ["ns": .number(nanoseconds), "ratio": .number(ratio), "spread": .number(spread)]
    }

    init?(_ value: Value) {
        guard let nanoseconds = value["ns"].double, let ratio = value["ratio"].double,
            let spread = value["spread"].double, ratio >= 0
        else { return nil }
        self.init(nanoseconds: nanoseconds, ratio: ratio, spread: spread)
    }
}

extension BenchResult {
    var value: Value {
        [
            "rule": .string(rule), "expression": .string(expression),
            "values": .integer(Int64(values)), "digest": .string(digest), "batch": batch.value,
            "single": single.value,
        ]
    }

    init?(_ value: Value) {
        guard case .string(let rule) = value["rule"],
            case .string(let expression) = value["expression"],
            case .integer(let values) = value["values"],
            case .string(let digest) = value["digest"],
            let batch = Timing(value["batch"]), let single = Timing(value["single"]),
            values == 0 || batch.ratio > 0 && single.ratio > 0
        else { return nil }
        self.init(
            rule: rule, expression: expression, values: Int(clamping: values), digest: digest,
            batch: batch, single: single)
    }
}

extension Value {
    /// The number as a `Double`, or `nil` for other values.
    var double: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}
