// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Loads a library again and again, each time as a host that has not seen it.
struct LoadTime {
    let library: String

    /// The median in milliseconds, with the probe.
    func measure(rounds: Int) throws -> Double {
        var policy = PluginPolicy.standard
        policy.probe = .required
        var times: [Double] = []
        for _ in 0..<rounds {
            let host = PluginHost(policy: policy)
            times.append(
                try nanoseconds { _ = try host.load(path: library, into: RuleRegistry()) } / 1e6)
        }
        return times.median
    }
}
