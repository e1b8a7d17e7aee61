// SPDX-License-Identifier: Apache-2.0
import Assay

/// The gray text after the cursor: the arguments that can still be given.
enum PromptHint {
    static func text(of line: String, session: PromptSession) -> String? {
        guard session.settings.hints else { return nil }
        let words =
            line.hasPrefix(":")
            ? commandHint(of: line, session: session) : hint(expression: line, session: session)
        return words.map { SafeText.line($0, isLogged: false) }
    }

    private static func commandHint(of line: String, session: PromptSession) -> String? {
        let name = line.dropFirst().prefix { !$0.isWhitespace }
        guard let command = try? PromptCommand.find(String(name)) else { return nil }
        let rest = line.dropFirst(1 + name.count)
        if rest.allSatisfy(\.isWhitespace) {
            return command.usage.isEmpty ? nil : (rest.isEmpty ? " " : "") + command.usage
        }
        switch command.argument {
        case .expression, .ruleOrCode:
            return hint(expression: String(rest.drop(while: \.isWhitespace)), session: session)
        default: return nil
        }
    }

    private static func hint(expression text: String, session: PromptSession) -> String? {
        let place = PromptText(text)
        guard !place.isInLiteral, !place.isInValue else { return nil }
        if let call = place.brackets.last(where: { $0.rule != nil }) {
            guard let rule = call.rule, let definition = session.registry.definition(for: rule),
                place.brackets.last?.rule != nil
            else { return nil }
            return arguments(of: definition, after: call, word: place.word)
        }
        guard let definition = session.registry.definition(for: place.word) else {
            return place.isAfterExpression && text.last?.isWhitespace == true ? "VALUE" : nil
        }
        let parameters = definition.parameters.map(shown)
        return parameters.isEmpty ? nil : "(" + parameters.joined(separator: ", ") + ")"
    }

    /// The parameters after the current one, and the current one if nothing is typed.
    private static func arguments(
        of definition: RuleDefinition, after call: PromptText.Bracket, word: String
    ) -> String? {
        let current = definition.parameter(of: call)
        var parts: [String] = []
        if let current, word.isEmpty {
            parts.append(call.name == nil ? shown(of: current) : current.typeName)
        }
        for (index, parameter) in definition.parameters.enumerated()
        where index > call.argument && parameter.name != current?.name
            && !call.names.contains(parameter.name)
        {
            parts.append(shown(of: parameter))
        }
        guard !parts.isEmpty else { return ")" }
        return (word.isEmpty ? "" : ", ") + parts.joined(separator: ", ") + ")"
    }

    private static func shown(of parameter: RuleParameter) -> String {
        let text = "\(parameter.name): \(parameter.typeName)"
        return parameter.isRequired ? text : "[\(text)]"
    }
}
