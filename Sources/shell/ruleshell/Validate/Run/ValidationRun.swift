// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayRegex
import AssayDataSets
import AssaySystem

/// Validates inputs one after the other into one output.
struct ValidationRun: Sendable {
    let plan: ValidationPlan
    let settings: OutputSettings
    let inputs: RunInputs
    var threadCount: Int
    /// The maximum number of records of all inputs together, or `nil` to read all.
    var recordLimit: Int?
    /// The filter that selects the findings to report, or `nil` to report all.
    var filter: CodeFilter?
    /// The limits of one pattern search.
    var patternLimits = PatternLimits()
    var progress: ProgressChoice = .never
    /// `true` if the records have a part of the fields.
    var isPartial = false
    /// The plugins that are loaded, with their versions.
    var plugins: [String] = []

    /// Reads every input that can be read.
    ///
    /// - Parameter checkpoint: The checkpoint to continue from, or `nil` to begin at the start. The
    ///   outputs must end where it says.
    /// - Returns: The exit status.
    /// - Throws: A diagnostic if an input is shorter than the checkpoint says.
    func run(from checkpoint: Checkpoint?) throws(Diagnostic) -> ExitStatus {
        let first = checkpoint?.input ?? 0
        var progress = RunProgress(progress, inputs: inputs.names)
        progress?.resume(
            inputs: inputs.names.prefix(first), records: checkpoint?.counts.records ?? 0)
        let interval = progress?.interval
        let sink = FindingSink(
            settings: settings, from: checkpoint, progress: progress,
            presence: FieldPresence(
                plan, seen: checkpoint?.seen ?? [],
                notesColumns: inputs.options.allowsMissingColumns))
        // Threads that live as long as the process do not keep the plugins of the run, which are shut
        // down with it.
        RunInterruption.onSignal { [weak sink] in
            let running = PluginLastWords.running
            guard sink?.finish(interrupted: true) != nil else { return }
            Self.tell(of: running)
            CurrentProcess.end(.interrupted)
        }
        if let interval {
            Ticker.start(every: interval) { [weak sink] in sink?.drawProgress() ?? false }
        }
        if checkpoint == nil { sink.begin() }
        let snapshot = plan.isWatched ? ProcessSnapshot() : nil
        var start = checkpoint?.position
        for (index, input) in inputs.names.enumerated().dropFirst(first)
        where sink.isOpen && hasRecordsLeft(sink) {
            settings.dataSet?.beginInput(index, recordsBefore: sink.recordsBefore)
            let presence = sink.beginInput(FileName.shown(input))
            let error = validate(input, from: start, presence: presence, sink: sink)
            if case .badPosition = error?.reason {
                throw .changed("'\(input)' is shorter than it was")
            }
            let isText = if case .unreadText = error?.reason { true } else { false }
            sink.endInput(error.map { Diagnostic($0) }, rulesCannotCheck: isText)
            start = nil
        }
        if let snapshot { sink.note(RunNotice.notices(of: snapshot.changes(), by: plugins)) }
        if let dataSet = settings.dataSet, let outcome = sink.finishDataSet(),
            !settings.outputs.records.isEmpty
        {
            do throws(Diagnostic) {
                try writeRecords(outcome, of: dataSet, sink: sink)
            } catch {
                sink.note(error)
            }
        }
        // The thread that took the signal is about to end the process.
        guard let status = sink.finish() else { CurrentProcess.waitForEnd() }
        return status
    }

    /// Names the functions of plugins in which threads were when the run was interrupted.
    private static func tell(of running: [String]) {
        for function in running {
            StandardError.writeLine(
                "ruleshell: note[plugin.running] the run was interrupted in \(function)\n")
        }
    }

    private func hasRecordsLeft(_ sink: FindingSink) -> Bool {
        recordLimit.map { sink.recordsBefore < $0 } ?? true
    }

    /// Reads an input.
    ///
    /// - Returns: The reason that the input cannot be read to its end, or `nil` if it was.
    private func validate(
        _ input: String, from start: StreamPosition?, presence: FieldPresence, sink: FindingSink
    ) -> InputError? {
        do throws(InputError) {
            let source = try ByteSource(
                path: input, compression: inputs.compression, encoding: inputs.encoding)
            sink.show(source.meter)
            let renderer = renderer(for: input)
            var validator = validator(for: input)
            validator.gathersStatistics =
                settings.statistics != nil || settings.tolerances != nil
            validator.recordLimit = recordLimit.map { $0 - sink.recordsBefore }
            validator.presence = presence
            try validator.run(source, from: start) {
                renderer.render($0)
            } emit: {
                sink.take($0, counts: $1, end: $2)
            }
            return nil
        } catch {
            return error
        }
    }

    func validator(for input: String) -> StreamValidator {
        var validator = StreamValidator(
            plan, options: inputs.readerOptions(for: input), threadCount: threadCount)
        if patternLimits != PatternLimits() {
            validator.prepareSession = { [patternLimits] in $0.setPatternLimits(patternLimits) }
        }
        validator.filter = filter
        validator.checksRecords = true
        validator.isPartial = isPartial
        return validator
    }

    private func renderer(for input: String) -> ChunkRenderer {
        let name = InputName(input)
        let marks = settings.maximumErrors != nil || settings.baseline != nil
        var reports = settings.forms.map {
            $0.renderer(for: name, layout: settings.layout, marksFindings: marks)
        }
        // The marks of the first report speak for all.
        reports[0].fingerprintKey = settings.baseline?.baseline.key
        return ChunkRenderer(
            reports: reports, input: name, marksFindings: marks,
            records: Set(settings.outputs.records.keys), splitsStrictly: settings.splitsStrictly,
            layout: settings.layout, page: settings.page, dataSet: settings.dataSet)
    }
}

/// The inputs of a run by their names, and how they are written.
struct RunInputs: Sendable {
    let names: [String]
    let compression: InputCompression
    let encoding: InputEncoding
    /// The options of the reader, with no format if it is detected from the input's name or bytes.
    let options: ReaderOptions

    /// The offset at which standard input began, if it is a file.
    var standardInputStart: Int?

    /// Prepares an input for being read again from its start.
    func rewind(_ input: String) throws(Diagnostic) {
        guard input == "-", let standardInputStart else { return }
        do throws(SystemError) {
            try BorrowedDescriptor.standardInput.seek(to: standardInputStart)
        } catch {
            throw Diagnostic("input.unreadable", "cannot read standard input again: \(error)")
        }
    }

    func readerOptions(for input: String) -> ReaderOptions {
        var options = options
        options.complete(forFileName: input)
        return options
    }
}

extension Diagnostic {
    /// Records that cannot be in one file with the records before.
    static func mixed(_ input: String) -> Diagnostic {
        Diagnostic(
            "input.mixed",
            "the format or header of '\(input)' differs from that of the records written before",
            help: "validate inputs of another format or with another header in separate runs")
    }
}

extension PatternLimits {
    /// The same number of steps for every search, however long the subject is.
    static func exactly(_ steps: UInt32) -> PatternLimits {
        PatternLimits(match: steps, floor: steps)
    }
}
