// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird
import CoreMetrics
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// `POST /v1/validate/{ruleSet}`.
final class ValidateRoute: Sendable {
    private let settings: ServerSettings
    private let ruleSets: ServedRuleSets
    private let metrics: ServerMetrics
    private let shadow: ShadowMode?
    private let decisions: DecisionLog?
    private let options: BodyOptions
    private let streamCount = Atomic(0)

    init(
        _ settings: ServerSettings, ruleSets: ServedRuleSets, metrics: ServerMetrics,
        shadow: ShadowMode?, decisions: DecisionLog?
    ) {
        self.settings = settings
        self.ruleSets = ruleSets
        self.metrics = metrics
        self.shadow = shadow
        self.decisions = decisions
        options = BodyOptions(
            limits: settings.limits, asyncLimits: AsyncLimits(timeout: settings.bounds.rules))
    }

    func answer(_ request: Request, _ context: ServerContext) async throws -> Response {
        let start = ContinuousClock.now
        let name = try context.decodedParameter("ruleSet")
        let version = ruleSets[name]
        do {
            guard let version else {
                throw ValidationProblem(
                    .notFound,
                    "There is no rule set '\(name)'\(Self.hint(for: name, among: ruleSets.names)); "
                        + "GET /v1/rule-sets lists them.")
            }
            return try await answer(
                Call(
                    name: name, version: version, request: request, context: context, start: start))
        } catch {
            decisions?.write(
                Decision(
                    ruleSet: name, fingerprint: version?.fingerprint, context: context,
                    status: RequestGate.status(of: error).code, since: start))
            throw error
        }
    }

    private func answer(_ call: Call) async throws -> Response {
        let request = call.request
        switch try RecordFormat(contentType: request.headers[.contentType]) {
        case .form:
            let form = try AnswerForm(accepting: request.headers[.accept], of: Self.singleForms)
            let record = ValidationRecord(form: try await request.formFields(options: options))
            let report = await call.version.validators.validate(record, within: options.asyncLimits)
            shadow?.see(record, of: call.name, by: call.version, report)
            return answer(call, report, in: form)
        case .document: return try await answerDocument(call)
        case .stream(let options):
            return try await answerStream(
                call, options, RemainingBody(request.body), first: ByteBuffer())
        }
    }

    /// The known name that is meant, if one is near: ` (did you mean 'signup'?)`.
    static func hint(for name: String, among known: some Sequence<String>) -> String {
        RuleRegistry.nearest(to: name, among: known).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// A request to validate, with the rule set that it names.
    private struct Call: Sendable {
        let name: String
        let version: RuleSetVersion
        let request: Request
        let context: ServerContext
        let start: ContinuousClock.Instant

        /// The headers of an answer in a form.
        func headers(_ form: AnswerForm) -> HTTPFields {
            var headers = HTTPFields()
            headers.reserveCapacity(4)
            headers.append(form.contentType)
            headers.append(
                HTTPField(
                    name: .assayRuleSet,
                    value: "\(StructuredField.item(name));fingerprint=\"\(version.fingerprint)\""))
            headers.append(Self.vary)
            return headers
        }

        private static let vary = HTTPField(name: .vary, value: "Accept, Accept-Language")
    }

    private static let singleForms: [AnswerForm] = [.json, .problem, .lines]
    private static let streamForms: [AnswerForm] = [.lines, .json]

    // MARK: - Documents

    /// One record, or an array of them, which the first bytes tell.
    private func answerDocument(_ call: Call) async throws -> Response {
        let limit = settings.limits.maximumBytes
        try checkEncoding(of: call.request)
        let body = RemainingBody(call.request.body)
        var bytes = ByteBuffer()
        var isArray: Bool?
        while let piece = try await body.next() {
            if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeImmutableBuffer(piece) }
            isArray = isArray ?? Self.isArray(bytes.readableBytesView)
            if isArray == true {
                var options = ReaderOptions()
                options.format = .json
                return try await answerStream(call, options, body, first: bytes)
            }
            guard bytes.readableBytes <= limit else {
                throw ValidationProblem(
                    .contentTooLarge, "The record is longer than \(limit) bytes.",
                    headers: [.connection: "close"])
            }
        }
        let form = try AnswerForm(accepting: call.request.headers[.accept], of: Self.singleForms)
        let report = await call.version.validators.validate(
            json: bytes.readableBytesView, limits: settings.limits, within: options.asyncLimits)
        shadow?.see(bytes, of: call.name, by: call.version, report)
        return answer(call, report, in: form)
    }

    private func checkEncoding(of request: Request) throws(ValidationProblem) {
        guard let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity"
        else { return }
        throw ValidationProblem(
            .unsupportedMediaType,
            "A body in the encoding '\(encoding)' is not read; send it unpacked.")
    }

    /// Returns `true` if a document is an array, or `nil` as long as there is nothing but space, or
    /// a part of a byte order mark.
    private static func isArray(_ bytes: ByteBufferView) -> Bool? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard bytes.count >= mark.count || !mark.starts(with: bytes) else { return nil }
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first.map { $0 == UInt8(ascii: "[") }
    }

    private func answer(
        _ call: Call, _ report: ValidationReport, in form: AnswerForm
    ) -> Response {
        let messages = call.request.messages(of: call.version.validators.registry)
        var form = form
        var status = HTTPResponse.Status.ok
        let text: String
        if !report.isValid { status = report.isMalformed ? .badRequest : .unprocessableContent }
        switch form {
        case .problem where !report.isValid:
            text = ValidationProblem(report, messages: messages).details.json
        case .json, .problem:
            form = .json
            text = report.json(messages: messages)
        case .lines:
            text = Self.lines(report, messages)
        }
        log(call, status: status.code, report)
        return Response(
            status: status, headers: call.headers(form),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func lines(_ report: ValidationReport, _ messages: MessageCatalogue) -> String {
        var counts = AnswerQueue.Counts()
        counts.records = 1
        counts.invalid = report.isValid ? 0 : 1
        counts.violations = report.violations.count { $0.severity == .error }
        counts.warnings = report.violations.count - counts.violations
        counts.faults = report.faults.count + report.pending.count
        counts.malformed = report.isMalformed ? 1 : 0
        let hasFindings = counts.violations + counts.warnings + counts.faults > 0
        let record =
            hasFindings ? "{\"record\":1," + report.json(messages: messages).dropFirst() + "\n" : ""
        return record + "{\(summary(counts))}\n"
    }

    // MARK: - Streams

    private func answerStream(
        _ call: Call, _ options: ReaderOptions, _ body: RemainingBody, first: ByteBuffer
    ) async throws -> Response {
        try checkEncoding(of: call.request)
        let form = try AnswerForm(accepting: call.request.headers[.accept], of: Self.streamForms)
        let session = try begin(call, options, body, first: first, form: form)
        call.context.channel.triggerUserOutboundEvent(StreamBegins(), promise: nil)
        // Nothing is thrown from here on: the session has the line.
        let parts = session.parts
        let part = await session.next(parts)
        let response: Response
        switch part {
        case _ where Task.isCancelled, nil:
            await session.stopReading()
            response = ValidationProblem.serverEnds
                .response(from: call.request, context: call.context)
        case .end(let outcome) where outcome.error != nil:
            var headers = call.headers(.problem)
            headers[.connection] = "close"
            response = ValidationProblem(.badRequest, outcome.error ?? "", headers: headers)
                .response(from: call.request, context: call.context)
        case let part?:
            response = Response(
                status: .ok, headers: call.headers(form),
                body: ResponseBody { writer in
                    try await Self.write(part, of: session, parts, in: form, to: &writer)
                    try await writer.finish(nil)
                })
        }
        session.hasStatus(response.status.code)
        return response.waiting(for: session)
    }

    private func begin(
        _ call: Call, _ readerOptions: ReaderOptions, _ body: RemainingBody, first: ByteBuffer,
        form: AnswerForm
    ) throws(ValidationProblem) -> StreamSession {
        guard streamCount.add(1, ordering: .relaxed).newValue <= settings.bounds.streams else {
            streamCount.subtract(1, ordering: .relaxed)
            throw ValidationProblem(
                .serviceUnavailable,
                "The server validates \(settings.bounds.streams) streams already.",
                headers: [.retryAfter: "1", .connection: "close"])
        }
        metrics.streams.increment()
        var options = readerOptions
        options.maximumRecordBytes = settings.limits.maximumBytes
        options.maximumDepth = settings.limits.maximumDepth
        let decision = decisions.map { decisions in
            StreamDecision(in: decisions) { [self] in self.decision(call, $0, $1) }
        }
        let stream = RecordStream(
            call.version, options: options, form: form,
            messages: call.request.messages(of: call.version.validators.registry),
            decision: decision, shadow: shadow?.stream(of: call.name, by: call.version))
        return StreamSession(stream, body: body, first: first) { [self] in
            streamCount.subtract(1, ordering: .relaxed)
            metrics.streams.decrement()
        }
    }

    /// Writes the parts of an answer as they come.
    ///
    /// - Throws: Errors of the writer, and `CancellationError` where the last part does not come: an answer
    ///   without it must not look like a whole one.
    private static func write(
        _ first: AnswerQueue.Part, of session: StreamSession, _ parts: AnswerParts,
        in form: AnswerForm, to writer: inout any ResponseBodyWriter
    ) async throws {
        if form == .json { try await writer.write(ByteBuffer(string: "{\"reports\":[")) }
        var isFirst = true
        var part: AnswerQueue.Part? = first
        while let current = part {
            switch current {
            case .bytes(var bytes):
                if form == .json, isFirst { bytes.moveReaderIndex(forwardBy: 1) }
                isFirst = false
                try await writer.write(bytes)
            case .end(let outcome):
                return try await writer.write(ByteBuffer(string: end(of: outcome, in: form)))
            }
            part = await session.next(parts)
        }
        throw CancellationError()
    }

    private static func end(of outcome: AnswerQueue.Outcome, in form: AnswerForm) -> String {
        let error = outcome.error.map { ",\"error\":\(Value.string($0).json)" } ?? ""
        let summary = summary(outcome.counts) + error
        return form == .json ? "],\(summary)}" : "{\(summary)}\n"
    }

    private static func summary(_ counts: AnswerQueue.Counts) -> String {
        "\"summary\":{\"records\":\(counts.records),\"invalid\":\(counts.invalid),"
            + "\"violations\":\(counts.violations),\"warnings\":\(counts.warnings),"
            + "\"faults\":\(counts.faults),\"malformed\":\(counts.malformed)}"
    }

    // MARK: - Decisions

    private func log(_ call: Call, status: Int, _ report: ValidationReport) {
        guard let decisions else { return }
        var codes: [String: Int] = [:]
        for violation in report.violations { codes[violation.code, default: 0] += 1 }
        for fault in report.faults + report.pending { codes[fault.code, default: 0] += 1 }
        var decision = decision(call, status, AnswerQueue.Counts())
        decision.records = 1
        decision.invalid = report.isValid ? 0 : 1
        decision.codes = codes
        if settings.decisions?.includesValues == true { decision.findings = report.findings }
        decisions.write(decision)
    }

    private func decision(
        _ call: Call, _ status: Int, _ counts: AnswerQueue.Counts
    ) -> Decision {
        var decision = Decision(
            ruleSet: call.name, fingerprint: call.version.fingerprint, context: call.context,
            status: status, since: call.start)
        decision.records = counts.records
        decision.invalid = counts.invalid
        decision.codes = counts.codes
        return decision
    }
}

extension Response {
    /// The response, after which no one reads the body of its request any more.
    fileprivate func waiting(for session: StreamSession) -> Response {
        var response = self
        // The length is set with the body.
        response.body = ResponseBody(contentLength: body.contentLength) { [body] writer in
            do {
                try await body.write(writer)
            } catch {
                await session.stopReading()
                throw error
            }
            await session.finishReading()
        }
        return response
    }
}

extension ValidationReport {
    /// The violations with their pointers, their codes and the values of fields that are not
    /// sensitive.
    fileprivate var findings: Value {
        .array(
            violations.map { violation in
                var members: [(key: String, value: Value)] = [
                    ("pointer", .string(violation.pointer)), ("code", .string(violation.code)),
                ]
                if violation.value != .absent { members.append(("value", violation.value)) }
                return .object(Value.Object(members))
            })
    }
}

extension HTTPField.Name {
    /// The header that names the rule set that has answered, and its version.
    static let assayRuleSet = Self("Assay-Rule-Set") ?? .server
}
