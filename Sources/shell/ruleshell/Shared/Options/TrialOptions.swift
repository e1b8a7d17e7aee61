// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The bounds of the processes in which one plugin is tried, for the commands that try one.
struct TrialOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin-allow-call"),
        help: ArgumentHelp(
            "Let the plugin attempt a system call that ends the trial; repeatable.",
            valueName: "call"))
    var allowedCalls: [ProbedCall] = []

    @Option(
        name: .customLong("plugin-memory"),
        help: ArgumentHelp(
            "Mebibytes that the plugin may address in a trial.", valueName: "mib"))
    var memory: Mebibytes = .standard

    /// The standard policy with a probe and these bounds.
    var policy: PluginPolicy {
        var policy = PluginPolicy.standard
        policy.probe = .required
        policy.allowedCalls = Set(allowedCalls.map(\.rawValue))
        policy.probeMemory = memory.bytes
        return policy
    }
}

extension ProbedCall: ExpressibleByArgument {}

/// A size of memory in mebibytes, at least 1.
struct Mebibytes: ExpressibleByArgument {
    let count: Int

    static let standard = Mebibytes(count: PluginPolicy.standard.probeMemory >> 20)

    var bytes: Int { count << 20 }
    var defaultValueDescription: String { "\(count)" }

    private init(count: Int) {
        self.count = count
    }

    init?(argument: String) {
        guard let count = Int(argument), (1...(1 << 30)).contains(count) else { return nil }
        self.count = count
    }
}
