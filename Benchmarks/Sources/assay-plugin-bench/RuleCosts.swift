// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Times the same numbers through each way, in turns.
struct RuleCosts {
    let direct: DirectFunction
    let c: PluginRule
    let swift: PluginRule
    let values: [ParsedBatch]

    struct Result {
        /// Nanoseconds for one value, in batches.
        var direct = 0.0
        /// Medians of the rounds' ratios to `direct`.
        var cRatio = 0.0
        var swiftRatio = 0.0
        /// Nanoseconds that a batch of one costs above the direct call.
        var singleExtra = 0.0
    }

    func measure(rounds: Int) throws -> Result {
        let count = Double(values.reduce(0) { $0 + $1.batch.count })
        var columns: [[Double]] = [[], [], [], []]
        // The first round warms up.
        for round in 0...rounds {
            let directTime = try time { direct.failures(values, batch: 1024) }
            let cTime = try time { c.failures(values) }
            let swiftTime = try time { swift.failures(values) }
            let directSingle = try time { direct.failures(values, batch: 1) }
            let single = try time { c.singleFailures(values) }
            guard round > 0 else { continue }
            columns[0].append(directTime / count)
            columns[1].append(cTime / directTime)
            columns[2].append(swiftTime / directTime)
            columns[3].append((single - directSingle) / count)
        }
        return Result(
            direct: columns[0].median, cRatio: columns[1].median, swiftRatio: columns[2].median,
            singleExtra: columns[3].median)
    }

    /// Nanoseconds of a pass, which has to find what every other finds.
    private func time(_ pass: () -> Int) throws -> Double {
        var failures = 0
        let time = nanoseconds { failures = pass() }
        let expected = direct.failures(values, batch: 1024)
        guard failures == expected else {
            throw UsageError(message: "\(failures) failures instead of \(expected)")
        }
        return time
    }
}
