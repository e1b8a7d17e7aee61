// SPDX-License-Identifier: Apache-2.0

extension ProcessState {
    /// - Throws: An error of stage probe with everything that is not as it was before.
    func check(against before: ProcessState) throws(StageError) {
        let changes = changes(since: before)
        guard !changes.isEmpty else { return }
        throw StageError(
            .probe, found: "a changed process: " + changes.joined(separator: ", "),
            expected: "the process as it was before the plugin",
            remedy: "keep constructors, \(Preflight.entryName) and init of the plugin from that")
    }

    /// In words.
    func changes(since before: ProcessState) -> [String] {
        var changes: [String] = []
        if locale != before.locale { changes.append("another locale (\(oneLine(locale)))") }
        if umask != before.umask { changes.append("another umask (\(String(umask, radix: 8)))") }
        if directory != before.directory {
            changes.append("another working directory (\(oneLine(directory)))")
        }
        changes += changedHandlers(since: before)
        if floatingPoint != before.floatingPoint {
            changes.append("another mode of floating-point numbers")
        }
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
