// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Reads one rule of a plugin's table.
struct RuleTableReader {
    private let rule: UnsafePointer<assay_rule>
    private let index: Int
    private let prefix: String
    private let reader: TableReader

    init(_ rule: UnsafePointer<assay_rule>, index: Int, prefix: String, reader: TableReader) {
        self.rule = rule
        self.index = index
        self.prefix = prefix
        self.reader = reader
    }

    func definition(
        state: UnsafeMutableRawPointer?, lock: PluginLock
    ) throws(PluginTableError) -> RuleDefinition {
        let raw = rule.pointee
        try reader.checkSize(
            raw.struct_size, of: "assay_rule", MemoryLayout<assay_rule>.size, "rule \(index)")
        let name = try ruleName()
        guard let evaluate = raw.evaluate else { throw reader.missing("\(place(name)): evaluate") }
        let id = prefix.isEmpty ? name : "\(prefix).\(name)"
        let parameters = try ParameterReader(reader: reader, place: place(name))
            .parameters(raw.parameters, count: raw.parameter_count)
        let (codes, argumentNames) = try self.codes(name)
        let table = TableRule(
            pointer: rule, id: id, state: state,
            lock: raw.flags & ASSAY_RULE_CONCURRENT == 0 ? lock : nil,
            argumentNames: argumentNames, log: reader.log, owner: reader.owner)
        return RuleDefinition(
            id: id, summary: try reader.text(raw.summary, "\(place(name)): summary"),
            parameters: parameters,
            kinds: raw.kinds == 0 ? .all : ValueKinds(rawValue: raw.kinds & ASSAY_KINDS_ALL),
            codes: codes, examples: try examples(name, codes),
            traits: raw.flags & ASSAY_RULE_ACCEPTS_MISSING != 0 ? .acceptsMissing : []
        ) { (arguments: Arguments) throws(RuleError) in
            let instance = try TableRuleInstance(table, evaluate: evaluate, arguments)
            return RuleInstance(
                check: { instance.check($0, $1) }, evaluate: { instance.evaluate($0) })
        }
    }

    private func place(_ name: String) -> String { "rule \(index) '\(name)'" }

    private func ruleName() throws(PluginTableError) -> String {
        let name = try reader.text(rule.pointee.id, "rule \(index): id")
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
        let count = rule.pointee.code_count
        try reader.checkCount(count, "\(place(name)): code_count")
        var codes: [RuleCode] = []
        var argumentNames: [[String]] = []
        for index in 0..<Int(count) {
            let place = "\(place(name)), code \(index)"
            guard let entry = rule.pointee.codes?[index] else { throw reader.missing(place) }
            try reader.checkSize(
                entry.pointee.struct_size, of: "assay_code", MemoryLayout<assay_code>.size, place)
            let id = try reader.text(entry.pointee.id, place)
            let message = try reader.text(entry.pointee.message, place)
            codes.append(
                RuleCode(
                    prefix.isEmpty ? id : "\(prefix).\(id)", message,
                    translations: try translations(entry.pointee, place)))
            argumentNames.append(try names(entry.pointee, place))
        }
        return (codes, argumentNames)
    }

    private func names(_ code: assay_code, _ place: String) throws(PluginTableError) -> [String] {
        try reader.checkCount(code.argument_count, "\(place): argument_count")
        guard code.argument_count > 0 else { return [] }
        guard let names = code.argument_names else {
            throw reader.missing("\(place): argument_names")
        }
        var result: [String] = []
        for index in 0..<Int(code.argument_count) {
            result.append(try reader.text(names[index], place))
        }
        return result
    }

    private func translations(
        _ code: assay_code, _ place: String
    ) throws(PluginTableError) -> [String: String] {
        try reader.checkCount(code.translation_count, "\(place): translation_count")
        guard code.translation_count > 0 else { return [:] }
        guard let list = code.translations else { throw reader.missing("\(place): translations") }
        var messages: [String: String] = [:]
        for index in 0..<Int(code.translation_count) {
            let language = try reader.text(list[index].language, place)
            let message = try reader.text(list[index].message, place)
            guard messages.updateValue(message, forKey: language) == nil else {
                throw PluginTableError(
                    place: "\(place): translations", found: "'\(language)' twice",
                    expected: "one message for a language")
            }
        }
        return messages
    }

    private func examples(
        _ name: String, _ codes: [RuleCode]
    ) throws(PluginTableError) -> [RuleExample] {
        let count = rule.pointee.example_count
        try reader.checkCount(count, "\(place(name)): example_count")
        var examples: [RuleExample] = []
        for index in 0..<Int(count) {
            let place = "\(place(name)), example \(index)"
            guard let entry = rule.pointee.examples?[index] else { throw reader.missing(place) }
            try reader.checkSize(
                entry.pointee.struct_size, of: "assay_example",
                MemoryLayout<assay_example>.size, place)
            examples.append(try example(entry.pointee, codes, place))
        }
        return examples
    }

    private func example(
        _ raw: assay_example, _ codes: [RuleCode], _ place: String
    ) throws(PluginTableError) -> RuleExample {
        let json = try reader.text(raw.value, place)
        guard let value = try? JSONValueParser.parse(json) else {
            throw PluginTableError(place: place, found: "'\(json)'", expected: "JSON")
        }
        let expression = try reader.text(raw.expression, place)
        let full = prefix.isEmpty ? expression : "\(prefix).\(expression)"
        guard raw.status == ASSAY_FAIL else { return .valid(value, full) }
        guard codes.indices.contains(Int(raw.code)) else {
            throw PluginTableError(
                place: place, found: "code \(raw.code)", expected: "one of \(codes.count) codes")
        }
        return .invalid(value, full, code: codes[Int(raw.code)].id)
    }
}
