// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import AssayObservability
import HTTPTypes
public import Hummingbird
import NIOCore

/// A server that validates what is sent to it by the rule sets of a folder.
public struct ValidationServer: Sendable {
    private let settings: ServerSettings
    private let ruleSets: [String: ValidatorsManager]

    /// Reads the rule sets.
    ///
    /// - Throws: `RuleSetError` for a rule set that cannot be used.
    public init(_ settings: ServerSettings, ruleSetFiles: [String: String]) throws {
        self.settings = settings
        let registry = RuleRegistry.standard()
        ruleSets = try ruleSetFiles.mapValues {
            try ValidatorsManager(RuleSet(contentsOfFile: $0), registry: registry)
        }
    }

    /// The routes, to which a program can add its own.
    public func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.get("health/live") { _, _ in "live\n" }
        router.post("v1/validate/{ruleSet}") { request, context in
            try await validate(request, context)
        }
        PlaygroundRoutes().add(to: router)
        return router
    }

    private func validate(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = try context.parameters.require("ruleSet")
        guard let validators = ruleSets[name] else {
            throw ValidationProblem(.notFound, "There is no rule set '\(name)'.")
        }
        let body = try await request.body.collect(upTo: settings.limits.maximumBytes)
        let report = validators.validate(json: body.readableBytesView, limits: settings.limits)
        guard report.isValid else { throw ValidationProblem(report) }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "{\"valid\":true,\"violations\":[]}")))
    }

    /// Answers requests until the process is told to end.
    public func run() async throws {
        let application = Application(
            router: router(),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port), serverName: "assay-server"))
        try await application.runService()
    }
}
