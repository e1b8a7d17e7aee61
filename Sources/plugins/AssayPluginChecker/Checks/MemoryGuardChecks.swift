// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A check that the functions do not write to what they receive, which belongs to the host.
enum ReadOnlyInputCheck: PluginCheck {
    static let name = "readOnlyInput"
    static let summary = "create and evaluate do not write to what they receive"

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? {
        step == .create
            ? ("a write to the arguments", "treat params and all they point to as const")
            : ("a write to the batch", "treat the batch and all it points to as const")
    }

    static func run(in trial: Trial) {
        trial.withInstances(argumentsIn: .readOnly) { instance in
            guard let memory = GuardedMemory(.readOnly) else { return }
            let rows = trial.rows(for: instance)
            if rows.count > 0 { _ = trial.evaluate(instance, on: rows, in: memory) }
        }
    }
}

/// Strings have no NUL at their end.
enum InputBoundsCheck: PluginCheck {
    static let name = "inputBounds"
    static let summary = "create and evaluate access nothing past the end of what they receive"

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? {
        step == .create
            ? (
                "an access after the end of the arguments",
                "read only a value for each parameter, and of it len bytes, elements and members; "
                    + "strings have no NUL at the end"
            )
            : (
                "an access after the end of a value or a column",
                "read only len bytes, elements and members, and count rows; strings have no NUL at "
                    + "the end"
            )
    }

    static func run(in trial: Trial) {
        trial.withInstances(argumentsIn: .bounded) { instance in
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

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? {
        ("an access after the last verdict", "write only out[0] to out[count - 1]")
    }

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

/// Scratch memory has the size that was asked for.
enum ScratchBoundsCheck: PluginCheck {
    static let name = "scratchBounds"
    static let summary = "create and evaluate access nothing past the end of their scratch memory"
    private static let remedy = "request as many bytes of scratch as you use"

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? {
        ("an access after the end of scratch", remedy)
    }

    static func run(in trial: Trial) {
        trial.withExpressions { rule, bound in
            guard let memory = GuardedMemory(.bounded) else { return }
            let call = TrialCall(scratchIn: memory)
            let instance = trial.create(rule, with: bound, offering: call).instance
            report(call, of: "create", at: trial.place(of: rule, with: bound), in: trial)
            guard let instance else { return }
            evaluate(instance, in: trial)
            trial.destroy(instance)
        }
    }

    private static func evaluate(_ instance: TrialInstance, in trial: Trial) {
        let rows = trial.rows(for: instance)
        guard rows.count > 0, let memory = GuardedMemory(.bounded) else { return }
        let call = TrialCall(scratchIn: memory)
        _ = trial.evaluate(instance, on: rows, offering: call)
        report(call, of: "evaluate", at: trial.place(of: instance, on: rows), in: trial)
    }

    /// No guard is where scratch memory does not fill its last 16 bytes.
    private static func report(
        _ call: TrialCall, of function: String, at place: CheckPlace, in trial: Trial
    ) {
        guard call.misuse.contains(TrialScratch.misuse) else { return }
        trial.report(
            CheckFinding(
                at: place, found: "\(TrialScratch.misuse) in \(function)",
                expected: "writes to what was asked for", remedy: remedy))
    }
}

/// A check that the functions do not use what they receive after they return.
enum LifetimeCheck: PluginCheck {
    static let name = "lifetime"
    static let summary = "nothing that was borrowed is used after the call"

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? {
        ("an access to what an earlier call had borrowed", "copy what is needed after the call")
    }

    static func run(in trial: Trial) {
        trial.withExpressions { rule, bound in
            guard let memory = GuardedMemory(.revocable) else { return }
            let instance = trial.create(
                rule, with: bound, in: memory, offering: TrialCall(scratchIn: memory)
            ).instance
            memory.revoke()
            withExtendedLifetime(memory) {
                if let instance { evaluate(instance, in: trial) }
            }
        }
    }

    /// Once without what `create` had borrowed, and once without what an earlier call had.
    private static func evaluate(_ instance: TrialInstance, in trial: Trial) {
        defer { trial.destroy(instance) }
        let rows = trial.rows(for: instance)
        guard rows.count > 0 else { return }
        let first = ValueArena()
        _ = trial.evaluate(instance, on: rows, in: first)
        guard let second = GuardedMemory(.revocable) else { return }
        _ = trial.evaluate(
            instance, on: rows, in: second, offering: TrialCall(scratchIn: second))
        second.revoke()
        withExtendedLifetime((first, second)) { _ = trial.evaluate(instance, on: rows) }
    }
}
