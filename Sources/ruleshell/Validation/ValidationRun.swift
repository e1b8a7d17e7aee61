// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Validates inputs one after the other into one output.
struct ValidationRun: Sendable {
    let plan: ValidationPlan
    let format: any FindingFormat
    let settings: OutputSettings
    var options: ReaderOptions
    var threadCount: Int
    /// Steps of one search of a pattern; nil: the patterns' own limits.
    var matchLimit: UInt32?

    /// Reads every input that can be read.
    func run(_ inputs: [String]) -> ExitStatus {
        let sink = FindingSink(settings)
        Interruption.onSignal {
            if sink.finish(interrupted: true) != nil { exit(ExitStatus.interrupted.rawValue) }
        }
        sink.begin()
        var unreadable = false
        for input in inputs where sink.isOpen {
            do throws(InputError) {
                try validate(input, sink)
            } catch {
                unreadable = true
                StandardError.write(Diagnostic(error).text)
            }
        }
        guard let status = sink.finish() else { waitForEnd() }
        return unreadable && status != .unusable ? .unreadable : status
    }

    private func validate(_ input: String, _ sink: FindingSink) throws(InputError) {
        sink.beginInput()
        let source = try ByteSource(path: input)
        var validator = StreamValidator(
            plan, options: options(for: input), threadCount: threadCount)
        if let matchLimit {
            validator.prepareSession = { $0.setPatternLimits(.exactly(matchLimit)) }
        }
        let renderer = ChunkRenderer(
            format: format, file: input, marksFindings: settings.maximumErrors != nil,
            ruleOffsets: plan.ruleOffsets)
        try validator.run(source) {
            renderer.render($0)
        } emit: {
            sink.take($0, $1)
        }
    }

    /// The format by the file's name where none is asked for; else the first bytes decide.
    private func options(for input: String) -> ReaderOptions {
        var options = options
        if options.format == nil { options.format = InputFormat(fileName: input) }
        return options
    }

    /// The thread that took the signal is about to end the process.
    private func waitForEnd() -> Never {
        while true { pause() }
    }
}

extension PatternLimits {
    /// The same number of steps for every search, however long the subject is.
    static func exactly(_ steps: UInt32) -> PatternLimits {
        PatternLimits(match: steps, floor: steps)
    }
}
