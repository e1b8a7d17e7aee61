// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// Reads one rule of a plugin's table.
struct RuleTableReader: @unchecked Sendable {  // the table stays unchanged while it is read
    private let rule: assay_rule
    private let index: Int
    private let prefix: String
    private let reader: TableReader
    private let state: UnsafeMutableRawPointer?
    private let lock: PluginLock
    private let textCheck: assay_text_check?

    init(
        _ rule: assay_rule, index: Int, prefix: String, reader: TableReader,
        state: UnsafeMutableRawPointer?, lock: PluginLock,
        textCheck: assay_text_check?
    ) {
        self.rule = rule
        self.index = index
        self.prefix = prefix
        self.reader = reader
        self.state = state
        self.lock = lock
        self.textCheck = textCheck
    }

    /// The id of the rule, with that of its plugin.
    func id() throws(PluginTableError) -> String {
        let name = try ruleName()
        return prefix.isEmpty ? name : "\(prefix).\(name)"
    }

    func definition() throws(PluginTableError) -> RuleDefinition {
        let name = try ruleName()
        guard let evaluate = rule.evaluate else { throw reader.missing("\(place(name)): evaluate") }
        let id = try id()
        let parameters = try ParameterReader(reader: reader, place: place(name))
            .parameters(rule.parameters, count: rule.parameter_count)
        let (codes, argumentNames) = try self.codes(name)
        var traits: RuleTraits = rule.flags & ASSAY_RULE_ACCEPTS_MISSING != 0 ? .acceptsMissing : []
        if reader.watch != nil { traits.insert(.isWatched) }
        let table = TableRule(
            raw: rule, id: id, state: state,
            lock: rule.flags & ASSAY_RULE_CONCURRENT == 0 ? lock : nil,
            argumentNames: argumentNames, log: reader.log, watch: reader.watch?(id),
            owner: reader.owner)
        var definition = RuleDefinition(
            id: id, summary: try reader.text(rule.summary, "\(place(name)): summary"),
            parameters: parameters,
            kinds: rule.kinds == 0 ? .all : ValueKinds(rawValue: rule.kinds & ASSAY_KINDS_ALL),
            codes: codes, examples: try examples(name, codes),
            traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            let instance = try TableRuleInstance(table, evaluate: evaluate, arguments)
            return RuleInstance(
                check: { instance.check($0, $1) }, evaluate: { instance.evaluate($0) },
                test: textCheck.map { instance.test(by: $0) })
        }
        definition.deprecation = try reader.words(
            rule.deprecation, "\(place(name)): deprecation")
        return definition
    }

    private func place(_ name: String) -> String { "rule \(index) '\(name)'" }

    private func ruleName() throws(PluginTableError) -> String {
        let name = try reader.text(rule.id, "rule \(index): id")
        let isPlain = name.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        }
        guard isPlain, let first = name.utf8.first, (97...122).contains(first) else {
            throw PluginTableError(
                place: "rule \(index): id", found: "'\(name)'",
                expected: "letters and digits that start with a lower-case letter")
        }
        return name
    }

    private func codes(
        _ name: String
    ) throws(PluginTableError) -> (codes: [RuleCode], argumentNames: [[String]]) {
        let count = rule.code_count
        try reader.checkCount(count, "\(place(name)): code_count")
        var codes: [RuleCode] = []
        var argumentNames: [[String]] = []
        for index in 0..<Int(count) {
            let place = { "\(self.place(name)), code \(index)" }
            let code: assay_code = try reader.structure(rule.codes?[index], place())
            let id = try reader.text(code.id, place())
            let message = try reader.text(code.message, place())
            codes.append(
                RuleCode(
                    prefix.isEmpty ? id : "\(prefix).\(id)", message,
                    translations: try translations(code, place),
                    deprecation: try reader.words(code.deprecation, "\(place()): deprecation")))
            argumentNames.append(try names(code, place))
        }
        return (codes, argumentNames)
    }

    private func names(
        _ code: assay_code, _ place: () -> String
    ) throws(PluginTableError) -> [String] {
        try reader.checkCount(code.argument_count, "\(place()): argument_count")
        guard code.argument_count > 0 else { return [] }
        guard let names = code.argument_names else {
            throw reader.missing("\(place()): argument_names")
        }
        var result: [String] = []
        for index in 0..<Int(code.argument_count) {
            result.append(try reader.text(names[index], place()))
        }
        return result
    }

    private func translations(
        _ code: assay_code, _ place: () -> String
    ) throws(PluginTableError) -> [String: String] {
        try reader.checkCount(code.translation_count, "\(place()): translation_count")
        guard code.translation_count > 0 else { return [:] }
        guard let list = code.translations else { throw reader.missing("\(place()): translations") }
        var messages: [String: String] = [:]
        for index in 0..<Int(code.translation_count) {
            let language = try reader.text(list[index].language, place())
            let message = try reader.text(list[index].message, place())
            guard messages.updateValue(message, forKey: language) == nil else {
                throw PluginTableError(
                    place: "\(place()): translations", found: "'\(language)' twice",
                    expected: "one message for a language")
            }
        }
        return messages
    }

    private func examples(
        _ name: String, _ codes: [RuleCode]
    ) throws(PluginTableError) -> [RuleExample] {
        let count = rule.example_count
        try reader.checkCount(count, "\(place(name)): example_count")
        var examples: [RuleExample] = []
        for index in 0..<Int(count) {
            let place = { "\(self.place(name)), example \(index)" }
            examples.append(
                try example(try reader.structure(rule.examples?[index], place()), codes, place))
        }
        return examples
    }

    private func example(
        _ raw: assay_example, _ codes: [RuleCode], _ place: () -> String
    ) throws(PluginTableError) -> RuleExample {
        let json = try reader.text(raw.value, place())
        guard let value = try? JSONValueParser.parse(json) else {
            throw PluginTableError(place: place(), found: "'\(json)'", expected: "JSON")
        }
        let expression = try reader.text(raw.expression, place())
        let full = prefix.isEmpty ? expression : "\(prefix).\(expression)"
        return RuleExample(
            value, full, code: try code(raw, codes, place),
            fields: try members(raw.fields, "\(place()): fields"),
            settings: try members(raw.settings, "\(place()): settings"))
    }

    private func code(
        _ raw: assay_example, _ codes: [RuleCode], _ place: () -> String
    ) throws(PluginTableError) -> String? {
        guard raw.status == ASSAY_FAIL else { return nil }
        guard codes.indices.contains(Int(raw.code)) else {
            throw PluginTableError(
                place: place(), found: "code \(raw.code)", expected: "one of \(codes.count) codes")
        }
        return codes[Int(raw.code)].id
    }

    /// A JSON object, or no text at all.
    private func members(
        _ text: assay_str, _ place: @autoclosure () -> String
    ) throws(PluginTableError) -> [String: Value] {
        guard let json = try reader.words(text, place()) else { return [:] }
        guard case .object(let object)? = try? JSONValueParser.parse(json) else {
            throw PluginTableError(place: place(), found: "'\(json)'", expected: "a JSON object")
        }
        guard !object.hasDuplicateKeys else {
            throw PluginTableError(
                place: place(), found: "'\(json)'", expected: "a JSON object with each name once")
        }
        return Dictionary(object.members.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
