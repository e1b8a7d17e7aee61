// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Synchronization

/// The data of a trial, which the rules validate.
struct TriedData {
    private let request: TrialRequest
    private let limits: TrialLimits
    private let rules: PlacedRules
    private let end: ExecutionLimits
    private let text: PlacedText
    /// The record that is explained, and that examples are put into.
    private let wanted: Int

    /// The result of validating the data.
    struct Outcome {
        var members: [(key: String, value: Value)]
        /// The record that was asked for.
        var record: ValidationRecord?
        /// The values come from text.
        var isText = false
    }

    private struct Gathered {
        var findings: [Value] = []
        var starts: [Value] = []
        var record: ValidationRecord?
        var format: InputFormat?
        /// The end of the last record.
        var lastEnd = 0
    }

    private static let longestMessage = 400

    init(
        _ request: TrialRequest, limits: TrialLimits, rules: PlacedRules, end: ExecutionLimits
    ) {
        self.request = request
        self.limits = limits
        self.rules = rules
        self.end = end
        text = PlacedText(request.data)
        wanted = request.why?.record ?? 1
    }

    /// Validates the data.
    func validate(_ messages: MessageCatalogue) -> Outcome {
        var options = ReaderOptions()
        options.format = request.format
        options.maximumRecordBytes = max(1, limits.maximumDataBytes)
        var validator = StreamValidator(rules.plan, options: options)
        validator.recordLimit = limits.maximumRecords
        validator.noteFields()
        let end = end
        validator.prepareSession = { $0.limits = end }
        let gathered = GatheredBox()
        do throws(InputError) {
            let counts = try validator.run(
                source(),
                render: { chunk in gathered.update { gather(chunk, messages, into: &$0) } },
                emit: { _, _ in true })
            return outcome(
                gathered.value, counts,
                notices: validator.notices(after: counts).map { $0.value(in: messages) })
        } catch {
            return Outcome(
                members: [
                    ("input", ["message": .string(messages.text(ofAnswer: error.description))]),
                    ("answer", Self.answer(.malformed)),
                ], record: nil)
        }
    }

    /// The findings while they are gathered, by one thread.
    private final class GatheredBox: Sendable {
        private let state = Mutex(Gathered())

        var value: Gathered { state.withLock { $0 } }

        func update(_ body: (inout Gathered) -> Void) { state.withLock { body(&$0) } }
    }

    private func source() -> ByteSource {
        let bytes = text.bytes
        let position = Mutex(0)
        return ByteSource(name: "the data") { (buffer) throws(InputError) in
            position.withLock { position in
                let count = min(buffer.count, bytes.count - position)
                buffer.copyBytes(from: bytes[position..<position + count])
                position += count
                return count
            }
        }
    }

    /// Returns how a server answers a request with the data.
    private static func answer(_ result: StreamResult) -> Value {
        ["result": .string(result.rawValue), "status": .integer(Int64(result.httpStatus))]
    }

    private func outcome(
        _ gathered: Gathered, _ counts: StreamCounts, notices: [Value]
    ) -> Outcome {
        let rest = text.bytes[min(gathered.lastEnd, text.bytes.count)...]
        let isCut =
            counts.records >= limits.maximumRecords
            && rest.contains { $0 > 0x20 && $0 != UInt8(ascii: "]") }
        let numbers: KeyValuePairs = [
            "records": counts.records, "invalid": counts.invalid,
            "violations": counts.violations, "warnings": counts.warnings,
            "faults": counts.faults, "malformed": counts.malformed,
            "listed": gathered.findings.count,
        ]
        var totals = numbers.map { (key: $0.key, value: Value.integer(Int64($0.value))) }
        totals.append(("isCut", .bool(isCut)))
        var members: [(key: String, value: Value)] = [
            ("findings", .array(gathered.findings)), ("records", .array(gathered.starts)),
            ("totals", .object(Value.Object(totals))),
            ("format", gathered.format.map { .string($0.rawValue) } ?? .null),
        ]
        // Records that were not read can have the fields, and decide the answer.
        if !isCut {
            members.append(("notices", .array(notices)))
            members.append(("answer", Self.answer(counts.result)))
        }
        return Outcome(
            members: members, record: gathered.record, isText: gathered.format == .csv)
    }

    // MARK: - Findings

    private func gather(
        _ chunk: ChunkReport, _ messages: MessageCatalogue, into gathered: inout Gathered
    ) {
        gathered.format = chunk.locator.format
        for violation in chunk.inputViolations where hasRoom(gathered) {
            gathered.findings.append(finding(.violation(violation), messages, rule: []))
        }
        for index in 0..<chunk.findings.count where hasRoom(gathered) {
            let rule = chunk.findings.validatorAndStep(at: index).map(rules.members) ?? []
            gathered.findings.append(
                finding(chunk.findings.finding(at: index), messages, rule: rule))
        }
        for row in 0..<chunk.rowCount {
            let place = chunk.locator.locate(row: row, path: [], offset: nil)
            gathered.starts.append(text.start(of: place.byteOffset))
            gathered.lastEnd = place.byteOffset + place.byteLength
            if place.record == wanted { gathered.record = record(chunk, row: row) }
        }
    }

    private func hasRoom(_ gathered: Gathered) -> Bool {
        gathered.findings.count < limits.maximumFindings
    }

    /// The message, or its template when the time is over: long values take long to show.
    private func message(of violation: Violation, _ messages: MessageCatalogue) -> String {
        end.reached == nil ? messages.message(of: violation) : violation.template
    }

    private func record(_ chunk: ChunkReport, row: Int) -> ValidationRecord? {
        let (bytes, _) = chunk.locator.record(row: row)
        if chunk.locator.format != .csv {
            let value = try? JSONValueParser.parse(String(decoding: bytes, as: UTF8.self))
            return value.flatMap { ValidationRecord($0) }
        }
        return ValidationRecord(chunk.batch, row: row, fields: rules.plan.fields)
    }

    private func finding(
        _ finding: ReportedFinding, _ messages: MessageCatalogue,
        rule: [(key: String, value: Value)]
    ) -> Value {
        var members: [(key: String, value: Value)]
        let source: RecordSource?
        switch finding {
        case .violation(let violation):
            members = Self.members(
                violation.code, violation.severity.rawValue, message(of: violation, messages),
                pointer: violation.pointer, field: violation.field, rule: violation.rule)
            source = violation.source
        case .fault(let fault):
            members = Self.members(
                fault.code, "fault", messages.message(of: fault),
                pointer: fault.pointer, field: fault.field, rule: fault.rule)
            source = fault.source
        }
        members += rule
        if let source {
            members.append(("record", .integer(Int64(source.record))))
            let start = source.byteOffset
            members += text.members(of: start..<start + source.byteLength)
        }
        return .object(Value.Object(members))
    }

    private static func members(
        _ code: String, _ severity: String, _ message: String, pointer: String, field: String,
        rule: String
    ) -> [(key: String, value: Value)] {
        [
            ("code", .string(code)), ("severity", .string(severity)),
            ("message", .string(shown(message))), ("pointer", .string(pointer)),
            ("field", .string(field)), ("rule", .string(rule)),
        ]
    }

    /// Returns as much of a message as a page shows.
    static func shown(_ message: String) -> String {
        guard message.utf8.count > longestMessage else { return message }
        return message.prefix(longestMessage) + "…"
    }
}
