// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayHummingbird
import AssayObservability
import Foundation
import Hummingbird
import Logging

#if canImport(Glibc)
import Glibc
#endif

/// The service and the process that its plugin can have.
@main
struct SignUpService: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-up-service",
        abstract: "Lets people sign up on a page or through an API.",
        subcommands: [Serve.self, PluginWorkerCommand.self], defaultSubcommand: Serve.self)
}

/// The service.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Answer on 127.0.0.1.")

    @Option(help: "The port; 0 chooses a free one.") var port = 8080
    @Option(help: "The SQLite file.") var database = "members.sqlite"
    @Option(help: "The rule set.") var rules = "rules/sign-up.yaml"
    @Option(help: "The plugin with the rules for tax numbers.") var plugin: String
    @Flag(help: "Run the plugin in a process of its own.") var isolate = false

    func run() async throws {
        // A pipe to a process that has ended is an error, and no end of this one.
        signal(SIGPIPE, SIG_IGN)
        let logger = Logger(label: "sign-up") { StreamLogHandler.standardError(label: $0) }
        let metrics = PrometheusMetrics()
        let members = try Members(path: database)
        let registry = RuleRegistry.standard()
        try registry.register(UserNameIsFree.definition(members))
        var host: PluginHost?
        if isolate {
            let worker = PluginWorker(plugin: plugin, metrics: metrics, logger: logger)
            try TaxIdRules.register(asking: worker, in: registry)
        } else {
            host = try TaxIdRules.load(plugin, into: registry, logger)
        }
        let observer = ObserverGroup([MetricsObserver(metrics), LoggingObserver(logger)])
        let watch = try RuleSetFile(rules).watch(registry: registry, observer: observer) { update in
            if case .failure(let error) = update { logger.error("\(error)") }
        }
        let desk = SignUpDesk(rules: watch, members: members, metrics: metrics)
        var application = Application(
            router: try SignUpRoutes(desk: desk, metrics: metrics).router(),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                logger.notice("listens on http://127.0.0.1:\(port)/")
            }, logger: logger)
        application.addServices(watch)
        try await application.runService()
        try members.close()
        withExtendedLifetime(host) {}
    }
}
