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
    private let places: StreamPlaces
    /// The threads that validate, or `nil` for those that answer requests.
    private let threads: ValidationThreads?

    init(
        _ settings: ServerSettings, ruleSets: ServedRuleSets, metrics: ServerMetrics,
        shadow: ShadowMode?, decisions: DecisionLog?
    ) {
        self.settings = settings
        self.ruleSets = ruleSets
        self.metrics = metrics
        self.shadow = shadow
        self.decisions = decisions
        places = StreamPlaces(settings.bounds)
        threads = settings.plugins.isEmpty ? nil : ValidationThreads()
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
                    name: name, version: version, request: request, context: context, start: start,
                    isPartial: try Self.isPartial(request)))
        } catch {
            decisions?.write(
                Decision(
                    ruleSet: name, fingerprint: version?.fingerprint, context: context,
                    status: RequestGate.status(of: error).code, since: start))
            throw error
        }
    }

    /// Returns the value of `partial` in the query, which says that the records have a part of the fields.
    ///
    /// - Throws: `ValidationProblem` with status 400 for another value than `true` and `false`, and for two.
    private static func isPartial(_ request: Request) throws(ValidationProblem) -> Bool {
        let values = request.uri.queryParameters[values: "partial"]
        switch values.count == 1 ? values[0] : values.isEmpty ? "false" : "" {
        case "true": return true
        case "false": return false
        default:
            throw ValidationProblem(
                .badRequest, "The parameter 'partial' of the query must be true or false, once.")
        }
    }

    private func answer(_ packed: Call) async throws -> Response {
        var call = packed
        let request = try packed.request.unpacked()
        call.request = request
        // The declared length is that of the packed body.
        let isWhole = isWhole(packed.request)
        switch try RecordFormat(contentType: request.headers[.contentType]) {
        case .form:
            let form = try AnswerForm(accepting: request.headers[.accept], of: Self.singleForms)
            try checkText(call, call.version.validators.textIssues)
            let record = ValidationRecord(form: try await request.formFields(options: options))
            let report = await withTaskExecutorPreference(threads) {
                await call.version.validators.validate(
                    record, within: self.options.asyncLimits, partial: call.isPartial)
            }
            shadow?.see(record, of: call.name, by: call.version, report)
            return answer(call, report, in: form)
        case .document: return try await answerDocument(call, isWhole: isWhole)
        case .stream(let options):
            if options.format == .csv {
                try checkText(call, call.version.validators.cellIssues)
            }
            let body = RemainingBody(request.body)
            guard isWhole else {
                return try await answerStream(call, options, body, first: ByteBuffer())
            }
            let (bytes, isAll) = try await body.collect(upTo: settings.limits.maximumBytes)
            guard isAll else { return try await answerStream(call, options, body, first: bytes) }
            return try await answerRecords(call, options, bytes)
        }
    }

    /// Throws if the rule set cannot check a body of text, which is the server's fault and not the client's.
    private func checkText(_ call: Call, _ issues: [RuleSetIssue]) throws(ValidationProblem) {
        guard !issues.isEmpty else { return }
        throw ValidationProblem(
            .internalServerError,
            "The rule set '\(call.name)' cannot check text; the log of the server says why. Send JSON.",
            headers: [.connection: "close"])
    }

    /// The known name that is meant, if one is near: ` (did you mean 'signup'?)`.
    static func hint(for name: String, among known: some Sequence<String>) -> String {
        RuleRegistry.nearest(to: name, among: known).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// A request to validate, with the rule set that it names.
    private struct Call: Sendable {
        let name: String
        let version: RuleSetVersion
        var request: Request
        let context: ServerContext
        let start: ContinuousClock.Instant
        /// `true` if the records have a part of the fields.
        let isPartial: Bool

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
    private func answerDocument(_ call: Call, isWhole: Bool) async throws -> Response {
        let body = RemainingBody(call.request.body)
        var bytes = ByteBuffer()
        var isArray: Bool?
        while let piece = try await body.next() {
            if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeImmutableBuffer(piece) }
            isArray = isArray ?? Self.isArray(bytes.readableBytesView)
            let isLong = bytes.readableBytes > settings.limits.maximumBytes
            if isArray == true, isLong || !isWhole {
                return try await answerStream(call, Self.array, body, first: bytes)
            }
            guard !isLong else {
                throw ValidationProblem(
                    .contentTooLarge,
                    "The record is longer than \(settings.limits.maximumBytes) bytes.",
                    headers: [.connection: "close"])
            }
        }
        if isArray == true { return try await answerRecords(call, Self.array, bytes) }
        let form = try AnswerForm(accepting: call.request.headers[.accept], of: Self.singleForms)
        let document = bytes.readableBytesView
        let report = await withTaskExecutorPreference(threads) {
            await call.version.validators.validate(
                json: document, limits: settings.limits, within: options.asyncLimits,
                partial: call.isPartial)
        }
        shadow?.see(bytes, of: call.name, by: call.version, report)
        return answer(call, report, in: form)
    }

    /// The options of a JSON array.
    private static let array: ReaderOptions = {
        var options = ReaderOptions()
        options.format = .json
        return options
    }()

    /// Returns `true` if the body of a request is read whole before the head of its answer is sent, whose
    /// status then says what the records are.
    private func isWhole(_ request: Request) -> Bool {
        request.headers.declareWholeBody(limit: settings.limits.maximumBytes)
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
        let outcome = StreamOutcome(counts: StreamCounts(report), isPartial: report.isPartial)
        let status = HTTPResponse.Status(code: outcome.counts.result.httpStatus)
        let text: String
        switch form {
        case .problem where !report.isValid:
            text = ValidationProblem(report, messages: messages).details.json
        case .json, .problem:
            form = .json
            text = report.json(messages: messages)
        case .lines:
            let record = "{\"record\":1," + report.json(messages: messages).dropFirst() + "\n"
            let saysNothing = report.isEmpty && report.unchecked.isEmpty
            text = (saysNothing ? "" : record) + outcome.end(in: form)
        }
        log(call, status: status.code, outcome, report)
        return Response(
            status: status, headers: call.headers(form),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    // MARK: - Records of a whole body

    /// More bytes of findings are not kept until the status is known: they are found again.
    private static let mostKeptBytes = 1 << 20
    /// Bytes of the body whose records are validated at a time.
    private static let partBytes = 16 << 10

    /// Validates the records of a body that was read whole, and answers with the status that they have.
    private func answerRecords(
        _ call: Call, _ options: ReaderOptions, _ bytes: ByteBuffer
    ) async throws -> Response {
        let form = try AnswerForm(accepting: call.request.headers[.accept], of: Self.streamForms)
        // The findings of a part are in memory, whatever is kept of them.
        var options = options
        options.chunkBytes = Self.partBytes
        let session = try begin(call, options, .none, first: bytes, form: form, isWhole: true)
        let response: Response
        if let (findings, outcome) = await session.takeAll(most: Self.mostKeptBytes),
            !Task.isCancelled
        {
            let body =
                findings.map { ResponseBody(byteBuffer: Self.text(of: outcome, $0, in: form)) }
                ?? Self.body(repeating: session, bytes, outcome, in: form)
            response = answer(call, outcome, body, in: form)
        } else {
            response = ValidationProblem.serverEnds
                .response(from: call.request, context: call.context)
        }
        session.hasStatus(response.status.code)
        return response
    }

    /// Returns the answer about records that are all validated, with the status that they have.
    private func answer(
        _ call: Call, _ outcome: StreamOutcome, _ body: ResponseBody, in form: AnswerForm
    ) -> Response {
        guard let error = outcome.error else {
            return Response(
                status: .init(code: outcome.counts.result.httpStatus), headers: call.headers(form),
                body: body)
        }
        let messages = call.request.messages(of: call.version.validators.registry)
        return error.problem(in: messages, headers: call.headers(.problem))
            .response(from: call.request, context: call.context)
    }

    private static func text(
        of outcome: StreamOutcome, _ findings: ByteBuffer = ByteBuffer(), in form: AnswerForm
    ) -> ByteBuffer {
        var findings = findings
        var text = ByteBuffer()
        if form == .json {
            text.writeString(documentStart)
            // There is a comma before each element.
            if findings.readableBytes > 0 { findings.moveReaderIndex(forwardBy: 1) }
        }
        text.writeBuffer(&findings)
        text.writeString(outcome.end(in: form))
        return text
    }

    /// Makes a body whose findings are found again while the client reads them.
    ///
    /// - Parameters:
    ///   - session: The session that has validated the records, which keeps its place until then.
    ///   - bytes: The records.
    ///   - outcome: The outcome, which stays the one that the status is of.
    ///   - form: The form of the answer.
    /// - Returns: The body.
    private static func body(
        repeating session: StreamSession, _ bytes: ByteBuffer, _ outcome: StreamOutcome,
        in form: AnswerForm
    ) -> ResponseBody {
        ResponseBody { writer in
            let again = StreamSession(
                RecordStream(repeating: session.stream), in: session.place, body: .none,
                first: bytes
            ) {
                withExtendedLifetime(session) {}
            }
            session.place.measure(again.stream)
            let parts = again.parts
            _ = try await write(
                await again.next(parts), of: again, parts, in: form, to: &writer)
            try await writer.write(ByteBuffer(string: outcome.end(in: form)))
            try await writer.finish(nil)
        }
    }

    // MARK: - Streams

    private func answerStream(
        _ call: Call, _ options: ReaderOptions, _ body: RemainingBody, first: ByteBuffer
    ) async throws -> Response {
        let form = try AnswerForm(accepting: call.request.headers[.accept], of: Self.streamForms)
        let session = try begin(call, options, body, first: first, form: form)
        session.place.measure(session.stream)
        call.context.channel.triggerUserOutboundEvent(StreamBegins(), promise: nil)
        // Nothing is thrown from here on: the session has the line.
        let parts = session.parts
        let part = await session.next(parts)
        var response: Response
        switch part {
        case _ where Task.isCancelled, nil:
            await session.stopReading()
            response = ValidationProblem.serverEnds
                .response(from: call.request, context: call.context)
        case .end(let outcome):
            let text = Self.text(of: outcome, in: form)
            response = answer(call, outcome, ResponseBody(byteBuffer: text), in: form)
            if outcome.error != nil { response.headers[.connection] = "close" }
        case let part:
            response = Response(
                status: .ok, headers: call.headers(form),
                body: ResponseBody { writer in
                    let outcome = try await Self.write(
                        part, of: session, parts, in: form, to: &writer)
                    let end = outcome.end(in: form, sent: HTTPResponse.Status.ok.code)
                    try await writer.write(ByteBuffer(string: end))
                    try await writer.finish([.assayResult: outcome.result])
                })
            response.headers[.trailer] = HTTPField.Name.assayResult.rawName
        }
        session.hasStatus(response.status.code)
        return response.waiting(for: session)
    }

    private func begin(
        _ call: Call, _ readerOptions: ReaderOptions, _ body: RemainingBody, first: ByteBuffer,
        form: AnswerForm, isWhole: Bool = false
    ) throws(ValidationProblem) -> StreamSession {
        guard let place = places.take(isWhole: isWhole, call.context.channel) else {
            throw ValidationProblem(
                .serviceUnavailable,
                "The server is already validating \(settings.bounds.streams) bodies of several records.",
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
            decision: decision,
            shadow: shadow?.stream(of: call.name, by: call.version, partial: call.isPartial),
            partial: call.isPartial)
        return StreamSession(stream, in: place, body: body, first: first) { [self] in
            places.giveBack(place)
            metrics.streams.decrement()
        }
    }

    private static let documentStart = #"{"reports":["#

    /// Writes the findings of an answer as they come.
    ///
    /// - Returns: The outcome, which is the last part.
    /// - Throws: Errors of the writer, and `CancellationError` where the last part does not come: an answer
    ///   without it must not look like a whole one.
    private static func write(
        _ first: AnswerQueue.Part?, of session: StreamSession, _ parts: AnswerParts,
        in form: AnswerForm, to writer: inout any ResponseBodyWriter
    ) async throws -> StreamOutcome {
        if form == .json { try await writer.write(ByteBuffer(string: documentStart)) }
        var isFirst = true
        var part = first
        while let current = part {
            switch current {
            case .bytes(var bytes):
                if form == .json, isFirst { bytes.moveReaderIndex(forwardBy: 1) }
                isFirst = false
                try await writer.write(bytes)
            case .end(let outcome): return outcome
            }
            part = await session.next(parts)
        }
        throw CancellationError()
    }

    // MARK: - Decisions

    /// Writes the line of one record.
    private func log(
        _ call: Call, status: Int, _ outcome: StreamOutcome, _ report: ValidationReport
    ) {
        guard let decisions else { return }
        var outcome = outcome
        outcome.addCodes(of: report)
        var decision = decision(call, status, outcome)
        if settings.decisions?.includesValues == true { decision.takeFindings(of: report) }
        decisions.write(decision)
    }

    private func decision(
        _ call: Call, _ status: Int, _ outcome: StreamOutcome
    ) -> Decision {
        var decision = Decision(
            ruleSet: call.name, fingerprint: call.version.fingerprint, context: call.context,
            status: status, since: call.start)
        decision.records = outcome.counts.records
        decision.invalid = outcome.counts.invalid
        decision.codes = outcome.codes
        decision.isPartial = call.isPartial
        // Another status says that the records were not validated to their end.
        decision.isCut = outcome.isCut && status == HTTPResponse.Status.ok.code
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

extension HTTPField.Name {
    /// The header that names the rule set that has answered, and its version.
    static let assayRuleSet = Self("Assay-Rule-Set") ?? .server

    /// The trailer that says what has become of a stream whose status was sent before.
    static let assayResult = Self("Assay-Result") ?? .server
}
