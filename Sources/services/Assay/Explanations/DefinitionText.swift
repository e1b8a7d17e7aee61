// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Definitions of rules as text.
package enum DefinitionText {
    /// Everything about a rule that is alone, and a line for each of several: its id, what it is
    /// about, and the standard.
    package static func list(of definitions: [RuleDefinition]) -> String {
        definitions.count == 1
            ? definitions.map { block(of: $0) }.joined() : lines(of: definitions)
    }

    package static func lines(of definitions: [RuleDefinition]) -> String {
        let width = min(24, definitions.map(\.id.count).max() ?? 0)
        return definitions.map { definition in
            let space = String(repeating: " ", count: max(0, width - definition.id.count) + 2)
            let standard = definition.standard.map { " (\($0))" } ?? ""
            return SafeText.line(definition.id + space + definition.summary + standard) + "\n"
        }.joined()
    }

    /// Everything about one rule.
    package static func block(of definition: RuleDefinition) -> String {
        description(of: definition) + SafeText.line("  source: \(definition.source)") + "\n"
    }

    /// Everything about one rule but its source.
    package static func description(of definition: RuleDefinition) -> String {
        var text = SafeText.line(signature(of: definition)) + "\n"
        text += "  \(SafeText.line(definition.summary))\n"
        if let deprecation = definition.deprecation {
            text += SafeText.line("  deprecated: use \(deprecation)") + "\n"
        }
        if let standard = definition.standard {
            text += SafeText.line("  standard: \(standard)") + "\n"
        }
        text += "  values: \(kinds(of: definition.kinds))\n"
        text += readingLines(of: definition)
        text += section("parameters", lines: definition.parameters.map(parameter))
        let codes = definition.allCodes.map {
            "\($0.id): \(MessageTemplate.outline(of: $0.message))"
                + ($0.deprecation.map { " (deprecated: use \($0))" } ?? "")
        }
        text += section("codes", lines: codes)
        return text + section("examples", lines: definition.examples.map(example))
    }

    /// Everything about one rule about records.
    package static func block(of definition: RecordsRuleDefinition) -> String {
        var text = SafeText.line(signature(of: definition.rule)) + "\n"
        text += "  \(SafeText.line(definition.summary))\n"
        text += "  checks: the records of a data set; write it under 'records'\n"
        text += definition.takesTolerance ? "  tolerance: a count or a share of failures\n" : ""
        text += section("parameters", lines: definition.rule.parameters.map(parameter))
        text += section(
            "codes",
            lines: definition.rule.codes.map {
                "\($0.id): \(MessageTemplate.outline(of: $0.message))"
            })
        return text
            + section(
                "examples",
                lines: definition.examples.map { example in
                    let fields = example.fields.map { " (\($0.key): \($0.value))" }.joined()
                    let verdict = example.code.map { "fails: \($0)" } ?? "passes"
                    return
                        "\(example.expression) of \(example.records.joined(separator: " "))\(fields) \(verdict)"
                })
    }

    /// Returns a line about how the rule reads texts, and a line about what it compares by an order.
    private static func readingLines(of definition: RuleDefinition) -> String {
        var text = ""
        if let reading = definition.defaultReading {
            text += "  reads: a text as \(reading.phrase), "
            text +=
                reading.replaces
                ? "which replaces it for all other rules\n"
                : "which rules about an order compare; other rules see the text\n"
        }
        switch definition.facets.order {
        case .values:
            text += "  compares: numbers, and texts by what the rules of their field read\n"
        case .moments:
            text += "  compares: the dates and moments that the rules of the field read, "
            text += "or else ISO 8601\n"
        case nil: break
        }
        return text
    }

    /// `length(min: int, max: int, unit: characters | bytes = characters)`.
    package static func signature(of definition: RuleDefinition) -> String {
        guard !definition.parameters.isEmpty else { return definition.id }
        let parameters = definition.parameters.map { parameter in
            let given = parameter.defaultValue == .absent ? "" : " = \(defaultText(of: parameter))"
            return "\(parameter.name): \(parameter.typeName)\(given)"
        }
        return "\(definition.id)(\(parameters.joined(separator: ", ")))"
    }

    package static func kinds(of kinds: ValueKinds) -> String {
        kinds == .all ? "any" : kinds.phrase
    }

    package static func section(_ title: String, lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "  \(title):\n" + lines.map { "    \(SafeText.line($0))\n" }.joined()
    }

    package static func defaultText(of parameter: RuleParameter) -> String {
        if case .choice = parameter.kind, case .string(let name) = parameter.defaultValue {
            return name
        }
        return parameter.defaultValue.json
    }

    package static func parameter(of parameter: RuleParameter) -> String {
        var text = "\(parameter.name): \(parameter.expectation)"
        if parameter.isRequired { text += " (required)" }
        if parameter.defaultValue != .absent {
            text += " (default: \(defaultText(of: parameter)))"
        }
        return parameter.summary.isEmpty ? text : "\(text): \(parameter.summary)"
    }

    private static func example(of example: RuleExample) -> String {
        let value = example.value == .absent ? "an absent value" : example.value.json
        var with = example.fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.json)" }
        with += example.settings.sorted { $0.key < $1.key }.map {
            "the setting \($0.key) \($0.value.json)"
        }
        var circumstances = example.isText ? ["in text"] : []
        if !with.isEmpty { circumstances.append("with \(with.joined(separator: ", "))") }
        let remark = circumstances.isEmpty ? "" : " (\(circumstances.joined(separator: ", ")))"
        let verdict = example.code.map { "fails: \($0)" } ?? "passes"
        return "\(example.expression) of \(value)\(remark) \(verdict)"
    }
}
