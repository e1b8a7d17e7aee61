// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird
import NIOCore
import NIOPosix
import Synchronization

/// Validates the records of a request as they arrive, in constant memory.
///
/// A task reads the body, a thread validates, and whoever writes the answer takes its parts. Each waits for
/// the next one: a client that does not read is not read from.
final class RecordStream: Sendable {
    let input = PieceQueue()
    let output = AnswerQueue()
    private let validator: StreamValidator
    private let options: ReaderOptions
    private let form: AnswerForm
    private let isPartial: Bool
    private let messages: MessageCatalogue
    private let found = OutcomeBox()
    private let writesFindings = Atomic(true)
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
    ///   - partial: `true` if the records have a part of the fields.
    init(
        _ version: RuleSetVersion, options: ReaderOptions, form: AnswerForm,
        messages: MessageCatalogue, decision: StreamDecision?, shadow: ShadowStream?,
        partial: Bool
    ) {
        isPartial = partial
        self.decision = decision
        self.shadow = shadow
        var validator = StreamValidator(
            version.validators, options: options, partial: partial)
        validator.noteFields()
        self.validator = validator
        self.options = options
        self.form = form
        self.messages = messages
    }

    /// Prepares a stream that finds again what another one has found.
    ///
    /// - Parameter other: The stream, whose decision and whose second version have seen the records.
    init(repeating other: RecordStream) {
        decision = nil
        shadow = nil
        validator = other.validator.repeated
        isPartial = other.isPartial
        options = other.options
        form = other.form
        messages = other.messages
    }

    /// `true` if nothing goes on before the client sends more, or reads more of the answer.
    var waitsForClient: Bool { input.isEmpty || output.isFull }

    /// Counts the findings from now on, and writes them no more.
    func stopWriting() { writesFindings.store(false, ordering: .relaxed) }

    /// Validates by the second version, on this thread.
    func runShadow() { shadow?.run(options: options) }

    /// Validates to the end of the input, on this thread.
    func run() {
        let source = ByteSource(name: "body") { [input] buffer in input.take(into: buffer) }
        var error: StreamError?
        do throws(InputError) {
            try validator.run(source) { chunk in
                self.render(chunk)
            } emit: { [found] bytes, counts in
                found.add(counts)
                guard bytes.readableBytes > 0, !self.output.add(bytes) else { return true }
                found.isCut = true
                return false
            }
        } catch let unreadable {
            error = StreamError(unreadable)
        }
        if let reason = input.error { error = reason }
        var outcome = found.outcome
        outcome.error = error?.translated(messages)
        outcome.isPartial = isPartial
        outcome.isCut = outcome.isCut || error != nil || !input.isTakenToItsEnd
        if !outcome.isCut {
            outcome.notices = validator.notices(after: outcome.counts).map {
                $0.value(in: messages)
            }
        }
        input.abandon()
        // The line is there before the client can see the end of its answer.
        decision?.hasOutcome(outcome)
        output.end(outcome)
    }

    /// A line, or an element, for each record that has findings.
    private func render(_ chunk: ChunkReport) -> ByteBuffer {
        var bytes = ByteBuffer()
        shadow?.note(chunk.numberedReports, records: chunk.counts.records)
        for violation in chunk.inputViolations {
            var report = ValidationReport()
            report.violations = [violation]
            report.isPartial = isPartial
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
        found.add(report)
        guard writesFindings.load(ordering: .relaxed) else { return }
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
    /// `true` if there is nothing to say about the record.
    var isEmpty: Bool {
        violations.isEmpty && faults.isEmpty && pending.isEmpty && droppedCount == 0
    }
}

/// The outcome of a stream as far as it is known; changed by its thread alone.
private final class OutcomeBox: @unchecked Sendable {  // a stream has one thread
    private(set) var outcome = StreamOutcome()

    var isCut: Bool {
        get { outcome.isCut }
        set { outcome.isCut = newValue }
    }

    func add(_ report: ValidationReport) { outcome.addCodes(of: report) }

    func add(_ counts: StreamCounts) { outcome.counts += counts }
}
