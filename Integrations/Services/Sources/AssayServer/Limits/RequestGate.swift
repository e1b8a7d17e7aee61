// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Lets so many requests in at a time, counts and measures them, and makes problem details of errors.
///
/// Of requests to validate that do not come to their route, it writes the lines in the log of decisions.
struct RequestGate: RouterMiddleware {
    typealias Context = ServerContext

    private let maximum: Int
    private let metrics: ServerMetrics
    private let methods: PathMethods
    private let decisions: DecisionLog?
    private let state = RequestsRunning()

    init(
        maximum: Int, metrics: ServerMetrics, methods: PathMethods, decisions: DecisionLog?
    ) {
        self.maximum = maximum
        self.metrics = metrics
        self.methods = methods
        self.decisions = decisions
    }

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let places = Self.isForOperators(request.uri.path) ? 0 : 1
        let running = state.count.add(places, ordering: .relaxed).newValue
        metrics.running.increment()
        defer {
            state.count.subtract(places, ordering: .relaxed)
            metrics.running.decrement()
        }
        let isFull = places > 0 && running > maximum
        let status: HTTPResponse.Status
        defer {
            metrics.count(
                route: context.endpointPath ?? "none", method: Self.name(of: request.method),
                status: status.code, in: ContinuousClock.now - start)
        }
        do {
            let response = try await answer(request, context, since: start, isFull: isFull, next)
            status = response.status
            return response
        } catch {
            status = Self.status(of: error)
            throw error
        }
    }

    private func answer(
        _ request: Request, _ context: ServerContext, since start: ContinuousClock.Instant,
        isFull: Bool, _ next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        /// Answers a request that does not come to its route.
        func reject(_ problem: ValidationProblem) -> Response {
            log(request, context, problem.status, since: start)
            return problem.response(from: request, context: context)
        }
        if let problem = HostCheck.problem(in: request.headers) { return reject(problem) }
        guard !isFull else {
            return reject(
                ValidationProblem(
                    .serviceUnavailable, "The server is already answering \(maximum) requests.",
                    headers: [.retryAfter: "1"]))
        }
        do {
            return try await next(request, context)
        } catch let problem as ValidationProblem {
            return problem.response(from: request, context: context)
        } catch  where Self.isCut(error) {
            // What is no HTTP is answered below, and the connection is closed.
            throw error
        } catch is CancellationError {
            return ValidationProblem.serverEnds.response(from: request, context: context)
        } catch let error as any HTTPResponseError {
            return reject(problem(of: error.status, at: request.uri.path))
        } catch {
            context.logger.error("request failed", metadata: ["error.type": "\(type(of: error))"])
            return ValidationProblem(.internalServerError, "The request could not be answered.")
                .response(from: request, context: context)
        }
    }

    /// Returns `true` if a path says whether a server lives, and how it is.
    ///
    /// It is answered when the server is full too, and takes no place. A path is compared by its parts, as the
    /// router does: `//v1/rules` is `/v1/rules`.
    private static func isForOperators(_ path: String) -> Bool {
        let first = path.split(separator: "/", maxSplits: 1).first
        return first.map { ["health", "metrics", "version", "openapi.json"].contains($0) } ?? false
    }

    /// The status of an answer to a request that ended with an error.
    ///
    /// It is called by the task that answers, since a server that ends cuts the bodies of its requests.
    static func status(of error: any Error) -> HTTPResponse.Status {
        if error is CancellationError || (isCut(error) && Task.isCancelled) {
            return ValidationProblem.serverEnds.status
        }
        if isCut(error) { return .badRequest }
        return (error as? any HTTPResponseError)?.status ?? .internalServerError
    }

    /// Returns `true` if an error says that a body did not arrive as HTTP, or not at all.
    private static func isCut(_ error: any Error) -> Bool {
        error is HTTPParserError || error is IOError
    }

    /// Writes the line of a request to validate in the log of decisions.
    private func log(
        _ request: Request, _ context: ServerContext, _ status: HTTPResponse.Status,
        since start: ContinuousClock.Instant
    ) {
        let segments = request.uri.path.split(separator: "/")
        guard let decisions, segments.count == 3, segments[..<2] == ["v1", "validate"] else {
            return
        }
        decisions.write(
            Decision(
                ruleSet: segments[2].decodedPathSegment, fingerprint: nil, context: context,
                status: status.code, since: start))
    }

    /// Returns the problem for a status that the framework answers without details.
    private func problem(of status: HTTPResponse.Status, at path: String) -> ValidationProblem {
        guard status == .notFound else { return ValidationProblem(status, status.reasonPhrase) }
        guard let allowed = methods.allowed(at: path) else {
            return ValidationProblem(.notFound, "There is nothing at this path.")
        }
        return ValidationProblem(
            .methodNotAllowed, "The path accepts only \(allowed).", headers: [.allow: allowed])
    }

    /// A method as a label: clients can send any word.
    private static func name(of method: HTTPRequest.Method) -> String {
        [.get, .head, .post, .put, .delete, .options, .patch].contains(method)
            ? method.rawValue : "other"
    }
}

extension ValidationProblem {
    /// A request is cancelled only when the server does not wait for it any longer.
    static let serverEnds = ValidationProblem(
        .serviceUnavailable, "The server is shutting down.", headers: [.connection: "close"])
}

private final class RequestsRunning: Sendable {
    let count = Atomic(0)
}
