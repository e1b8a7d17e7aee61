// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird
import HTTPTypes

/// The reason that a body of several records could not be read to its end.
struct StreamError: Error {
    /// The status of an answer that has not begun.
    let status: HTTPResponse.Status
    /// The stable code.
    let code: String
    /// The reason as a sentence.
    let detail: String
    /// The reason of a body that no reader takes.
    private let unreadable: InputError?

    private init(
        _ status: HTTPResponse.Status, _ code: String, _ detail: String,
        unreadable: InputError? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.unreadable = unreadable
    }

    /// A body that is not what its type says.
    init(_ error: InputError) {
        self.init(
            .badRequest, error.violations.first?.code ?? "input.unreadable", "\(error)",
            unreadable: error)
    }

    /// A body that a reader of the connection has rejected.
    init(_ problem: ValidationProblem) {
        self.init(
            problem.status, problem.report?.violations.first?.code ?? "input.unreadable",
            problem.details.detail ?? problem.details.title)
    }

    /// A stream that has lost its place.
    init(slowerThan rate: Int) {
        self.init(
            .requestTimeout, "input.slow",
            "the body was slower than \(rate) bytes a second, and another one needed its place")
    }

    /// A body whose end has not come.
    static let incomplete = StreamError(
        .badRequest, "input.incomplete", "the body ended before it was complete")

    /// The error with its reason in the language of messages.
    func translated(_ messages: MessageCatalogue) -> StreamError {
        StreamError(status, code, messages.text(ofAnswer: detail), unreadable: unreadable)
    }

    /// The problem for an answer that has not begun.
    func problem(in messages: MessageCatalogue, headers: HTTPFields) -> ValidationProblem {
        var problem =
            unreadable.map { ValidationProblem(unreadable: $0, messages: messages) }
            ?? ValidationProblem(status, detail)
        problem.headers = headers
        return problem
    }
}
