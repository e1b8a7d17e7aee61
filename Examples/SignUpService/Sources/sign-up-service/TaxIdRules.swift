// SPDX-License-Identifier: Apache-2.0
import Assay
import Logging

/// The rules `taxId.de`, `taxId.fr` and `taxId.es` of the plugin `Plugins/TaxId`.
///
/// In this process they cost nanoseconds, and a crash of theirs is one of the service. In a process of its own
/// (`--isolate`) they cost a message to and fro, and a crash leaves one value undecided.
enum TaxIdRules {
    static let ids = ["taxId.de", "taxId.fr", "taxId.es"]

    /// Loads the plugin into this process.
    static func load(
        _ path: String, into registry: RuleRegistry, _ logger: Logger
    ) throws -> PluginHost {
        let host = PluginHost { line in logger.info("plugin: \(line)") }
        try host.load(path: path, into: registry)
        return host
    }

    /// Registers rules of the same names that ask a process which has loaded the plugin.
    static func register(
        asking worker: PluginWorker, in registry: RuleRegistry
    ) throws(RegistryError) {
        for id in ids {
            try registry.register(
                .async(
                    id, "A tax identification number", kinds: .string, codes: Code.self
                ) { value, _ in
                    guard let code = try await worker.code(of: value, by: id) else {
                        return .pass
                    }
                    guard let code = Code.allCases.first(where: { $0.name == code }) else {
                        throw WorkerError(reason: "the plugin has the unknown code '\(code)'")
                    }
                    return .fail(code)
                })
        }
    }

    /// The codes of the plugin, whose messages stay in its process.
    enum Code: String, RuleCodes {
        case format = "must be a tax number of the country"
        case digits = "must have exactly one digit two or three times among the first ten"
        case check = "must end with the right check characters"

        var translations: [String: String] {
            switch self {
            case .format:
                [
                    "de": "muss eine Steuernummer des Landes sein",
                    "fr": "doit être un numéro fiscal du pays",
                    "es": "debe ser un número fiscal del país",
                ]
            case .digits:
                [
                    "de": "muss unter den ersten zehn Ziffern genau eine zwei- oder dreimal haben",
                    "fr":
                        "doit avoir exactement un chiffre présent deux ou trois fois parmi les dix premiers",
                    "es":
                        "debe tener exactamente una cifra que aparezca dos o tres veces entre las diez primeras",
                ]
            case .check:
                [
                    "de": "muss mit den richtigen Prüfzeichen enden",
                    "fr": "doit se terminer par les bons caractères de contrôle",
                    "es": "debe terminar con los caracteres de control correctos",
                ]
            }
        }
    }
}
