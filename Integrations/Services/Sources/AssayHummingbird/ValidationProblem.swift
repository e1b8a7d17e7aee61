// SPDX-License-Identifier: Apache-2.0
public import Assay
public import HTTPTypes
public import Hummingbird
import NIOCore

/// Why a request is not answered as its sender wished, as problem details (RFC 9457).
///
/// Thrown in a handler or a middleware, it becomes the response: a status, and a body of
/// `application/problem+json`.
public struct ValidationProblem: HTTPResponseError, Sendable {
    /// The body.
    public var details: ProblemDetails
    /// Further headers of the response.
    public var headers: HTTPFields

    /// The status of the response.
    public var status: HTTPResponse.Status { .init(code: details.status) }

    /// A problem with a body that is at hand.
    public init(_ details: ProblemDetails, headers: HTTPFields = [:]) {
        self.details = details
        self.headers = headers
    }

    /// A problem without findings.
    ///
    /// - Parameters:
    ///   - status: The status, whose phrase is the title.
    ///   - detail: What is wrong in this case, and what helps.
    ///   - headers: Further headers of the response.
    public init(
        _ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:]
    ) {
        var details = ProblemDetails(ValidationReport())
        details.status = status.code
        details.title = status.reasonPhrase
        details.detail = detail
        self.init(details, headers: headers)
    }

    /// The findings of a record: 422, or 400 for a body that is no JSON document, with its place.
    ///
    /// - Parameters:
    ///   - report: A report that is not valid.
    ///   - messages: Messages in the language of the client.
    public init(_ report: ValidationReport, messages: MessageCatalogue = [:]) {
        var details = ProblemDetails(report, messages: messages)
        if report.violations.contains(where: { $0.code == "record.malformed" }) {
            details.status = HTTPResponse.Status.badRequest.code
            details.title = HTTPResponse.Status.badRequest.reasonPhrase
        }
        self.init(details)
    }

    /// The response.
    public func response(from request: Request, context: some RequestContext) -> Response {
        var headers = headers
        headers[.contentType] = ProblemDetails.mediaType
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: details.json)))
    }
}
