// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import PluginWorkshop

/// The plugin of `Plugins/Fleet` in one language.
enum FleetPlugin: String, CaseIterable {
    case c = "fleet-c"
    case cxx = "fleet-cpp"
    case rust = "fleet-rust"
    case swift = "fleet-swift"

    /// Those whose compilers are there; all, where CI is set.
    static let buildable = allCases.filter { $0.folder?.isBuildable ?? true }

    private var folder: ExampleFolder? {
        switch self {
        case .c: .fleetC
        case .cxx: .fleetCpp
        case .rust: .fleetRust
        case .swift: nil
        }
    }

    /// The library; that in Swift is a product of the package.
    func path(in workshop: Workshop) throws -> String {
        if let folder { return try folder.path() }
        let bytes = try PluginWorkshop.bytes(of: try builtProduct("libAssayFleetPlugin.so"))
        return try workshop.write(bytes, to: "fleet-swift.so")
    }
}

/// What a fleet plugin says of records, without the id by which the plugins differ.
struct FleetOutcome: Equatable {
    let code: String
    let pointer: String
    let parameters: [MessageParameter]
    let message: String
    let german: String
}

/// The four plugins with the same settings.
struct Fleet {
    let registries: [(plugin: FleetPlugin, registry: RuleRegistry)]

    init(settings: Value, in workshop: Workshop) throws {
        registries = try FleetPlugin.buildable.map { plugin in
            let registry = RuleRegistry()
            try PluginHost().load(
                path: try plugin.path(in: workshop), configuration: settings, into: registry)
            return (plugin, registry)
        }
    }

    /// The outcomes of each record in each plugin, in their order.
    func outcomes(of rule: String, _ records: [Value]) throws -> [[[FleetOutcome]]] {
        try registries.map { plugin, registry in
            let prefix = "\(plugin.rawValue)."
            let manager = try ValidatorsManager(registry: registry)
            let expression = try RuleExpressionParser.parseOne(prefix + rule)
            try manager.addValidator(for: "field", Validator(expression))
            let german = registry.messages(in: "de")
            return manager.validate(records.compactMap { ValidationRecord($0) }).map { report in
                report.violations.map {
                    FleetOutcome(
                        code: $0.code.replacing(prefix, with: ""), pointer: $0.pointer,
                        parameters: $0.parameters, message: $0.message,
                        german: german.message(of: $0))
                }
                    + report.faults.map {
                        FleetOutcome(
                            code: $0.code, pointer: $0.pointer, parameters: [],
                            message: $0.message.replacing(prefix, with: ""), german: "")
                    }
            }
        }
    }
}
