// SPDX-License-Identifier: Apache-2.0
import Assay

// Paths of fields, and the values after fields and rules.
extension PromptCompletion {
    /// Completes the path of a field, or a value after one.
    ///
    /// - Returns: `true` if the text is about a field.
    mutating func completed(target text: String, session: PromptSession) -> Bool {
        if let target = session.target(at: text), text.count > target.path.count {
            offer(
                values: values(of: target.field.validator.rules.map(\.expression)),
                for: target.rest)
            return true
        }
        guard !text.contains(where: { $0.isWhitespace || "(,\"".contains($0) }) else {
            return false
        }
        let paths = session.paths(continuing: text)
        let isPath = text.contains { ".[".contains($0) }
        guard isPath ? !paths.isEmpty : true else { return false }
        if isPath {
            offer(paths, for: text)
        } else {
            offer(rulesAnd: paths, for: text, session: session)
        }
        return true
    }

    /// Completes a path with brackets where a rule takes a field: `sameAs(items[*].q`.
    ///
    /// - Returns: `true` if the text ends with such a path.
    mutating func completed(pathInCall text: String, session: PromptSession) -> Bool {
        let reversed = text.reversed().prefix { !$0.isWhitespace && !"(,=\"".contains($0) }
        let path = String(reversed.reversed())
        guard path.contains("["), !path.hasPrefix("[") else { return false }
        let before = PromptText(text.dropLast(path.count))
        guard !before.isInLiteral, !before.isInValue, let call = before.brackets.last,
            let rule = call.rule, let definition = session.registry.definition(for: rule)
        else { return false }
        switch definition.parameter(of: call)?.kind {
        case .field?, .fields?: offer(session.paths(continuing: path), for: path)
        default: return false
        }
        return true
    }

    /// Completes the value after expressions.
    mutating func complete(
        valueAfter text: String, _ place: PromptText, session: PromptSession
    ) {
        guard let (rules, rest) = try? PromptSession.expressions(text, registry: session.registry)
        else { return }
        offer(values: values(of: rules), for: rest)
    }

    /// Offers values as they are typed, or in quotes if the word begins with one.
    private mutating func offer(values: [String], for word: String) {
        guard word.hasPrefix("\"") else { return offer(values, for: word) }
        offer(values.map { $0.hasPrefix("\"") ? $0 : Value.string($0).json }, for: word)
    }

    /// Returns the values that rules list: the arguments of `oneOf` and `equals`, and the values of
    /// `boolean`.
    private func values(of rules: [RuleExpression]) -> [String] {
        rules.flatMap { rule -> [String] in
            switch rule.id {
            case "boolean": return ["true", "false"]
            case "oneOf", "equals": return rule.arguments.flatMap { Self.values(in: $0.value) }
            default: return []
            }
        }
    }

    private static func values(in argument: ArgumentValue) -> [String] {
        switch argument {
        case .list(let items): items.flatMap(values)
        case .value(.string(let text)): [typed(text)]
        case .value(.array(let items)): items.map { typed($0) }
        case .value(let value): [value.json]
        case .word(let text): [typed(text)]
        default: []
        }
    }

    private static func typed(_ value: Value) -> String {
        if case .string(let text) = value { typed(text) } else { value.json }
    }

    /// Returns a text as it is typed, in quotes if it would be read as something else.
    private static func typed(_ text: String) -> String {
        let isPlain =
            (try? JSONValueParser.parse(text)) == nil && text != PromptSession.absent
            && !(text.first.map { "\"[{".contains($0) } ?? true) && !text.contains("\n")
            && PromptSession.trimmed(text) == text
        return isPlain ? text : Value.string(text).json
    }
}

extension PromptSession {
    /// The codes of all rules.
    var codes: [String] { registry.allDefinitions.flatMap { $0.allCodes.map(\.id) } }

    /// The codes that records of the open file can have.
    var codesOfRuleSet: [String] {
        let rules = ruleSet.fields.flatMap { $0.validator.rules.map(\.expression.id) }
        return Set(rules).compactMap { registry.definition(for: $0) }
            .flatMap { $0.allCodes.map(\.id) }
    }

    /// Returns the paths of the rule set and of the record that was read last that begin with a
    /// text.
    ///
    /// An index in the text also matches `[*]`.
    func paths(continuing text: String) -> [String] {
        let record = data?.current.map { Value.object($0.fields).paths } ?? []
        let fields = ruleSet.fields.map(\.path.description)
        var paths = fields + record
        let general = text.replacing(#/\[[0-9]+\]/#, with: "[*]")
        if general != text {
            paths += fields.filter { $0.hasPrefix(general) }
                .map { text + $0.dropFirst(general.count) }
        }
        return paths.filter { $0.hasPrefix(text) }
    }
}

extension Value {
    /// The most paths of a record that are offered.
    private static let mostPaths = 1_000

    /// The paths of the values that are neither objects nor arrays.
    fileprivate var paths: [String] {
        var found: [String] = []
        collect(at: [], into: &found)
        return found
    }

    private func collect(at path: [FieldPath.Segment], into found: inout [String]) {
        guard found.count < Self.mostPaths, path.count < FieldPath.maximumSegments else { return }
        switch self {
        case .object(let object):
            for (key, value) in object.members {
                value.collect(at: path + [.key(key)], into: &found)
            }
        case .array(let elements):
            for (index, value) in elements.enumerated() {
                value.collect(at: path + [.index(index)], into: &found)
            }
        default: if !path.isEmpty { found.append(FieldPath(segments: path).description) }
        }
    }
}
