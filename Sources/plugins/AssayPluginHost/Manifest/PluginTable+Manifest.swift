// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

extension PluginTable {
    /// The manifest that the table amounts to.
    ///
    /// - Throws: An error of stage table.
    func manifest() throws(StageError) -> PluginManifest {
        manifest(of: try definitions(state: nil))
    }

    /// The manifest with rules that were read from the table.
    func manifest(of definitions: [RuleDefinition]) -> PluginManifest {
        let plugin = raw
        var rules: [PluginManifest.Rule] = []
        for (index, definition) in definitions.enumerated() {
            guard let rule = plugin.rules?[index].map({ assay_rule.read($0) }) else { continue }
            rules.append(Self.rule(raw: rule, definition: definition))
        }
        return PluginManifest(
            id: id, version: version, origin: origin, minimumHost: minimumHost,
            abi: PluginManifest.ABI(major: plugin.abi_major, minor: plugin.abi_minor),
            configuration: settings.parameters, rules: rules)
    }

    /// A rule, from its checked row of the table and what the host made of it.
    private static func rule(
        raw: assay_rule, definition: RuleDefinition
    ) -> PluginManifest.Rule {
        let flags = [
            (ASSAY_RULE_CONCURRENT, "concurrent"), (ASSAY_RULE_PURE, "pure"),
            (ASSAY_RULE_ACCEPTS_MISSING, "acceptsMissing"),
        ]
        return PluginManifest.Rule(
            id: definition.id, summary: definition.summary, kinds: definition.kinds,
            flags: flags.filter { raw.flags & $0.0 != 0 }.map(\.1),
            parameters: definition.parameters, deprecation: definition.deprecation,
            codes: definition.codes.enumerated().map { index, code in
                PluginManifest.Code(code: code, arguments: arguments(raw.codes?[index]))
            },
            examples: definition.examples)
    }

    private static func arguments(_ pointer: UnsafePointer<assay_code>?) -> [String] {
        guard let code = pointer.map({ assay_code.read($0) }), let names = code.argument_names
        else { return [] }
        return (0..<Int(code.argument_count)).map { index in
            let name = names[index]
            return String(
                decoding: UnsafeBufferPointer(start: name.ptr, count: Int(name.len)),
                as: UTF8.self)
        }
    }
}
