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
struct RequestGate: RouterMiddleware {
    typealias Context = ServerContext

    private let maximum: Int
    private let metrics: ServerMetrics
    private let methods: PathMethods
    private let state = RequestsRunning()

    init(maximum: Int, metrics: ServerMetrics, methods: PathMethods) {
        self.maximum = maximum
        self.metrics = metrics
        self.methods = methods
    }

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        // Whether a server lives, and how it is, is answered when it is full too, and takes no place.
        let places = request.uri.path.hasPrefix("/v1/") ? 1 : 0
        let running = state.count.add(places, ordering: .relaxed).newValue
        metrics.running.increment()
        defer {
            state.count.subtract(places, ordering: .relaxed)
            metrics.running.decrement()
        }
        let isFull = places > 0 && running > maximum
        let response = try await answer(request, context, isFull: isFull, next)
        let components = (ContinuousClock.now - start).components
        metrics.count(
            route: context.endpointPath ?? "none", method: Self.name(of: request.method),
            status: response.status.code,
            nanoseconds: components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
        )
        return response
    }

    private func answer(
        _ request: Request, _ context: ServerContext, isFull: Bool,
        _ next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            guard !isFull else {
                throw ValidationProblem(
                    .serviceUnavailable, "The server has \(maximum) requests to answer already.",
                    headers: [.retryAfter: "1"])
            }
            return try await next(request, context)
        } catch let problem as ValidationProblem {
            return problem.response(from: request, context: context)
        } catch let error as HTTPParserError {
            // What is no HTTP is answered below, and the connection is closed.
            throw error
        } catch let error as any HTTPResponseError {
            return problem(of: error.status, at: request.uri.path)
                .response(from: request, context: context)
        } catch {
            context.logger.error("request failed", metadata: ["error.type": "\(type(of: error))"])
            return ValidationProblem(.internalServerError, "The request could not be answered.")
                .response(from: request, context: context)
        }
    }

    /// What the framework says in a status alone.
    private func problem(of status: HTTPResponse.Status, at path: String) -> ValidationProblem {
        guard status == .notFound else { return ValidationProblem(status, status.reasonPhrase) }
        guard let allowed = methods.allowed(at: path) else {
            return ValidationProblem(.notFound, "There is nothing at this path.")
        }
        return ValidationProblem(
            .methodNotAllowed, "The path takes \(allowed).", headers: [.allow: allowed])
    }

    /// A method as a label: clients can send any word.
    private static func name(of method: HTTPRequest.Method) -> String {
        [.get, .head, .post, .put, .delete, .options, .patch].contains(method)
            ? method.rawValue : "other"
    }
}

private final class RequestsRunning: Sendable {
    let count = Atomic(0)
}
