// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import Foundation
import Logging

/// The other end of `PluginWorker`.
struct PluginWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin-worker",
        abstract: "Check values for the service, which starts this command.",
        shouldDisplay: false)

    @Option(help: "The plugin.") var plugin: String

    func run() throws {
        let registry = RuleRegistry.standard()
        let logger = Logger(label: "plugin-worker") { StreamLogHandler.standardError(label: $0) }
        let host = try TaxIdRules.load(plugin, into: registry, logger)
        var validators: [String: ValidatorsManager] = [:]
        for id in TaxIdRules.ids {
            validators[id] = try ValidatorsManager(
                RuleSet(Field("value", Validator(parsing: id))), registry: registry)
        }
        // The end of the input is the end of the service.
        while let line = readLine() {
            print(Self.answer(line, validators))
            fflush(nil)
        }
        withExtendedLifetime(host) {}
    }

    private static func answer(_ line: String, _ validators: [String: ValidatorsManager]) -> String
    {
        struct Request: Decodable {
            let rule: String
            let value: String
        }
        guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)),
            let validators = validators[request.rule]
        else { return #"{"error":"the request is malformed"}"# }
        let report = validators.validate(["value": .string(request.value)])
        if let fault = report.faults.first {
            return Value.object(Value.Object([("error", .string(fault.message))])).json
        }
        let code = report.violations.first?.code.split(separator: ".").last
        let value = code.map { Value.string(String($0)) } ?? .null
        return Value.object(Value.Object([("code", value)])).json
    }
}
