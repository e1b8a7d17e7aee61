// SPDX-License-Identifier: Apache-2.0
public import Assay
import HTTPTypes
public import Hummingbird

/// Validators by the names of rule sets.
public protocol RuleSetProvider: Sendable {
    /// The validators of this moment, or `nil` if there is no rule set with this name.
    func validators(named name: String) -> ValidatorsManager?
}

extension RuleSetFolderWatch: RuleSetProvider {
    /// The validators of this moment, or `nil` if there is no rule set with this name.
    public func validators(named name: String) -> ValidatorsManager? { self[name]?.validators }
}

/// Lets a request through whose body is valid; others are answered with what is wrong.
///
/// ```swift
/// router.group("members")
///     .add(middleware: ValidationMiddleware("signup", of: ruleSets))
///     .post { request, context in … }
/// ```
///
/// Handlers read the body as if no one had read it before. GET, HEAD, OPTIONS and DELETE without a body pass;
/// with one, it is validated. Other methods need a body.
public struct ValidationMiddleware<Context: RequestContext>: RouterMiddleware {
    private let name: String
    private let provider: any RuleSetProvider
    private let options: BodyOptions

    /// Makes a middleware for one rule set.
    ///
    /// - Parameters:
    ///   - name: The name of the rule set, looked up at each request.
    ///   - provider: The provider that looks it up, such as a folder that is watched.
    ///   - options: The options for reading bodies.
    public init(_ name: String, of provider: any RuleSetProvider, options: BodyOptions = .init()) {
        self.name = name
        self.provider = provider
        self.options = options
    }

    /// Validates the body of a request and passes it on.
    ///
    /// - Throws: `ValidationProblem`; with status 503 if there is no such rule set.
    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.needsBody(request.method) || Self.hasBody(request.headers) else {
            return try await next(request, context)
        }
        guard let validators = provider.validators(named: name) else {
            throw ValidationProblem(.serviceUnavailable, "The rule set '\(name)' is not loaded.")
        }
        let (report, body) = try await request.validate(by: validators, options: options)
        guard report.isValid else {
            throw ValidationProblem(report, messages: request.messages(of: validators.registry))
        }
        return try await next(request.unencoded(RequestBody(buffer: body)), context)
    }

    private static func needsBody(_ method: HTTPRequest.Method) -> Bool {
        ![.get, .head, .options, .delete].contains(method)
    }

    /// Returns `true` if a request declares a body (RFC 9112, 6), which handlers can read whatever
    /// its method is.
    private static func hasBody(_ headers: HTTPFields) -> Bool {
        headers[.transferEncoding] != nil
            || headers[.contentLength].map { Int($0) != 0 } ?? false
    }
}
