// SPDX-License-Identifier: Apache-2.0
import Assay

/// Prepares the outputs for a run that begins or continues.
struct RunStart {
    private let settings: OutputSettings
    private let inputCount: Int

    init(settings: OutputSettings, inputCount: Int) {
        self.settings = settings
        self.inputCount = inputCount
    }

    /// Empties the outputs, or cuts them to where the checkpoint says.
    ///
    /// - Parameter resumes: `true` if the run continues from its checkpoint.
    /// - Returns: The checkpoint to continue from, or `nil` to begin at the start.
    /// - Throws: A diagnostic if the run cannot continue or an output cannot be written.
    func prepare(resumes: Bool) throws(Diagnostic) -> Checkpoint? {
        guard let file = settings.checkpoint else {
            try settings.outputs.empty()
            return nil
        }
        try checkOutputs()
        if resumes {
            if let checkpoint = try file.read() {
                try check(checkpoint, path: file.path)
                if checkpoint.status == nil { try cutOutputs(to: checkpoint.ends) }
                return checkpoint
            }
            note(
                "checkpoint.missing",
                text: "there is no '\(file.path)' yet; starting at the first record")
        }
        // An old checkpoint must not outlive the outputs that it is about.
        try file.remove()
        try settings.outputs.empty()
        return nil
    }

    /// The status of a run that has ended before.
    func finished(_ status: Int) -> ExitStatus {
        note(
            "checkpoint.finished",
            text: "the run of the checkpoint has ended; nothing is left to do")
        return ExitStatus(rawValue: Int32(truncatingIfNeeded: status)) ?? .unusable
    }

    private func note(_ code: String, text: String) {
        StandardError.write(SafeText.line("ruleshell: note[\(code)] \(text)") + "\n")
    }

    /// Rejects outputs that cannot be cut: only files and the null device can.
    private func checkOutputs() throws(Diagnostic) {
        for stream in settings.outputs.streams where stream.end == nil && !stream.isNull {
            throw Diagnostic(
                "checkpoint.output",
                "--checkpoint needs a file to write to, and \(stream.name) is not a file",
                help: stream.isStandardOutput
                    ? "name one with -o, or append standard output to one with >>"
                    : "name a file with \(stream.option)")
        }
    }

    /// Rejects a checkpoint whose numbers contradict each other.
    private func check(_ checkpoint: Checkpoint, path: String) throws(Diagnostic) {
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
            try stream.cut(to: end)
        }
        for file in settings.outputs.totals {
            try file.cut(to: 0)
        }
    }
}
