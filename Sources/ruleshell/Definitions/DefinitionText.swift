// SPDX-License-Identifier: Apache-2.0
import Assay

/// Definitions of rules as text.
enum DefinitionText {
    /// A block for each rule.
    static func list(_ definitions: [RuleDefinition]) -> String {
        definitions.map { block($0) }.joined(separator: "\n")
    }

    /// Everything about one rule.
    static func block(_ definition: RuleDefinition) -> String {
        description(definition) + SafeText.line("  source: \(definition.source)") + "\n"
    }

    /// Everything about one rule but its source.
    static func description(_ definition: RuleDefinition) -> String {
        var text = SafeText.line(signature(definition)) + "\n"
        text += "  \(SafeText.line(definition.summary))\n"
        if let standard = definition.standard {
            text += SafeText.line("  standard: \(standard)") + "\n"
        }
        text += "  values: \(kinds(definition.kinds))\n"
        text += section("parameters", definition.parameters.map(parameter))
        text += section("codes", definition.allCodes.map { "\($0.id): \($0.message)" })
        return text + section("examples", definition.examples.map(example))
    }

    /// `length(min: int, max: int, unit: characters | bytes = characters)`.
    static func signature(_ definition: RuleDefinition) -> String {
        guard !definition.parameters.isEmpty else { return definition.id }
        let parameters = definition.parameters.map { parameter in
            let given = parameter.defaultValue == .absent ? "" : " = \(defaultText(parameter))"
            return "\(parameter.name): \(parameter.typeName)\(given)"
        }
        return "\(definition.id)(\(parameters.joined(separator: ", ")))"
    }

    static func kinds(_ kinds: ValueKinds) -> String {
        kinds == .all ? "any" : kinds.phrase
    }

    static func section(_ title: String, _ lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "  \(title):\n" + lines.map { "    \(SafeText.line($0))\n" }.joined()
    }

    private static func defaultText(_ parameter: RuleParameter) -> String {
        if case .choice = parameter.kind, case .string(let name) = parameter.defaultValue {
            return name
        }
        return parameter.defaultValue.json
    }

    static func parameter(_ parameter: RuleParameter) -> String {
        var text = "\(parameter.name): \(parameter.expectation)"
        if parameter.isRequired { text += ", required" }
        if parameter.defaultValue != .absent { text += ", \(defaultText(parameter)) if left out" }
        return parameter.summary.isEmpty ? text : "\(text): \(parameter.summary)"
    }

    private static func example(_ example: RuleExample) -> String {
        let value = example.value == .absent ? "nothing" : example.value.json
        var with = example.fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.json)" }
        if example.isText { with.append("in text") }
        let circumstances = with.isEmpty ? "" : " (with \(with.joined(separator: ", ")))"
        let verdict = example.code.map { "fails: \($0)" } ?? "passes"
        return "\(example.expression) of \(value)\(circumstances) \(verdict)"
    }
}
