// SPDX-License-Identifier: Apache-2.0

/// Threads of a host may have small stacks.
enum StackCheck: PluginCheck {
    static let name = "stack"
    static let summary = "a stack of 512 KiB is enough"

    static func run(in trial: Trial) {
        let check = Check(trial: trial)
        Threads.run(count: 1, stackBytes: 512 << 10) { check.run() }
    }

    private struct Check: @unchecked Sendable {  // the other thread waits meanwhile
        let trial: Trial

        func run() {
            trial.withInstances { instance in
                let rows = trial.rows(for: instance)
                if rows.count > 0 { _ = trial.evaluate(instance, on: rows) }
            }
        }
    }
}
