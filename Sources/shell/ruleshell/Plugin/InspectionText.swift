// SPDX-License-Identifier: Apache-2.0
import Assay

/// The facts about a plugin's file, as text.
enum InspectionText {
    static func text(of inspection: PluginInspection, file: String, jail: Jail?) -> String {
        var lines = ["size: \(inspection.size) bytes", "machine: \(inspection.machine)"]
        #if PluginSignatures
        lines += ["SHA-256: \(inspection.digest)", "signature: \(words(of: inspection.signature))"]
        #endif
        lines.append("build id: \(inspection.buildID ?? "none")")
        let needed = inspection.neededLibraries.joined(separator: ", ")
        lines.append("needs: \(needed.isEmpty ? "no library" : needed)")
        let runPath = inspection.runPath.joined(separator: ":")
        lines.append("run path: \(inspection.runPath.isEmpty ? "none" : runPath)")
        lines.append("probe: \(words(of: jail))")
        guard let manifest = inspection.manifest else {
            lines.append("manifest: none; 'ruleshell plugin stamp' writes one")
            return block(title: file, lines: lines)
        }
        lines =
            [
                "plugin: \(manifest.id) \(manifest.version)",
                "contract: \(manifest.abi.major).\(manifest.abi.minor)",
            ] + origin(of: manifest) + lines
        let settings = manifest.configuration.map(DefinitionText.parameter)
        return block(title: file, lines: lines)
            + DefinitionText.section("settings", lines: settings)
            + manifest.rules.map { "\n" + rule(of: $0) }.joined()
    }

    /// Returns the lines that a plugin gives about its origin and the host that it needs.
    private static func origin(of manifest: PluginManifest) -> [String] {
        manifest.origin.texts.map { "\($0.name): \($0.text)" }
            + (manifest.minimumHost.map { ["needs a host of: \($0)"] } ?? [])
    }

    /// Describes the layers of the probe's jail that the system allows here.
    private static func words(of jail: Jail?) -> String {
        guard let jail else { return "none; install \(PluginProbe.name) beside ruleshell" }
        func names(_ isHeld: Bool) -> String {
            Jail.layers.filter { jail.contains($0.layer) == isHeld }.map(\.words)
                .joined(separator: ", ")
        }
        let (held, missing) = (names(true), names(false))
        if held.isEmpty { return "without a jail; the system allows none of \(missing)" }
        return missing.isEmpty
            ? "in a jail of \(held)" : "in a jail of \(held); the system does not allow \(missing)"
    }

    private static func block(title: String, lines: [String]) -> String {
        ([title] + lines.map { "  \($0)" }).map { SafeText.line($0) + "\n" }.joined()
    }

    private static func rule(of rule: PluginManifest.Rule) -> String {
        let flags = rule.flags.isEmpty ? "none" : rule.flags.joined(separator: ", ")
        return DefinitionText.description(of: rule.definition)
            + "  flags: \(SafeText.line(flags))\n"
    }

    #if PluginSignatures
    private static func words(of signature: PluginInspection.SignatureState) -> String {
        switch signature {
        case .none: "none"
        case .unreadable(let reason): "unreadable (\(reason))"
        case .unverified(let id): "of key \(id), not verified; --key verifies it"
        case .verified(let key): "of key \(key), verified"
        case .rejected(let id): "of key \(id), which is not one of the keys, or for other bytes"
        }
    }
    #endif
}
