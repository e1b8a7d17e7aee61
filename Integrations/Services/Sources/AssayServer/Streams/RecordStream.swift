// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import NIOCore
import NIOPosix

/// Validates the records of a request as they arrive, in constant memory.
///
/// A task reads the body, a thread validates, and whoever writes the answer takes its parts. Each waits for
/// the next one: a client that does not read is not read from.
final class RecordStream: Sendable {
    let input = PieceQueue()
    let output = AnswerQueue()
    private let version: RuleSetVersion
    private let options: ReaderOptions
    private let form: AnswerForm
    private let messages: MessageCatalogue
    private let counts = CountsBox()
    /// The line of the stream in the log of decisions.
    let decision: StreamDecision?
    /// A second version that reads the stream too.
    let shadow: ShadowStream?

    /// Prepares a stream.
    ///
    /// - Parameters:
    ///   - version: The rule set, which stays the same to the end.
    ///   - options: The format and the limits.
    ///   - form: The form in which findings are written.
    ///   - messages: In the language of the client.
    ///   - decision: The line of the stream in the log of decisions.
    ///   - shadow: A second version that reads the stream too.
    init(
        _ version: RuleSetVersion, options: ReaderOptions, form: AnswerForm,
        messages: MessageCatalogue, decision: StreamDecision?, shadow: ShadowStream?
    ) {
        self.decision = decision
        self.shadow = shadow
        self.version = version
        self.options = options
        self.form = form
        self.messages = messages
    }

    /// Validates by the second version, on this thread.
    func runShadow() { shadow?.run(options: options) }

    /// Validates to the end of the input, on this thread.
    func run() {
        var outcome = AnswerQueue.Outcome()
        let source = ByteSource(name: "body") { [input] buffer in input.take(into: buffer) }
        do throws(InputError) {
            try StreamValidator(version.validators, options: options).run(source) { chunk in
                self.render(chunk)
            } emit: { [counts] bytes, found in
                counts.add(found)
                return bytes.readableBytes == 0 || self.output.add(bytes)
            }
        } catch {
            outcome.error = "\(error)"
        }
        if input.isCut { outcome.error = "the body ended before its time" }
        input.abandon()
        outcome.counts = counts.counts
        // The line is there before the client can see the end of its answer.
        decision?.hasCounts(outcome.counts)
        output.end(outcome)
    }

    /// A line, or an element, for each record that has findings.
    private func render(_ chunk: ChunkReport) -> ByteBuffer {
        var bytes = ByteBuffer()
        shadow?.note(chunk.numberedReports, records: chunk.counts.records)
        for violation in chunk.inputViolations {
            var report = ValidationReport()
            report.violations = [violation]
            append(report, to: &bytes)
        }
        let counts = chunk.counts
        guard counts.violations + counts.warnings + counts.faults > chunk.inputViolations.count
        else { return bytes }
        for report in chunk.reports where !report.isEmpty {
            append(report, to: &bytes)
        }
        return bytes
    }

    private func append(_ report: ValidationReport, to bytes: inout ByteBuffer) {
        counts.add(report)
        let record = report.violations.first?.source?.record ?? report.faults.first?.source?.record
        let number = record.map { "\($0)" } ?? "null"
        // In JSON, each element but the first has a comma before it, which the writer leaves out.
        bytes.writeString(form == .lines ? "" : ",")
        bytes.writeString("{\"record\":\(number),")
        bytes.writeString(String(report.json(messages: messages).dropFirst()))
        if form == .lines { bytes.writeString("\n") }
    }
}

extension ValidationReport {
    fileprivate var isEmpty: Bool {
        violations.isEmpty && faults.isEmpty && pending.isEmpty && droppedCount == 0
    }
}

/// The numbers of a stream; changed by its thread alone.
private final class CountsBox: @unchecked Sendable {  // a stream has one thread
    private(set) var counts = AnswerQueue.Counts()

    func add(_ report: ValidationReport) {
        for violation in report.violations { counts.codes[violation.code, default: 0] += 1 }
        for fault in report.faults + report.pending { counts.codes[fault.code, default: 0] += 1 }
    }

    func add(_ found: StreamCounts) {
        counts.records += found.records
        counts.invalid += found.invalid
        counts.violations += found.violations
        counts.warnings += found.warnings
        counts.faults += found.faults
        counts.malformed += found.malformed
    }
}
