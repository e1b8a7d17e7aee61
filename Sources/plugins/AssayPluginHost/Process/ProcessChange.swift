// SPDX-License-Identifier: Apache-2.0

extension ProcessState {
    /// - Throws: An error of stage probe with everything that is not as it was before.
    func check(against before: ProcessState) throws(StageError) {
        let error = StageError(
            .probe, changes: changes(since: before), of: "process",
            flushes: thread.flushesSmallNumbers(unlike: before.thread))
        if let error { throw error }
    }

    /// Returns the differences from an earlier state, in words.
    func changes(since before: ProcessState) -> [String] {
        var changes: [String] = []
        if locale != before.locale { changes.append("another locale (\(oneLine(locale)))") }
        if umask != before.umask { changes.append("another umask (\(String(umask, radix: 8)))") }
        if directory != before.directory {
            changes.append("another working directory (\(oneLine(directory)))")
        }
        changes += changedHandlers(since: before)
        changes += thread.changes(since: before.thread)
        changes += zip(limits, before.limits).flatMap { $0.changes(since: $1) }
        changes += timers.changes(since: before.timers)
        changes += changedDescriptors(since: before)
        changes += changedVariables(since: before)
        if output != before.output { changes.append("text on standard output") }
        if threads > before.threads { changes.append("a thread that is left") }
        if hasChildren && !before.hasChildren || hasOrphans && !before.hasOrphans {
            changes.append("a process that is left")
        }
        return changes
    }

    private func changedHandlers(since before: ProcessState) -> [String] {
        zip(handlers, before.handlers).enumerated().filter { $1.0 != $1.1 }.map { index, _ in
            "another handler of \(signalName(Int32(index) + 1))"
        }
    }

    private func changedDescriptors(since before: ProcessState) -> [String] {
        zip(descriptors, before.descriptors).enumerated().filter { $1.0 != $1.1 }.map {
            index, pair in
            "descriptor \(index) \(pair.0.isEmpty ? "closed" : "replaced")"
        }
    }

    private func changedVariables(since before: ProcessState) -> [String] {
        Set(environment.keys).union(before.environment.keys).sorted()
            .filter { environment[$0] != before.environment[$0] }
            .map { "another value of the environment variable \(oneLine($0))" }
    }
}

extension ThreadState {
    /// - Throws: An error of stage initialize with everything that is not as it was before.
    func check(against before: ThreadState) throws(StageError) {
        let error = StageError(
            .initialize, changes: changes(since: before), of: "thread",
            flushes: flushesSmallNumbers(unlike: before))
        if let error { throw error }
    }
}

extension StageError {
    /// Nil for a plugin that has changed nothing; `flushes`: it has had very small numbers made zero.
    fileprivate init?(
        _ stage: PluginStage, changes: [String], of whole: String, flushes: Bool
    ) {
        guard !changes.isEmpty else { return nil }
        self.init(
            stage, found: "a changed \(whole): " + changes.joined(separator: ", "),
            expected: "the \(whole) as it was before the plugin",
            remedy: flushes
                ? "build and link the plugin without -Ofast and -ffast-math, which add a constructor "
                    + "that does this, and do not do it in its own code"
                : "do not do this in constructors, \(Preflight.entryName) or init of the plugin")
    }
}
