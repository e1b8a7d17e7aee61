// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleSet {
    /// The rule set as a file in YAML, which `RuleSet(parsing:)` and `ruleshell` read.
    ///
    /// Reading the text gives a rule set that is equal to this one; that is checked each time.
    ///
    /// - Throws: `RuleSetError`, with the code `ruleSet.notWritable`, for what the format cannot hold, such
    ///   as two validators at one path.
    public var yaml: String {
        get throws(RuleSetError) {
            var writer = RuleSetWriter()
            writer.write(canonical)
            let text = writer.text
            try check(text)
            return text
        }
    }

    private func check(_ text: String) throws(RuleSetError) {
        let read: RuleSet
        do throws(RuleSetError) {
            if !defects.isEmpty { throw RuleSetError(defects) }
            read = try RuleSet(parsing: text, file: "<yaml>")
        } catch {
            throw RuleSetError(
                error.issues.map { issue in
                    RuleSetIssue(
                        code: RuleSetWriter.code,
                        message: "the rule set cannot be written as YAML: \(issue.message)",
                        help: issue.help, field: issue.field)
                }, omittedCount: error.omittedCount)
        }
        guard read != self else { return }
        let (mine, others) = (canonical.fields, read.canonical.fields)
        let first = zip(mine, others).first { $0 != $1 }?.0
        throw RuleSetError([
            RuleSetIssue(
                code: RuleSetWriter.code,
                message: "the rule set cannot be written as YAML: it would be read as another one",
                help:
                    "arguments must be strings, numbers, booleans, lists, objects, ranges, patterns or rules",
                field: first?.path.description)
        ])
    }
}

/// Writes a rule set in the shape that a person would give it.
struct RuleSetWriter {
    static let code = "ruleSet.notWritable"
    /// Rules that are longer together have a line each.
    private static let widestLine = 100
    private var lines = ["assay: 1"]

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func write(_ ruleSet: RuleSet) {
        if !ruleSet.plugins.isEmpty {
            lines.append("plugins:")
            for plugin in ruleSet.plugins { lines.append("  - " + YAMLText.scalar(plugin.text)) }
        }
        write(ruleSet.identity, after: "identity:")
        if !ruleSet.sources.isEmpty { lines.append("sources:") }
        for source in ruleSet.sources { write(source) }
        lines.append(ruleSet.fields.isEmpty ? "fields: {}" : "fields:")
        for field in ruleSet.fields { write(field) }
        if let record = ruleSet.record { write(record, after: "record:", indent: "  ") }
        if !ruleSet.records.isEmpty { lines.append("records:") }
        for rule in ruleSet.records { write(rule.entry, onlyValid: rule.onlyValid, indent: "  ") }
        write(ruleSet.labels, inOrderOf: ruleSet.fields)
        if ruleSet.unknownFields != .allow {
            lines.append("unknownFields: \(ruleSet.unknownFields.rawValue)")
        }
        if ruleSet.maximumViolations != RuleSet.defaultMaximumViolations {
            lines.append("maximumViolations: \(ruleSet.maximumViolations)")
        }
    }

    /// A single path need not be a list.
    private mutating func write(_ paths: [FieldPath], after key: String) {
        let scalars = paths.map { YAMLText.scalar($0.description) }
        guard scalars.count != 1 else { return lines.append("\(key) \(scalars[0])") }
        if !scalars.isEmpty { lines.append(key) }
        let indent = String(key.prefix { $0 == " " })
        lines += scalars.map { "\(indent)  - \($0)" }
    }

    private mutating func write(_ source: DataSource) {
        lines.append("  \(YAMLText.scalar(source.name)):")
        for (key, text) in [
            ("file", source.file), ("format", source.format), ("delimiter", source.delimiter),
            ("encoding", source.encoding),
        ] {
            if let text { lines.append("    \(key): \(YAMLText.scalar(text))") }
        }
        if source.isSelf { lines.append("    self: true") }
        write(source.key, after: "    key:")
    }

    // MARK: - Fields

    private mutating func write(_ field: Field) {
        write(
            field.validator, after: "  " + YAMLText.scalar(field.path.description) + ":",
            indent: "    ")
    }

    /// Writes a validator after a key; `indent` is before the keys within it.
    private mutating func write(_ validator: Validator, after key: String, indent: String) {
        guard validator.isSensitive || validator.policy != .all || !validator.missing.isEmpty else {
            return write(validator.rules, after: key, indent: indent)
        }
        lines.append(key)
        write(validator.rules, after: "\(indent)rules:", indent: indent + "  ")
        if validator.isSensitive { lines.append("\(indent)sensitive: true") }
        if validator.policy != .all {
            lines.append("\(indent)policy: \(validator.policy.rawValue)")
        }
        if !validator.missing.isEmpty { lines.append("\(indent)missing:") }
        for text in validator.missing { lines.append("\(indent)  - " + YAMLText.scalar(text)) }
    }

    private mutating func write(_ rules: [RuleEntry], after key: String, indent: String) {
        let line = rules.map(\.expression.description).joined(separator: ", ")
        if rules.isEmpty {
            lines.append(key + " []")
        } else if rules.allSatisfy(\.isExpression),
            rules.count == 1 || key.utf8.count + line.utf8.count < Self.widestLine
        {
            lines.append(key + " " + YAMLText.scalar(line))
        } else {
            lines.append(key)
            for rule in rules { write(rule, indent: indent) }
        }
    }

    private mutating func write(_ entry: RuleEntry, onlyValid: Bool = false, indent: String) {
        let expression = YAMLText.scalar(entry.expression.description)
        guard !entry.isExpression || onlyValid else {
            return lines.append("\(indent)- \(expression)")
        }
        lines.append("\(indent)- rule: \(expression)")
        if !entry.conditions.isEmpty {
            lines.append("\(indent)  when:")
            write(entry.conditions[...], indent: indent + "    ")
        }
        if entry.severity != .error {
            lines.append("\(indent)  severity: \(entry.severity.rawValue)")
        }
        if let message = entry.message { write(message.texts, after: "\(indent)  message:") }
        if entry.onFault != .fault {
            lines.append("\(indent)  onFault: \(entry.onFault.rawValue)")
        }
        if entry.dependencies != .valid {
            lines.append("\(indent)  dependencies: \(entry.dependencies.rawValue)")
        }
        if let tolerance = entry.tolerance { lines.append("\(indent)  tolerance: \(tolerance)") }
        if onlyValid { lines.append("\(indent)  onlyValid: true") }
    }

    /// Conditions on one path, which follow one another, are a list.
    private mutating func write(_ conditions: ArraySlice<Condition>, indent: String) {
        var rest = conditions
        while let path = rest.first?.path {
            let same = rest.prefix { $0.path == path }
            rest = rest.dropFirst(same.count)
            let scalars = same.map { condition in
                YAMLText.scalar(condition.rules.map(\.description).joined(separator: ", "))
            }
            let key = indent + YAMLText.scalar(path.description) + ":"
            if scalars.count == 1 {
                lines.append(key + " " + scalars[0])
            } else {
                lines.append(key)
                lines += scalars.map { indent + "  - " + $0 }
            }
        }
    }

    // MARK: - Labels

    /// Labels of fields come first, in the order of these.
    private mutating func write(
        _ labels: [FieldPath: FieldLabel], inOrderOf fields: [Field]
    ) {
        guard !labels.isEmpty else { return }
        lines.append("labels:")
        let own = fields.map(\.path)
        let others = labels.keys.filter { !own.contains($0) }
            .sorted { $0.description < $1.description }
        for path in own + others {
            guard let texts = labels[path]?.texts else { continue }
            write(texts, after: "  " + YAMLText.scalar(path.description) + ":")
        }
    }

    /// Writes a text, or texts by language.
    private mutating func write(_ texts: [String: String], after key: String) {
        if texts.count == 1, let text = texts[FieldLabel.lastResort] {
            return lines.append(key + " " + YAMLText.scalar(text))
        }
        lines.append(texts.isEmpty ? key + " {}" : key)
        let indent = String(key.prefix { $0 == " " })
        for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
            lines.append("\(indent)  \(YAMLText.scalar(language)): \(YAMLText.scalar(text))")
        }
    }
}

extension RuleEntry {
    /// Nothing is said but the rule.
    fileprivate var isExpression: Bool {
        conditions.isEmpty && severity == .error && message == nil && onFault == .fault
            && dependencies == .valid && tolerance == nil
    }
}

/// Texts as scalars of YAML on one line.
enum YAMLText {
    private static let reserved: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n",
    ]

    /// The text without quotes where it is read as it is, else in single quotes, else with escapes.
    static func scalar(_ text: String) -> String {
        if isPlain(text) { return text }
        if text.unicodeScalars.allSatisfy(isPrintable) {
            return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
        }
        return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, isLetter(first),
            bytes.allSatisfy({ (0x20...0x7E).contains($0) }), last != UInt8(ascii: ":"),
            last != UInt8(ascii: " "), !reserved.contains(text.lowercased())
        else { return false }
        return !zip(bytes, bytes.dropFirst()).contains { left, right in
            (left == UInt8(ascii: ":") && right == UInt8(ascii: " "))
                || (left == UInt8(ascii: " ") && right == UInt8(ascii: "#"))
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    /// Returns `false` for line breaks, control characters and characters that readers may drop.
    private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
        case 0x10000...0x10FFFF: scalar.value & 0xFFFE != 0xFFFE
        default: false
        }
    }

    private static func escaped(_ scalar: UnicodeScalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default:
            guard !isPrintable(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
}
