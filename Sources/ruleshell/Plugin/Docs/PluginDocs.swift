// SPDX-License-Identifier: Apache-2.0
import Assay

/// The page of a plugin, in Markdown, from its manifest alone.
struct PluginDocs {
    private let manifest: PluginManifest
    /// The manifest as JSON, for members that only newer versions of the contract have.
    private let members: Value

    init(_ manifest: PluginManifest) {
        self.manifest = manifest
        members = manifest.value
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
        let rules = members["rules"].elements
        for (rule, members) in zip(manifest.rules, rules) {
            lines += section(of: rule, members)
        }
        while lines.last == "" { lines.removeLast() }
        return lines.map { $0 + "\n" }.joined()
    }

    private var origin: [String] {
        var lines: [String] = []
        for (name, title) in [("vendor", "Vendor"), ("license", "Licence")] {
            if let text = members[name].words { lines.append("- \(title): \(Markdown.text(text))") }
        }
        if let url = members["url"].words { lines.append("- Web: \(Markdown.link(url))") }
        lines.append("- Contract: \(manifest.abi.major).\(manifest.abi.minor)")
        if let host = members["minimumHost"].words {
            lines.append("- Host: \(Markdown.text(host)) or later")
        }
        return lines + [""]
    }

    private func section(of rule: PluginManifest.Rule, _ members: Value) -> [String] {
        var lines = ["### \(Markdown.code(rule.id))", ""]
        if let instead = members["deprecation"].words {
            lines += ["**Deprecated**; use instead: \(Markdown.text(instead))", ""]
        }
        let kinds = DefinitionText.kinds(of: rule.kinds)
        lines += [
            Markdown.text(rule.summary), "",
            Markdown.code(DefinitionText.signature(of: rule.definition)), "",
            "Values: \(kinds).", "",
        ]
        return lines + parameters(rule.parameters, title: "parameter")
            + codes(of: rule, members["codes"].elements)
            + examples(of: rule, members["examples"].elements)
    }

    private func parameters(_ parameters: [RuleParameter], title: String) -> [String] {
        Markdown.table(
            [title, "takes", "if left out", "meaning"],
            parameters.map { parameter in
                let given = DefinitionText.defaultText(of: parameter)
                let other = parameter.isRequired ? "required" : "nothing"
                return [
                    Markdown.code(parameter.name), Markdown.text(parameter.expectation),
                    parameter.defaultValue == .absent ? other : Markdown.code(given),
                    Markdown.text(parameter.summary),
                ]
            })
    }

    private func codes(of rule: PluginManifest.Rule, _ members: [Value]) -> [String] {
        var rows: [[String]] = []
        for (code, members) in zip(rule.codes.map(\.code), members) {
            let instead = members["deprecation"].words.map {
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

    private func examples(of rule: PluginManifest.Rule, _ members: [Value]) -> [String] {
        Markdown.table(
            ["example", "value", "result"],
            zip(rule.examples, members).map { example, members in
                let value = example.value == .absent ? "none" : Markdown.code(example.value.json)
                let circumstances = ["fields", "settings"].compactMap { name in
                    members[name].isEmptyObject
                        ? nil : ", with the \(name) \(Markdown.code(members[name].json))"
                }
                return [
                    Markdown.code(example.expression), value + circumstances.joined(),
                    example.code.map { "fails: \(Markdown.code($0))" } ?? "passes",
                ]
            })
    }
}

extension Value {
    /// The elements of an array; none of other values.
    fileprivate var elements: [Value] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// A text that says something.
    fileprivate var words: String? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    /// Whether there are no members.
    fileprivate var isEmptyObject: Bool {
        if case .object(let object) = self { object.members.isEmpty } else { true }
    }
}
