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
        let parameters = try self.parameters(name)
        let (codes, argumentNames) = try self.codes(name)
        let table = TableRule(
            pointer: rule, id: id, state: state,
            lock: raw.flags & ASSAY_RULE_CONCURRENT == 0 ? lock : nil,
            argumentNames: argumentNames)
        return RuleDefinition(
            id: id, summary: try reader.text(raw.summary, "\(place(name)): summary"),
            parameters: parameters,
            kinds: raw.kinds == 0 ? .all : ValueKinds(rawValue: raw.kinds & ASSAY_KINDS_ALL),
            codes: codes, examples: try examples(name, codes),
            traits: raw.flags & ASSAY_RULE_JUDGES_ABSENCE != 0 ? .judgesAbsence : []
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

    private func parameters(_ name: String) throws(PluginTableError) -> [RuleParameter] {
        let count = rule.pointee.parameter_count
        try reader.checkCount(count, "\(place(name)): parameter_count")
        var parameters: [RuleParameter] = []
        for index in 0..<Int(count) {
            let place = "\(place(name)), parameter \(index)"
            guard let entry = rule.pointee.parameters?[index] else { throw reader.missing(place) }
            try reader.checkSize(
                entry.pointee.struct_size, of: "assay_parameter",
                MemoryLayout<assay_parameter>.size, place)
            parameters.append(try parameter(entry.pointee, place))
        }
        return parameters
    }

    private func parameter(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> RuleParameter {
        var raw = raw
        let isLimited = raw.minimum != 0 || raw.maximum != 0
        guard raw.minimum <= raw.maximum else {
            throw PluginTableError(
                place: place, found: "minimum \(raw.minimum), maximum \(raw.maximum)",
                expected: "a minimum that is not above the maximum")
        }
        guard raw.default_value.kind <= ASSAY_STR else {
            throw PluginTableError(
                place: place, found: "a default of kind \(raw.default_value.kind)",
                expected: "a boolean, a number or a string")
        }
        if raw.default_value.kind == ASSAY_STR {
            _ = try reader.text(
                assay_str(ptr: raw.default_value.as.ptr, len: raw.default_value.len), place)
        }
        let defaultValue = withUnsafePointer(to: &raw.default_value) {
            Value(FieldValue(unsafePointer: $0))
        }
        return RuleParameter(
            try reader.text(raw.name, place), try kind(raw, place),
            isRequired: raw.flags & ASSAY_PARAM_REQUIRED != 0, default: defaultValue,
            limits: isLimited ? raw.minimum...raw.maximum : nil, try reader.text(raw.summary, place)
        )
    }

    private func kind(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> RuleParameter.Kind {
        switch raw.type {
        case ASSAY_PARAM_STRING: return .string
        case ASSAY_PARAM_INTEGER: return .integer
        case ASSAY_PARAM_NUMBER: return .number
        case ASSAY_PARAM_BOOLEAN: return .boolean
        case ASSAY_PARAM_LIST: return .list
        case ASSAY_PARAM_VALUE: return .value
        case ASSAY_PARAM_FIELD: return .field
        case ASSAY_PARAM_PATTERN: return .pattern
        case ASSAY_PARAM_CHOICE: return .choice(try choices(raw, place))
        default:
            throw PluginTableError(
                place: place, found: "type \(raw.type)", expected: "a type from 1 to 9")
        }
    }

    private func choices(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> [String] {
        try reader.checkCount(raw.choice_count, "\(place): choice_count")
        guard let choices = raw.choices, raw.choice_count > 0 else {
            throw reader.missing("\(place): choices")
        }
        var names: [String] = []
        for index in 0..<Int(raw.choice_count) {
            names.append(try reader.text(choices[index], place))
        }
        return names
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
            codes.append(RuleCode(prefix.isEmpty ? id : "\(prefix).\(id)", message))
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
