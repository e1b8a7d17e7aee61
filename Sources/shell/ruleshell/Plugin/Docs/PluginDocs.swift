// SPDX-License-Identifier: Apache-2.0
import Assay

/// The page of a plugin, in Markdown, from its manifest alone.
struct PluginDocs {
    private let manifest: PluginManifest

    init(_ manifest: PluginManifest) {
        self.manifest = manifest
    }

    /// The page with its line feeds.
    var text: String {
        var lines = [
            "# \(Markdown.text(manifest.id)) \(Markdown.text(manifest.version))", "",
            "<!-- Written by 'ruleshell plugin docs' from the plugin's manifest; changes are lost. -->",
            "",
        ]
        lines += origin
        if !manifest.configuration.isEmpty {
            lines += ["## Settings", ""] + parameters(manifest.configuration, title: "setting")
        }
        lines += ["## Rules", ""]
        for rule in manifest.rules { lines += section(of: rule) }
        while lines.last == "" { lines.removeLast() }
        return lines.map { $0 + "\n" }.joined()
    }

    private var origin: [String] {
        var lines: [String] = []
        let origin = manifest.origin
        for (title, text) in [("Vendor", origin.vendor), ("License", origin.license)] {
            if let text { lines.append("- \(title): \(Markdown.text(text))") }
        }
        if let url = origin.url { lines.append("- Web: \(Markdown.link(url))") }
        lines.append("- Contract: \(manifest.abi.major).\(manifest.abi.minor)")
        if let host = manifest.minimumHost {
            lines.append("- Host: \(Markdown.text(host)) or later")
        }
        return lines + [""]
    }

    private func section(of rule: PluginManifest.Rule) -> [String] {
        var lines = ["### \(Markdown.code(rule.id))", ""]
        if let instead = rule.deprecation {
            lines += ["**Deprecated**; use instead: \(Markdown.text(instead))", ""]
        }
        let kinds = DefinitionText.kinds(of: rule.kinds)
        lines += [
            Markdown.text(rule.summary), "",
            Markdown.code(DefinitionText.signature(of: rule.definition)), "",
            "Values: \(kinds).", "",
        ]
        return lines + parameters(rule.parameters, title: "parameter")
            + codes(of: rule)
            + examples(of: rule)
    }

    private func parameters(_ parameters: [RuleParameter], title: String) -> [String] {
        Markdown.table(
            [title, "takes", "default", "meaning"],
            parameters.map { parameter in
                let given = DefinitionText.defaultText(of: parameter)
                let other = parameter.isRequired ? "required" : "none"
                return [
                    Markdown.code(parameter.name), Markdown.text(parameter.expectation),
                    parameter.defaultValue == .absent ? other : Markdown.code(given),
                    Markdown.text(parameter.summary),
                ]
            })
    }

    private func codes(of rule: PluginManifest.Rule) -> [String] {
        var rows: [[String]] = []
        for code in rule.codes.map(\.code) {
            let instead = code.deprecation.map {
                " (deprecated; use instead: \(Markdown.text($0)))"
            }
            rows.append(
                [Markdown.code(code.id) + (instead ?? ""), "en", Markdown.text(code.message)])
            for (language, message) in code.translations.sorted(by: { $0.key < $1.key }) {
                rows.append(["", Markdown.text(language), Markdown.text(message)])
            }
        }
        return Markdown.table(["code", "language", "message"], rows)
    }

    private func examples(of rule: PluginManifest.Rule) -> [String] {
        Markdown.table(
            ["example", "value", "result"],
            rule.examples.map { example in
                let value = example.value == .absent ? "none" : Markdown.code(example.value.json)
                return [
                    Markdown.code(example.expression),
                    value + Self.circumstances("fields", members: example.fields)
                        + Self.circumstances("settings", members: example.settings),
                    example.code.map { "fails: \(Markdown.code($0))" } ?? "passes",
                ]
            })
    }

    private static func circumstances(_ name: String, members: [String: Value]) -> String {
        members.isEmpty
            ? "" : ", with the \(name) \(Markdown.code(Value.object(sorted: members).json))"
    }
}

extension Value {
    /// An object with its members in the order of their names.
    static func object(sorted members: [String: Value]) -> Value {
        .object(Object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
}
