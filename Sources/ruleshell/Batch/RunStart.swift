// SPDX-License-Identifier: Apache-2.0

/// Makes the outputs ready for a run that begins or goes on.
struct RunStart {
    private let settings: OutputSettings
    private let inputCount: Int

    init(_ settings: OutputSettings, inputCount: Int) {
        self.settings = settings
        self.inputCount = inputCount
    }

    /// Empties the outputs, or cuts them to where the checkpoint says.
    ///
    /// - Parameter resumes: Whether the run goes on from its checkpoint.
    /// - Returns: Where it goes on; nil for the start.
    /// - Throws: That it cannot go on, or that outputs cannot be written.
    func prepare(resumes: Bool) throws(Diagnostic) -> Checkpoint? {
        guard let file = settings.checkpoint else {
            try settings.outputs.empty()
            return nil
        }
        try checkOutputs()
        if resumes {
            if let checkpoint = try file.read() {
                try check(checkpoint, file.path)
                if checkpoint.status == nil { try cutOutputs(to: checkpoint.ends) }
                return checkpoint
            }
            note(
                "checkpoint.missing",
                "there is no '\(file.path)' yet; starting at the first record")
        }
        // An old checkpoint must not outlive the outputs that it tells of.
        try file.remove()
        try settings.outputs.empty()
        return nil
    }

    /// The status of a run that has ended before.
    func finished(_ status: Int) -> ExitStatus {
        note("checkpoint.finished", "the run of the checkpoint has ended; nothing is left to do")
        return ExitStatus(rawValue: Int32(truncatingIfNeeded: status)) ?? .unusable
    }

    private func note(_ code: String, _ text: String) {
        StandardError.write(SafeText.line("ruleshell: note[\(code)] \(text)") + "\n")
    }

    /// Outputs can be cut where they are files, or nothing.
    private func checkOutputs() throws(Diagnostic) {
        for stream in settings.outputs.streams where stream.end == nil && !stream.isNull {
            throw Diagnostic(
                "checkpoint.output",
                "--checkpoint needs a file to write to, and \(stream.name) is none",
                help: stream.isStandardOutput
                    ? "name one with -o, or append standard output to one with >>"
                    : "name a file with \(stream.option)")
        }
    }

    /// Numbers that do not fit each other come from no run.
    private func check(_ checkpoint: Checkpoint, _ path: String) throws(Diagnostic) {
        let streams = settings.outputs.streams
        guard checkpoint.counts.findingsByRule.count == settings.rules.count,
            checkpoint.tally.count == settings.layout.slots.count,
            checkpoint.ends.count == streams.count, checkpoint.input <= inputCount
        else { throw .noCheckpoint(path) }
        for (stream, end) in zip(streams, checkpoint.ends) where !stream.isNull {
            guard let size = stream.size, size >= end else {
                throw .changed("\(stream.name) is shorter than it was")
            }
        }
    }

    private func cutOutputs(to ends: [Int]) throws(Diagnostic) {
        for (stream, end) in zip(settings.outputs.streams, ends) {
            let error = stream.cut(to: end)
            if error != 0 { throw .unwritable(stream.name, error) }
        }
        for file in settings.outputs.totals {
            let error = file.cut(to: 0)
            if error != 0 { throw .unwritable(file.name, error) }
        }
    }
}
