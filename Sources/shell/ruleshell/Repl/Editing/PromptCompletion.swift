// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// The words that can follow the text before the cursor.
struct PromptCompletion {
    /// Words that can replace the last one.
    private(set) var candidates: [String] = []
    /// The word before the cursor that the candidates continue or replace.
    private var word = ""
    /// A function that returns the text after a candidate that is the only one.
    private var ending: (String) -> String = { _ in "" }
    /// `true` if the candidates do not begin with the word and replace it.
    private var replaces = false

    init(_ text: String, session: PromptSession) {
        if text.hasPrefix(":") {
            complete(command: text, session: session)
        } else {
            complete(expression: text, session: session, isCommand: false)
        }
    }

    /// The text to insert at the cursor; empty if there is no unique continuation.
    var insertion: String {
        guard let first = candidates.first else { return "" }
        if replaces { return candidates.count == 1 ? first + ending(first) : "" }
        var common = first[...]
        for candidate in candidates.dropFirst() { common = common.commonPrefix(candidate) }
        guard common.hasPrefix(word) else { return "" }
        return common.dropFirst(word.count) + (candidates.count == 1 ? ending(first) : "")
    }

    /// The number of characters before the cursor that the insertion replaces.
    var deletedCount: Int {
        replaces && candidates.count == 1 ? word.unicodeScalars.count : 0
    }

    mutating func offer(
        _ names: some Sequence<String>, for word: String,
        ending: @escaping (String) -> String = { _ in "" }
    ) {
        self.word = word
        self.ending = ending
        candidates = Set(names.filter { $0.hasPrefix(word) && Self.canBeTyped($0) }).sorted()
    }

    /// Offers rules and other names that begin with a word, or else the rules that other tools call
    /// so.
    mutating func offer(
        rulesAnd names: [String], for word: String, session: PromptSession
    ) {
        let registry = session.registry
        let ids = registry.allDefinitions.map(\.id)
        let ending = { (name: String) in
            registry.definition(for: name)?.takesArguments == true ? "(" : ""
        }
        offer(ids + names, for: word, ending: ending)
        guard candidates.isEmpty, !word.isEmpty, let synonym = Synonym.named(word) else { return }
        offer(synonym.rules.filter(ids.contains), for: "", ending: ending)
        self.word = word
        replaces = true
    }

    /// Returns `true` unless a name has characters that drive a terminal, as names of files and
    /// plugins can.
    private static func canBeTyped(_ name: String) -> Bool {
        !name.unicodeScalars.contains(where: SafeText.isUnsafe)
    }

    // MARK: - Commands

    private mutating func complete(command text: String, session: PromptSession) {
        guard let space = text.firstIndex(where: \.isWhitespace) else {
            let names = PromptCommand.all.map(\.name)
            return offer(names, for: String(text.dropFirst()), ending: { _ in " " })
        }
        let name = text[text.index(after: text.startIndex)..<space]
        guard let command = try? PromptCommand.find(String(name)) else { return }
        let argument = String(text[space...].drop(while: \.isWhitespace))
        complete(argument, of: command, session: session)
    }

    private mutating func complete(
        _ argument: String, of command: PromptCommand, session: PromptSession
    ) {
        switch command.argument {
        case .none, .text: break
        case .expression: complete(expression: argument, session: session, isCommand: true)
        case .rule: offer(rulesAnd: [], for: argument, session: session)
        case .ruleOrCode:
            complete(expression: argument, session: session, isCommand: true)
            guard candidates.isEmpty, !argument.contains(where: \.isWhitespace) else { return }
            offer(session.registry.explainedNames + CodeCatalogue.codes, for: argument)
        case .file: complete(file: argument, session: session)
        case .topic:
            let topics = PromptHelp.topics.map(\.name) + PromptCommand.all.map(\.name)
            offer(topics + session.registry.explainedNames + CodeCatalogue.codes, for: argument)
        case .setting: complete(setting: argument)
        case .mode: offer(PromptSettings.Mode.allCases.map(\.rawValue), for: argument)
        case .flag: offer(["on", "off"], for: argument)
        case .plugin: offer(session.registry.pluginIds, for: argument)
        case .next: offer(["fail"] + session.codesOfRuleSet, for: argument)
        }
    }

    private mutating func complete(setting argument: String) {
        guard let space = argument.firstIndex(where: \.isWhitespace) else {
            return offer(
                PromptSettings.all.map(\.name), for: argument, ending: { _ in " " })
        }
        let setting = PromptSettings.all.first { $0.name == argument[..<space] }
        let value = argument[space...].drop(while: \.isWhitespace)
        offer(setting?.values ?? [], for: String(value))
    }

    /// Completes a path with the names in its folder; a folder ends with a slash.
    private mutating func complete(file path: String, session: PromptSession) {
        guard !session.isSafe else { return }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let start = String(path.dropFirst(folder.count))
        let names = Self.names(in: folder.isEmpty ? "." : folder).filter {
            start.hasPrefix(".") || !$0.hasPrefix(".")
        }
        offer(names, for: start)
    }

    /// The names in a folder, folders with a slash after their name.
    private static func names(in folder: String) -> [String] {
        ((try? FileSystem.names(inDirectory: folder)) ?? []).map { name in
            FileSystem.isDirectory(FileSystem.path(of: name, in: folder)) ? name + "/" : name
        }
    }

    // MARK: - Expressions

    private mutating func complete(
        expression text: String, session: PromptSession, isCommand: Bool
    ) {
        if !isCommand, completed(target: text, session: session) { return }
        if completed(pathInCall: text, session: session) { return }
        let place = PromptText(text)
        guard !place.isInLiteral else { return }
        if place.isInValue || place.isAfterExpression {
            return complete(valueAfter: text, place, session: session)
        }
        let definitions = session.registry.allDefinitions
        guard let bracket = place.brackets.last else {
            return offer(rulesAnd: [], for: place.word, session: session)
        }
        let call = place.brackets.last { $0.rule != nil } ?? bracket
        guard let definition = definitions.first(where: { $0.id == call.rule }) else { return }
        let parameter = definition.parameter(of: call)
        var names = parameter.map { Self.values(of: $0, session: session) } ?? []
        if bracket.rule != nil, bracket.name == nil {
            let given = Set(call.names)
            names += definition.parameters.map(\.name).filter { !given.contains($0) }.map {
                $0 + "="
            }
        }
        offer(names, for: place.word)
    }

    /// Returns the values that a parameter can be given.
    private static func values(of parameter: RuleParameter, session: PromptSession) -> [String] {
        switch parameter.kind {
        case .choice(let names): names
        case .boolean: ["true", "false"]
        case .field, .fields: session.ruleSet.fields.map { "\($0.path)" }
        case .rule, .rules: session.registry.allDefinitions.map(\.id)
        default: []
        }
    }
}

extension RuleDefinition {
    /// The parameter that is being given in a call, by name or by place.
    func parameter(of call: PromptText.Bracket) -> RuleParameter? {
        if let name = call.name { return parameters.first { $0.name == name } }
        if parameters.indices.contains(call.argument) { return parameters[call.argument] }
        // Further arguments go to the last one if it is a list.
        switch parameters.last?.kind {
        case .list?, .fields?, .rules?: return parameters.last
        default: return nil
        }
    }
}

extension RuleDefinition {
    /// `true` if the rule is usually written with arguments, because no example is the rule alone.
    fileprivate var takesArguments: Bool {
        !parameters.isEmpty && !examples.contains { $0.expression == id }
    }
}

extension Substring {
    fileprivate func commonPrefix(_ other: String) -> Substring {
        let count = zip(self, other).prefix { $0 == $1 }.count
        return prefix(count)
    }
}
