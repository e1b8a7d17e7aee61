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
    /// Raised while the server takes requests.
    private let readiness = Flag()

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
    ///
    /// The playground and the metrics are among them unless the settings place them elsewhere.
    public func router() -> Router<ServerContext> {
        var parts: Set<Part> = [.validation]
        for (part, placement) in placements where placement == .here { parts.insert(part) }
        return router(of: parts)
    }

    /// A part of the server that is answered at one address.
    private enum Part: String, Comparable {
        case validation, playground
        case metrics = "/metrics"

        /// The methods that each path takes; other methods are answered with 405.
        var methods: [(path: String, methods: [HTTPRequest.Method])] {
            switch self {
            case .validation:
                [
                    ("/v1/validate/{ruleSet}", [.post]), ("/v1/rule-sets", [.get, .head]),
                    ("/v1/rule-sets/{ruleSet}", [.put]), ("/v1/rules", [.get, .head]),
                    ("/v1/explain/{code}", [.get, .head]), ("/v1/shadow", [.get, .head]),
                    ("/health/live", [.get, .head]), ("/health/ready", [.get, .head]),
                    ("/version", [.get, .head]), ("/openapi.json", [.get, .head]),
                ]
            case .playground: [("/v1/try", [.post])]
            case .metrics: [("/metrics", [.get, .head])]
            }
        }

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The parts that the settings place.
    private var placements: [(part: Part, placement: ServerSettings.Placement)] {
        [(.playground, settings.playground), (.metrics, settings.metrics)]
    }

    private func router(of parts: Set<Part>) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: RequestGate(
                maximum: settings.bounds.requests, metrics: metrics,
                methods: PathMethods(parts.sorted().flatMap(\.methods)),
                decisions: parts.contains(.validation) ? decisions : nil))
        for part in parts {
            switch part {
            case .validation:
                addValidation(to: router)
                addRuleSets(to: router)
                addHealth(to: router)
            case .playground: PlaygroundRoutes().add(to: router)
            case .metrics: addMetrics(to: router)
            }
        }
        return router
    }

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
            guard readiness.isRaised else {
                throw ValidationProblem(
                    .serviceUnavailable, "The server is shutting down, or has not started yet.")
            }
            return "ready\n"
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

    private func addMetrics(to router: Router<ServerContext>) {
        router.get("metrics") { [metrics, ruleSets] _, _ in
            metrics.update(countersOfPlugins: ruleSets.pluginCounters)
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.registry.exposition)))
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
        let scheme = settings.tls == nil ? "http" : "https"
        let main = try listener(
            at: .init(host: settings.host, port: settings.port), router ?? self.router()
        ) { [readiness, logger, settings] port in
            readiness.raise()
            logger.notice("assay-server listens on \(scheme)://\(settings.host):\(port)")
            await onStart(port)
        }
        let others = try partsElsewhere.map { address, parts in
            let names = parts.sorted().map(\.rawValue).joined(separator: " and ")
            return try listener(at: address, self.router(of: parts)) { [logger] port in
                logger.notice(
                    "assay-server answers \(names) at \(scheme)://\(address.host):\(port)")
            }
        }
        // They end in the reverse order.
        let services: [any Service] =
            [main] + others + [ReadinessService(readiness, settings.bounds.drain)]
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.bounds.shutdown
        defer { ruleSets.end() }
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            await decisions?.finish()
            throw error
        }
        // No request is answered any more: each was finished or cancelled.
        await decisions?.finish()
    }

    /// The parts that are answered at other addresses, by these.
    private var partsElsewhere: [(address: ServerSettings.Address, parts: Set<Part>)] {
        var parts: [ServerSettings.Address: Set<Part>] = [:]
        for case (let part, .address(let address)) in placements {
            parts[address, default: []].insert(part)
        }
        return parts.sorted { ($0.key.host, $0.key.port) < ($1.key.host, $1.key.port) }
            .map { ($0.key, $0.value) }
    }

    private func listener(
        at address: ServerSettings.Address, _ router: Router<ServerContext>,
        onStart: @escaping @Sendable (Int) async -> Void
    ) throws -> Listener {
        let begun = Flag()
        let application = Application(
            router: router, server: try channels(),
            configuration: .init(
                address: .hostname(address.host, port: address.port),
                serverName: "assay-server", backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    settings.bounds.connections)),
            onServerRunning: { channel in
                begun.raise()
                await onStart(channel.localAddress?.port ?? address.port)
            }, logger: logger)
        return Listener(application: application, address: address, hasBegun: begun)
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

/// An address at which the server answers.
private struct Listener: Service {
    let application: any Service
    let address: ServerSettings.Address
    let hasBegun: Flag

    /// Answers until the service group shuts down.
    ///
    /// - Throws: `StartError` if it cannot listen.
    func run() async throws {
        do {
            try await application.run()
        } catch {
            throw hasBegun.isRaised ? error : notListening(error)
        }
    }

    private func notListening(_ error: any Error) -> StartError {
        let reason = (error as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? "\(error)"
        return StartError(problems: [
            "cannot listen at \(address.host):\(address.port): \(reason); host must be an address of "
                + "this machine, and port one that no other program listens on (0 chooses a free one)"
        ])
    }
}

/// A flag that several threads share.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .acquiring) }

    func raise() { state.store(true, ordering: .releasing) }

    func lower() { state.store(false, ordering: .releasing) }
}

/// Says that the server is not ready, some time before it stops to listen.
private struct ReadinessService: Service {
    private let readiness: Flag
    private let drain: Duration

    init(_ readiness: Flag, _ drain: Duration) {
        self.readiness = readiness
        self.drain = drain
    }

    func run() async throws {
        try? await gracefulShutdown()
        readiness.lower()
        try? await Task.sleep(for: drain)
    }
}

/// Logs validations and plugins; of rule sets `ServedRuleSets` writes the lines, with their fingerprints.
private struct ValidationLines: ValidationObserver {
    let observer: LoggingObserver

    func didValidate(_ event: ValidationEvent) { observer.didValidate(event) }
    func didLoad(_ event: PluginEvent) { observer.didLoad(event) }
}
