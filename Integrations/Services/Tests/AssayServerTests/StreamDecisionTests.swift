// SPDX-License-Identifier: Apache-2.0
import AssayObservability
@testable import AssayServer
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ServiceTesting
import Synchronization
import Testing

/// Streams whose client leaves, or whose server ends, at a moment that the test chooses: each is one line.
///
/// There is no network: a test sends the pieces of a body, and takes the pieces of the answer or fails to.
struct StreamDecisionTests {
    /// A record with findings.
    private static let invalid = "{}\n"
    private static let valid = "{\"name\":\"Ann\",\"age\":20}\n"
    /// The text of the log for `invalid`.
    private static let oneInvalid =
        #""records":1,"invalid":1,"codes":{"required.missing":2}"#

    /// The line of a stream with one invalid record whose rest was not validated, if `isCut`.
    private static func line(isCut: Bool = true) -> String {
        DecisionTests.line("member", 200, oneInvalid + (isCut ? #","cut":true"# : ""))
    }

    @Test func aStreamThatIsAnsweredIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.valid + Self.invalid)
        stream.end()
        let answer = Answer()
        try await stream.response().body.write(answer)
        #expect(answer.text.contains(#""result":"invalid","statusSentBefore":200,"notices":["#))
        #expect(answer.isFinished)
        #expect(answer.trailers == [.init("Assay-Result")!: "invalid"])
        #expect(
            try await server.lines() == [
                DecisionTests.line(
                    "member", 200, Self.oneInvalid.replacing("records\":1", with: "records\":2"))
            ])
    }

    @Test func aBodyThatIsReadWholeIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid + Self.valid, isWhole: true)
        stream.end()
        let answer = Answer()
        let response = try await stream.response()
        #expect(response.status == .unprocessableContent)
        try await response.body.write(answer)
        #expect(answer.text.contains(#""malformed":0,"result":"invalid","notices":["#))
        #expect(answer.trailers == nil)
        #expect(
            try await server.lines() == [
                DecisionTests.line(
                    "member", 422, Self.oneInvalid.replacing("records\":1", with: "records\":2"))
            ])
    }

    @Test func aBodyThatIsReadWholeAndCancelledIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid, isWhole: true)
        defer { stream.end() }
        let task = Task { try await stream.response() }
        task.cancel()
        #expect(try await task.value.status == .serviceUnavailable)
        #expect(
            try await server.lines() == [
                DecisionTests.line("member", 503, #""records":0,"invalid":0,"codes":{}"#)
            ])
    }

    /// The framework drops the answer when it cannot write the head.
    @Test func aClientThatIsGoneBeforeTheHeadIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid)
        defer { stream.end() }
        #expect(try await stream.response().status == .ok)
        #expect(try await server.lines() == [Self.line()])
    }

    /// The finding is the first write in lines, and the second in JSON; the summary is the next one, and then
    /// comes the end.
    ///
    /// A client that is gone before the summary has not sent the end of its body.
    @Test(arguments: [
        ("application/x-ndjson", 0, true), ("application/x-ndjson", 1, false),
        ("application/x-ndjson", 2, false), ("application/json", 0, true),
        ("application/json", 1, true), ("application/json", 2, false),
        ("application/json", 3, false),
    ])
    func aClientThatIsGoneDuringTheBodyIsOneLine(
        form: String, writes: Int, isCut: Bool
    ) async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid, accept: form)
        defer { stream.end() }
        if !isCut { stream.end() }
        let answer = Answer(failsAfter: writes)
        let response = try await stream.response()
        await #expect(throws: Answer.Gone.self) { try await response.body.write(answer) }
        #expect(answer.writes == writes)
        #expect(!answer.isFinished)
        #expect(try await server.lines() == [Self.line(isCut: isCut)])
    }

    /// Its body does not end: nothing is waited for that never comes.
    @Test func aClientThatIsGoneWhileItSendsIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid)
        defer { stream.end() }
        let response = try await stream.response()
        await #expect(throws: Answer.Gone.self) {
            try await response.body.write(Answer(failsAfter: 0))
        }
        #expect(try await server.lines() == [Self.line()])
    }

    @Test func aBodyThatIsCutBeforeTheFirstFindingIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.valid)
        stream.cut()
        let answer = Answer()
        let response = try await stream.response()
        #expect(response.status == .badRequest)
        try await response.body.write(answer)
        #expect(answer.text.contains("the body ended before it was complete"))
        #expect(
            try await server.lines() == [
                DecisionTests.line("member", 400, #""records":1,"invalid":0,"codes":{}"#)
            ])
    }

    @Test func aBodyThatIsCutAfterTheFirstFindingIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid)
        let response = try await stream.response()
        #expect(response.status == .ok)
        stream.cut()
        let answer = Answer()
        try await response.body.write(answer)
        #expect(answer.text.contains("the body ended before it was complete"))
        #expect(try await server.lines() == [Self.line()])
    }

    @Test func aStreamThatIsCancelledBeforeTheHeadIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream("")
        defer { stream.end() }
        let task = Task { try await stream.response() }
        #expect(await server.hasStream())
        task.cancel()
        #expect(try await task.value.status == .serviceUnavailable)
        #expect(
            try await server.lines() == [
                DecisionTests.line("member", 503, #""records":0,"invalid":0,"codes":{}"#)
            ])
    }

    /// Without its last part, the answer has no end: it does not look like a whole one.
    @Test func aStreamThatIsCancelledDuringTheBodyIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream(Self.invalid)
        defer { stream.end() }
        let response = try await stream.response()
        let answer = Answer(cancelsItsTask: true)
        let task = Task { try await response.body.write(answer) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(answer.writes == 1)
        #expect(!answer.isFinished)
        #expect(try await server.lines() == [Self.line()])
    }

    @Test func aDocumentThatIsCancelledIsOneLine() async throws {
        let server = try Server()
        let stream = await server.stream("{", type: "application/json")
        defer { stream.end() }
        let task = Task { try await stream.response() }
        task.cancel()
        #expect(try await task.value.status == .serviceUnavailable)
        #expect(
            try await server.lines() == [
                DecisionTests.line("member", 503, #""records":0,"invalid":0,"codes":{}"#)
            ])
    }
}

/// The routes of a server, without connections.
private final class Server: Sendable {
    let log: DecisionLog
    private let folder: TemporaryFolder
    private let rules: TemporaryFolder
    private let ruleSets: ServedRuleSets
    private let counted = ServerMetrics()
    private let responder: RouterResponder<ServerContext>

    init() throws {
        folder = try TemporaryFolder()
        rules = try TemporaryFolder()
        for (name, text) in sampleRuleSets { try rules.write(text, to: name) }
        var settings = ServerSettings()
        settings.ruleSets = rules.path
        settings.decisions = .init(file: folder.path + "/decisions.ndjson")
        let log = try DecisionLog(.init(file: folder.path + "/decisions.ndjson"), metrics: counted)
        self.log = log
        ruleSets = try ServedRuleSets(
            settings, observer: ObserverGroup([]), logger: Logger(label: "test"))
        let route = ValidateRoute(
            settings, ruleSets: ruleSets, metrics: counted, shadow: nil, decisions: log)
        let router = Router(context: ServerContext.self)
        router.add(
            middleware: RequestGate(
                maximum: 10, metrics: counted, methods: PathMethods([]), decisions: log))
        router.post("v1/validate/{ruleSet}") { try await route.answer($0, $1) }
        responder = router.buildResponder()
    }

    deinit { ruleSets.end() }

    /// Returns `true` if a stream begins within half a minute.
    func hasStream() async -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while !counted.registry.exposition.contains("assay_streams_running 1.0") {
            guard ContinuousClock.now < end else { return false }
            await Task.yield()
        }
        return true
    }

    /// All lines, when nothing is to come any more.
    func lines() async throws -> [String] {
        await log.finish()
        return DecisionTests.lines(try folder.read("decisions.ndjson"))
    }

    /// A request whose body begins with a text, and goes on.
    ///
    /// - Parameters:
    ///   - text: The first part of the body.
    ///   - type: The type of the body.
    ///   - accept: The form of the answer.
    ///   - isWhole: `true` if the body is announced as one that is read whole, `false` for chunks.
    /// - Returns: The request.
    func stream(
        _ text: String, type: String = "application/x-ndjson",
        accept: String = "application/x-ndjson", isWhole: Bool = false
    ) async -> Stream {
        let (body, source) = RequestBody.makeStream()
        var head = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/v1/validate/member",
            headerFields: [.contentType: type, .accept: accept])
        if isWhole {
            head.headerFields[.contentLength] = "\(text.utf8.count)"
        } else {
            head.headerFields[.transferEncoding] = "chunked"
        }
        await source.yield(ByteBuffer(string: text))
        return Stream(
            responder: responder, request: Request(head: head, body: body), source: source)
    }
}

/// A request whose body goes on until the test ends it.
private struct Stream: Sendable {
    struct Cut: Error {}

    let responder: RouterResponder<ServerContext>
    let request: Request
    let source: RequestBody.Source

    func end() { source.finish() }

    func cut() { source.finish(Cut()) }

    func response() async throws -> Response {
        var logger = Logger(label: "test")
        // The framework keeps the identifier of a request here.
        logger[metadataKey: "hb.request.id"] = "1"
        let context = ServerContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: logger))
        return try await responder.respond(to: request, context: context)
    }
}

/// The part of an answer that a client reads.
private final class Answer: ResponseBodyWriter, Sendable {
    /// The client has left.
    struct Gone: Error {}

    private struct State {
        var text = ""
        var writes = 0
        var isFinished = false
        var trailers: HTTPFields?
    }

    private let failsAfter: Int
    private let cancelsItsTask: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - failsAfter: The number of writes that the client sees before it leaves.
    ///   - cancelsItsTask: `true` if the server ends with the first write.
    init(failsAfter: Int = .max, cancelsItsTask: Bool = false) {
        self.failsAfter = failsAfter
        self.cancelsItsTask = cancelsItsTask
    }

    var text: String { state.withLock { $0.text } }
    var writes: Int { state.withLock { $0.writes } }
    var trailers: HTTPFields? { state.withLock { $0.trailers } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func write(_ buffer: ByteBuffer) async throws {
        try state.withLock { state in
            guard state.writes < failsAfter else { throw Gone() }
            state.writes += 1
            state.text += String(buffer: buffer)
        }
        if cancelsItsTask { withUnsafeCurrentTask { $0?.cancel() } }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
        try state.withLock { state in
            guard state.writes < failsAfter else { throw Gone() }
            state.isFinished = true
            state.trailers = trailingHeaders
        }
    }
}
