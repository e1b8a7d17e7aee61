// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import AssayObservability
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import SystemPackage
import UnixSignals

/// A server that validates what is sent to it by the rule sets of a folder.
///
/// `run` answers until the process is told to end. A program that has more to answer adds it to `router()`
/// and runs that: `run(router)`.
public struct ValidationServer: Sendable {
    /// The version of the server.
    public static let version = "0.1.0"

    private let settings: ServerSettings
    private let logger: Logger
    private let metrics = ServerMetrics()
    private let ruleSets: ServedRuleSets
    private let shadow: ShadowMode?
    private let decisions: DecisionLog?
    private let readiness = Readiness()

    /// Loads plugins and rule sets.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server.
    ///   - logger: The logger for its lines.
    /// - Throws: `StartError` with everything that is wrong with plugins and rule sets, and
    ///   `ServerSettings.Invalid` for a log of decisions that cannot be written.
    public init(_ settings: ServerSettings, logger: Logger) throws {
        self.settings = settings
        self.logger = logger
        let observer = ObserverGroup([
            MetricsObserver(metrics.registry, measuresRules: settings.measuresRules),
            ValidationLines(observer: LoggingObserver(logger, level: .debug)),
        ])
        let ruleSets = try ServedRuleSets(settings, observer: observer, logger: logger)
        self.ruleSets = ruleSets
        shadow = settings.shadow.map { [metrics] shadow in
            ShadowMode(
                share: shadow.share, ruleSets: ruleSets, metrics: metrics, limits: settings.limits)
        }
        decisions = try settings.decisions.map { [metrics] in
            try DecisionLog($0, metrics: metrics)
        }
    }

    // MARK: - Routes

    /// The routes, to which a program can add its own.
    public func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: RequestGate(
                maximum: settings.bounds.requests, metrics: metrics, methods: Self.methods,
                decisions: decisions))
        addValidation(to: router)
        addRuleSets(to: router)
        addHealth(to: router)
        PlaygroundRoutes().add(to: router)
        return router
    }

    /// The methods that each path takes; other methods are answered with 405.
    private static let methods = PathMethods([
        "/v1/validate/{ruleSet}": [.post], "/v1/rule-sets": [.get, .head],
        "/v1/rule-sets/{ruleSet}": [.put], "/v1/rules": [.get, .head],
        "/v1/explain/{code}": [.get, .head], "/v1/shadow": [.get, .head], "/v1/try": [.post],
        "/health/live": [.get, .head], "/health/ready": [.get, .head],
        "/metrics": [.get, .head], "/version": [.get, .head], "/openapi.json": [.get, .head],
    ])

    private func addValidation(to router: Router<ServerContext>) {
        let validation = ValidateRoute(
            settings, ruleSets: ruleSets, metrics: metrics, shadow: shadow, decisions: decisions)
        router.post("v1/validate/{ruleSet}") { request, context in
            try await validation.answer(request, context)
        }
    }

    private func addRuleSets(to router: Router<ServerContext>) {
        let routes = RuleSetRoutes(settings: settings, ruleSets: ruleSets, shadow: shadow)
        router.get("v1/rule-sets") { _, _ in routes.list() }
        router.put("v1/rule-sets/{ruleSet}") { request, context in
            try await routes.put(request, name: try context.decodedParameter("ruleSet"))
        }
        router.get("v1/rules") { _, _ in routes.rules() }
        router.get("v1/explain/{code}") { _, context in
            try routes.explain(try context.decodedParameter("code"))
        }
        router.get("v1/shadow") { _, _ in try routes.differences() }
    }

    private func addHealth(to router: Router<ServerContext>) {
        router.get("health/live") { _, _ in "live\n" }
        router.get("health/ready") { [readiness] _, _ in
            guard readiness.isReady else {
                throw ValidationProblem(
                    .serviceUnavailable, "The server is shutting down, or has not started yet.")
            }
            return "ready\n"
        }
        router.get("metrics") { [metrics] _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.registry.exposition)))
        }
        router.get("version") { _, _ in
            Response(json: ["name": "assay-server", "version": .string(Self.version)])
        }
        router.get("openapi.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }

    // MARK: - Running

    /// Answers requests until the process gets SIGTERM or SIGINT.
    ///
    /// Then it says that it is not ready, finishes the requests that run, streams among them, and returns.
    ///
    /// - Parameters:
    ///   - router: The routes that are answered, or `nil` for `router()`.
    ///   - onStart: Called with the port when the server listens.
    /// - Throws: `StartError` with what keeps the server from listening, `ServerSettings.Invalid` for the files
    ///   of TLS, and errors of services.
    public func run(
        _ router: Router<ServerContext>? = nil,
        onStart: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        let application = Application(
            router: router ?? self.router(), server: try channels(),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port),
                serverName: "assay-server", backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    settings.bounds.connections)),
            onServerRunning: { [readiness, logger, settings] channel in
                readiness.begin()
                let port = channel.localAddress?.port ?? settings.port
                let scheme = settings.tls == nil ? "http" : "https"
                logger.notice("assay-server listens on \(scheme)://\(settings.host):\(port)")
                await onStart(port)
            }, logger: logger)
        // They end in the reverse order.
        var configuration = ServiceGroupConfiguration(
            services: [application, ReadinessService(readiness, settings.bounds.drain)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.bounds.shutdown
        defer { ruleSets.end() }
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            await decisions?.finish()
            throw readiness.hasBegun ? error : notListening(error)
        }
        // No request is answered any more: each was finished or cancelled.
        await decisions?.finish()
    }

    private func notListening(_ error: any Error) -> StartError {
        let reason = (error as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? "\(error)"
        return StartError(problems: [
            "cannot listen at \(settings.host):\(settings.port): \(reason); host must be an address of "
                + "this machine, and port one that no other program listens on (0 chooses a free one)"
        ])
    }

    private func channels() throws -> HTTPServerBuilder {
        let bounds = settings.bounds
        let base = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionGuard(
                        bodyLimit: settings.limits.maximumBytes, bodyTimeout: bounds.body,
                        idleTimeout: bounds.idle
                    ) { [metrics] in
                        metrics.count(route: "none", method: "other", status: 400, in: nil)
                    }
                ],
                idleTimeout: TimeAmount(bounds.idle),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10,
                    maxHeaderFieldCount: 100)))
        guard let tls = settings.tls else { return base }
        return try .tls(base, tlsConfiguration: try tls.configuration())
    }
}

/// The readiness of the server for requests.
private final class Readiness: Sendable {
    private let state = Atomic(false)
    private let begun = Atomic(false)

    var isReady: Bool { state.load(ordering: .acquiring) }
    /// `true` if the server has begun to listen, whether or not it still does.
    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    func begin() {
        begun.store(true, ordering: .releasing)
        state.store(true, ordering: .releasing)
    }

    func end() { state.store(false, ordering: .releasing) }
}

/// Says that the server is not ready, some time before it stops to listen.
private struct ReadinessService: Service {
    private let readiness: Readiness
    private let drain: Duration

    init(_ readiness: Readiness, _ drain: Duration) {
        self.readiness = readiness
        self.drain = drain
    }

    func run() async throws {
        try? await gracefulShutdown()
        readiness.end()
        try? await Task.sleep(for: drain)
    }
}

/// Logs validations and plugins; of rule sets `ServedRuleSets` writes the lines, with their fingerprints.
private struct ValidationLines: ValidationObserver {
    let observer: LoggingObserver

    func didValidate(_ event: ValidationEvent) { observer.didValidate(event) }
    func didLoad(_ event: PluginEvent) { observer.didLoad(event) }
}
