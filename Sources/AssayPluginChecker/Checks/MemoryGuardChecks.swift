// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The batch is the host's.
enum ReadOnlyInputCheck: PluginCheck {
    static let name = "readOnlyInput"
    static let summary = "evaluate writes nothing of its batch"
    static let watchedFault: (found: String, remedy: String)? = (
        "a write to the batch", "treat the batch and all it points to as const"
    )

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            guard let memory = GuardedMemory(.readOnly) else { return }
            let rows = trial.rows(for: instance)
            if rows.count > 0 { _ = trial.evaluate(instance, on: rows, in: memory) }
        }
    }
}

/// Strings have no NUL at their end.
enum InputBoundsCheck: PluginCheck {
    static let name = "inputBounds"
    static let summary = "evaluate reads nothing after the values of its batch"
    static let watchedFault: (found: String, remedy: String)? = (
        "an access after the end of a value or a column",
        "read only len bytes, elements and members, and count rows; strings have no NUL at the end"
    )

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            guard let memory = GuardedMemory(.bounded) else { return }
            let texts = instance.rule.rows(of: HostileTexts.short.map(Value.string), for: instance)
            let rows = Rows(trial.rows(for: instance).different + texts)
            if rows.count > 0 { _ = trial.evaluate(instance, on: rows, in: memory) }
        }
    }
}

/// The array of verdicts holds one for each row.
enum VerdictBoundsCheck: PluginCheck {
    static let name = "verdictBounds"
    static let summary = "evaluate writes nothing after its verdicts"
    static let watchedFault: (found: String, remedy: String)? = (
        "an access after the last verdict", "write only out[0] to out[count - 1]"
    )

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            for count in [1, 3, rows.count] where rows.count > 0 {
                guard let memory = GuardedMemory(.bounded) else { return }
                let rows = Rows(rows.different, count: count)
                _ = trial.evaluate(
                    instance, on: rows, into: { VerdictMemory(count: $0, in: memory) })
            }
        }
    }
}

/// What a function receives is borrowed until it returns.
enum LifetimeCheck: PluginCheck {
    static let name = "lifetime"
    static let summary = "nothing that was borrowed is used after the call"
    static let watchedFault: (found: String, remedy: String)? = (
        "an access to what an earlier call had borrowed", "copy what is needed after the call"
    )

    static func run(in trial: Trial) {
        for rule in trial.rules {
            for expression in rule.expressions {
                guard let bound = trial.bind(expression) else { continue }
                guard let arguments = GuardedMemory(.revocable) else { return }
                let instance = trial.create(rule, with: bound, in: arguments).instance
                arguments.revoke()
                withExtendedLifetime(arguments) {
                    if let instance { evaluate(instance, in: trial) }
                }
            }
        }
    }

    /// Once without the arguments of `create`, and once without an earlier batch.
    private static func evaluate(_ instance: TrialInstance, in trial: Trial) {
        defer { trial.destroy(instance) }
        let rows = trial.rows(for: instance)
        guard rows.count > 0 else { return }
        let first = ValueArena()
        _ = trial.evaluate(instance, on: rows, in: first)
        guard let second = GuardedMemory(.revocable) else { return }
        _ = trial.evaluate(instance, on: rows, in: second)
        second.revoke()
        withExtendedLifetime((first, second)) { _ = trial.evaluate(instance, on: rows) }
    }
}
