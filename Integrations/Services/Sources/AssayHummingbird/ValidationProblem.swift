// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import Assay
public import HTTPTypes
public import Hummingbird
import NIOCore

/// The reason a request is not answered as its sender wished, as problem details (RFC 9457).
///
/// Thrown in a handler or a middleware, it becomes the response: a status, and a body of
/// `application/problem+json`.
public struct ValidationProblem: HTTPResponseError, Sendable {
    /// The body.
    public var details: ProblemDetails
    /// Further headers of the response.
    public var headers: HTTPFields
    /// Further members of the body (RFC 9457, 3.2).
    public var members: [(key: String, value: Value)] = []
    /// The findings in the body, or `nil` if it was not validated.
    public var report: ValidationReport?

    /// The status of the response.
    public var status: HTTPResponse.Status { .init(code: details.status) }

    /// A problem without findings.
    ///
    /// - Parameters:
    ///   - status: The status, whose phrase is the title.
    ///   - detail: A sentence about what is wrong in this case, and what helps.
    ///   - headers: Further headers of the response.
    public init(
        _ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:]
    ) {
        details = ProblemDetails(ValidationReport())
        details.status = status.code
        details.title = Self.title(of: status)
        details.detail = detail
        self.headers = headers
    }

    /// The findings of a record: 422, or 400 for a body that is not a JSON document, with its
    /// place.
    ///
    /// - Parameters:
    ///   - report: A report that is not valid.
    ///   - messages: Messages in the language of the client.
    public init(_ report: ValidationReport, messages: MessageCatalogue = [:]) {
        details = ProblemDetails(report, messages: messages)
        headers = [:]
        self.report = report
        if report.isMalformed { setStatus(.badRequest, messages) }
    }

    /// Sets another status, with its title.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - messages: Messages in the language of the client.
    package mutating func setStatus(
        _ status: HTTPResponse.Status, _ messages: MessageCatalogue
    ) {
        details.status = status.code
        details.title = messages.text(ofAnswer: Self.title(of: status))
    }

    /// The phrase of the status, in the words of RFC 9110.
    private static func title(of status: HTTPResponse.Status) -> String {
        switch status.code {
        case 413: "Content Too Large"
        case 422: "Unprocessable Content"
        default: status.reasonPhrase
        }
    }

    /// The response, whose title and detail are in the language that `Accept-Language` asks for if they are texts of
    /// this package.
    public func response(from request: Request, context: some RequestContext) -> Response {
        let problem = translated(for: request)
        var headers = headers
        headers[.contentType] = ProblemDetails.mediaType
        if headers[.vary] == nil { headers[.vary] = "Accept-Language" }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: problem.json)))
    }

    private static let texts = AnswerTexts(.standard())

    private func translated(for request: Request) -> ValidationProblem {
        guard let wish = request.headers[.acceptLanguage] else { return self }
        let messages = Self.texts.messages(accepting: wish)
        var problem = self
        problem.details.title = messages.text(ofAnswer: details.title)
        problem.details.detail = details.detail.map { messages.text(ofAnswer: $0) }
        return problem
    }

    /// The body: compact JSON text.
    public var json: String {
        guard !members.isEmpty else { return details.json }
        let more = Value.object(Value.Object(members)).json
        return details.json.dropLast() + "," + more.dropFirst()
    }
}

extension ValidationReport {
    /// `true` if the body is not a JSON document, or is one that cannot be read.
    public var isMalformed: Bool { violations.contains { $0.code == "record.malformed" } }
}
