// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Validates inputs one after the other into one output.
struct ValidationRun: Sendable {
    let plan: ValidationPlan
    let settings: OutputSettings
    let inputs: RunInputs
    var threadCount: Int
    /// Records of all inputs together; nil: all.
    var recordLimit: Int?
    /// Which findings are reported; nil: all.
    var selection: CodeSelection?
    /// What one search of a pattern may cost.
    var patternLimits = PatternLimits()
    var progress: ProgressChoice = .never

    /// Reads every input that can be read.
    ///
    /// - Parameter checkpoint: Where an earlier run was, whose outputs end there; nil for the start.
    /// - Returns: What was found.
    /// - Throws: That an input has no such place.
    func run(from checkpoint: Checkpoint?) throws(Diagnostic) -> ExitStatus {
        let first = checkpoint?.input ?? 0
        var progress = RunProgress(progress, inputs: inputs.names)
        progress?.resume(
            inputs: inputs.names.prefix(first), records: checkpoint?.counts.records ?? 0)
        let interval = progress?.interval
        let sink = FindingSink(settings, from: checkpoint, progress: progress)
        Interruption.onSignal {
            if sink.finish(interrupted: true) != nil { exit(ExitStatus.interrupted.rawValue) }
        }
        if let interval { ProgressTicker.start(every: interval) { sink.drawProgress() } }
        if checkpoint == nil { sink.begin() }
        var start = checkpoint?.position
        for input in inputs.names.dropFirst(first) where sink.isOpen && hasRecordsLeft(sink) {
            sink.beginInput(input)
            let error = validate(input, from: start, sink)
            if case .badPosition = error { throw .changed("'\(input)' has no such place any more") }
            sink.endInput(error.map { Diagnostic($0) })
            start = nil
        }
        guard let status = sink.finish() else { waitForEnd() }
        return status
    }

    private func hasRecordsLeft(_ sink: FindingSink) -> Bool {
        recordLimit.map { sink.recordsBefore < $0 } ?? true
    }

    /// Reads an input.
    ///
    /// - Returns: Why it cannot be read, or not wholly; nil if it was.
    private func validate(
        _ input: String, from start: StreamPosition?, _ sink: FindingSink
    ) -> InputError? {
        do throws(InputError) {
            let source = try ByteSource(path: input, compression: inputs.compression)
            sink.show(source.meter)
            let renderer = renderer(for: input)
            try validator(for: input, sink).run(source, from: start) {
                renderer.render($0)
            } emit: {
                sink.take($0, $1, $2)
            }
            return nil
        } catch {
            return error
        }
    }

    private func validator(for input: String, _ sink: FindingSink) -> StreamValidator {
        var validator = StreamValidator(
            plan, options: inputs.readerOptions(for: input), threadCount: threadCount)
        if patternLimits != PatternLimits() {
            validator.prepareSession = { [patternLimits] in $0.setPatternLimits(patternLimits) }
        }
        validator.gathersStatistics = settings.statistics != nil
        validator.recordLimit = recordLimit.map { $0 - sink.recordsBefore }
        validator.selection = selection
        return validator
    }

    private func renderer(for input: String) -> ChunkRenderer {
        let (valid, invalid) = (settings.outputs.valid, settings.outputs.invalid)
        return ChunkRenderer(
            format: settings.form.format, input: InputName(input),
            marksFindings: settings.maximumErrors != nil,
            split: valid == nil && invalid == nil
                ? nil : RecordSplit.Wanted(valid: valid != nil, invalid: invalid != nil),
            ruleOffsets: plan.ruleOffsets, layout: settings.layout,
            texts: FindingTexts(settings.layout), room: settings.form.room, page: settings.page)
    }

    /// The thread that took the signal is about to end the process.
    private func waitForEnd() -> Never {
        while true { pause() }
    }
}

/// The inputs of a run by their names, and how they are written.
struct RunInputs: Sendable {
    let names: [String]
    let compression: Compression
    /// Without a format where the name of the input or its first bytes tell it.
    let options: ReaderOptions

    func readerOptions(for input: String) -> ReaderOptions {
        var options = options
        if options.format == nil { options.format = InputFormat(fileName: input) }
        return options
    }
}

extension Diagnostic {
    /// Records that do not go into the files of the records before.
    static func mixed(_ input: String) -> Diagnostic {
        Diagnostic(
            "input.mixed",
            "'\(input)' is written otherwise than the inputs whose records are in --valid and --invalid",
            help: "validate inputs of other formats and with other headers in runs of their own")
    }
}

extension PatternLimits {
    /// The same number of steps for every search, however long the subject is.
    static func exactly(_ steps: UInt32) -> PatternLimits {
        PatternLimits(match: steps, floor: steps)
    }
}
