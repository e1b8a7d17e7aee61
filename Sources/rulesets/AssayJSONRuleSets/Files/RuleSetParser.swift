// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads a rule set from nodes, and continues after each issue.
struct RuleSetParser {
    let source: SourceText
    private(set) var issues = IssueList()
    private var ruleCount = 0
    /// True after too many rules: the rest is not read.
    private var isOverLimit = false
    /// The field that is being read, for issues.
    var field: String?

    init(_ source: SourceText) {
        self.source = source
    }

    // MARK: - The file

    mutating func ruleSet(from root: DocumentNode) -> RuleSet {
        var ruleSet = RuleSet([])
        let keys = [
            "assay", "plugins", "identity", "sources", "fields", "record", "records",
            "labels", "unknownFields", "maximumViolations",
        ]
        if isJSONSchema(root) {
            report(
                "ruleSet.jsonSchema", "the file is a JSON Schema, not a rule set",
                help: "convert it with 'ruleshell import', or write a rule set with 'assay: 1' and "
                    + "'fields'", at: root)
            return ruleSet
        }
        // An editor's link to a JSON Schema is no part of the rules.
        guard let members = mapping(from: root, keys: keys, ignoring: "$schema") else {
            return ruleSet
        }
        checkVersion(members["assay"], in: root)
        if let node = members["plugins"] { ruleSet.plugins = plugins(from: node) }
        if let node = members["unknownFields"] {
            ruleSet.unknownFields = choice(from: node, key: "unknownFields") ?? .allow
        }
        if let node = members["maximumViolations"] {
            ruleSet.maximumViolations =
                positiveInteger(from: node) ?? RuleSet.defaultMaximumViolations
        }
        if let node = members["identity"] {
            ruleSet.identity = paths(
                from: node, key: "identity",
                help: "list the fields that identify a record across runs, or remove the key")
        }
        if let node = members["sources"] { ruleSet.sources = sources(from: node) }
        if let node = members["fields"] { ruleSet.fields = fields(from: node) }
        if let node = members["record"] { ruleSet.record = record(from: node) }
        if let node = members["records"] { ruleSet.records = records(from: node) }
        if let node = members["labels"] { readLabels(from: node, into: &ruleSet) }
        // A file of labels is a part of a rule set, whose fields they have to be about. Where there
        // are other issues, one of them may be the reason.
        if members["fields"] == nil, members["record"] == nil, members["records"] == nil,
            ruleSet.labels.isEmpty,
            issues.isEmpty
        {
            report(
                "ruleSet.missingKey", "the key 'fields' is missing",
                help:
                    "write the rules under 'fields:', or restore the rest of the file if it was cut off; "
                    + "'fields: {}' is a rule set without rules", at: root)
        }
        return ruleSet
    }

    /// Returns `true` if a file is no rule set, and says in JSON Schema what an object has.
    private func isJSONSchema(_ root: DocumentNode) -> Bool {
        guard case .mapping(let members) = root.content else { return false }
        let keys = Set(
            members.compactMap { member -> String? in
                if case .scalar(let key) = member.key.content { key } else { nil }
            })
        return keys.isDisjoint(with: ["assay", "fields", "record", "records", "labels"])
            && !keys.isDisjoint(with: ["properties", "$defs", "definitions", "$ref", "allOf"])
    }

    private mutating func checkVersion(_ node: DocumentNode?, in root: DocumentNode) {
        guard let node else {
            report(
                "ruleSet.missingKey", "the key 'assay' is missing", help: "write 'assay: 1'",
                at: root)
            return
        }
        guard case .scalar("1") = node.content, node.style == .plain else {
            report(
                "ruleSet.version",
                "'assay' is the version of the format: expected 1, found \(node.kind)",
                at: node)
            return
        }
    }

    private mutating func plugins(from node: DocumentNode) -> [RequiredPlugin] {
        guard case .list(let elements) = node.content else {
            reportType(
                at: node, expected: "a list of plugin ids", help: "write [\(node.kind)]")
            return []
        }
        return elements.compactMap { plugin(from: $0) }
    }

    /// An id, perhaps with the versions that will do.
    private mutating func plugin(from node: DocumentNode) -> RequiredPlugin? {
        guard let text = text(of: node, expected: "a plugin id") else { return nil }
        let plugin = RequiredPlugin(text, location: source.location(of: node))
        guard let error = plugin.error else { return plugin }
        report(
            RequiredPlugin.code, error.message, help: error.help,
            at: locations(of: text, in: node).location(ofByte: error.offset))
        return nil
    }

    /// The paths by whose values a record is recognized; a single one need not be a list.
    mutating func paths(from node: DocumentNode, key: String, help: String) -> [FieldPath] {
        var scalars = [node]
        if case .list(let elements) = node.content { scalars = elements }
        if scalars.isEmpty {
            report(
                "ruleSet.value", "'\(key)' must name at least one field",
                help: help,
                at: node)
        }
        var paths: [FieldPath] = []
        return scalars.compactMap { scalar in
            guard !scalar.isConstant else {
                reportType(at: scalar, expected: "the path of a field")
                return nil
            }
            guard let text = text(of: scalar, expected: "the path of a field"),
                let path = path(text, at: scalar)
            else { return nil }
            guard !paths.contains(path) else {
                report(
                    "ruleSet.value", "'\(key)' names '\(abbreviated(text))' twice",
                    help: "name each field once", at: scalar)
                return nil
            }
            paths.append(path)
            guard path.hasElements else { return path }
            report(
                "ruleSet.value",
                "'\(key)' takes only fields with one value, but '\(abbreviated(text))' has many",
                help: "name a field without [*]", at: scalar)
            return nil
        }
    }

    // MARK: - Fields

    private mutating func fields(from node: DocumentNode) -> [Field] {
        guard case .mapping(let members) = node.content else {
            reportType(at: node, expected: "a mapping of fields")
            return []
        }
        checkDuplicates(in: members)
        return members.compactMap { isOverLimit ? nil : field(from: $0) }
    }

    private mutating func field(from member: DocumentNode.Member) -> Field? {
        guard let key = text(of: member.key, expected: "the path of a field") else { return nil }
        field = key
        defer { field = nil }
        let path = path(key, at: member.key)
        var validator = validator(from: member.value)
        validator.location = source.location(of: member.key)
        return path.map { Field($0, validator) }
    }

    /// Reads the rules of the record, which have the form of those of a field.
    private mutating func record(from node: DocumentNode) -> Validator {
        field = "record"
        defer { field = nil }
        var validator = validator(from: node, isOfRecord: true)
        validator.location = source.location(of: node)
        return validator
    }

    private mutating func validator(
        from node: DocumentNode, isOfRecord: Bool = false
    ) -> Validator {
        guard case .mapping = node.content else { return Validator(rules: rules(from: node)) }
        var validator = Validator(rules: [])
        guard
            let members = mapping(
                from: node,
                keys: isOfRecord
                    ? ["rules", "policy"] : ["rules", "sensitive", "policy", "missing"],
                help: isOfRecord ? { _ in nil } : memberHelp(for:))
        else { return validator }
        if let node = members["rules"] { validator.rules = rules(from: node) }
        if let node = members["sensitive"] { validator.isSensitive = boolean(from: node) ?? false }
        if let node = members["policy"] {
            validator.policy = choice(from: node, key: "policy") ?? .all
        }
        if let node = members["missing"] { validator.missing = missingTexts(from: node) }
        return validator
    }

    /// Returns help for a key that the mapping of a field does not have, such as a member of an
    /// object or a keyword of another format.
    private func memberHelp(for key: String) -> String? {
        guard let field, let path = try? FieldPath(field) else { return nil }
        let member = FieldPath(segments: path.segments + [.key(key)])
        return "write the rules of a field as an expression, such as \(field): required, and those "
            + "of a member as a field of its own, such as \(member): required"
    }

    /// The texts that mean that a field is missing; a single one need not be a list.
    private mutating func missingTexts(from node: DocumentNode) -> [String] {
        var scalars = [node]
        if case .list(let elements) = node.content { scalars = elements }
        return scalars.compactMap { scalar in
            guard scalar.isNull else { return text(of: scalar, expected: "a text") }
            reportType(
                at: scalar, expected: "a text", help: "put a word such as \"NULL\" in quotes")
            return nil
        }
    }

    mutating func path(_ text: String, at node: DocumentNode) -> FieldPath? {
        do throws(FieldPathError) {
            return try FieldPath(text)
        } catch {
            report(
                error.code, error.description,
                at: locations(of: text, in: node).location(ofByte: error.offset))
            return nil
        }
    }

    // MARK: - Rules

    /// A scalar, or a list of scalars and entries.
    private mutating func rules(from node: DocumentNode) -> [RuleEntry] {
        switch node.content {
        case .scalar:
            guard !node.isNull else {
                reportType(at: node, expected: "rules", help: "write [] for a field without rules")
                return []
            }
            return expressions(in: node).map { RuleEntry($0.expression, at: $0.source) }
        case .list(let elements): return elements.flatMap { isOverLimit ? [] : entries(from: $0) }
        case .mapping:
            reportType(at: node, expected: "an expression or a list of them")
            return []
        }
    }

    mutating func entries(from node: DocumentNode) -> [RuleEntry] {
        switch node.content {
        case .scalar: return expressions(in: node).map { RuleEntry($0.expression, at: $0.source) }
        case .list:
            reportType(at: node, expected: "an expression or a mapping with 'rule'")
            return []
        case .mapping: return entry(from: node)
        }
    }

    /// The keys of a rule of a field.
    static let entryKeys = [
        "rule", "when", "severity", "message", "onFault", "dependencies", "tolerance",
    ]

    /// Reads a rule with its keys.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - keys: The keys that it can have.
    ///   - readFurther: Reads the values of further keys.
    /// - Returns: The rules of the expression, each with all keys.
    mutating func entry(
        from node: DocumentNode, keys: [String] = RuleSetParser.entryKeys,
        _ readFurther: (inout RuleSetParser, [String: DocumentNode]) -> Void = { _, _ in }
    ) -> [RuleEntry] {
        guard let members = mapping(from: node, keys: keys) else { return [] }
        readFurther(&self, members)
        var conditions: [Condition] = []
        if let when = members["when"] { conditions = self.conditions(from: when) }
        let severity: Severity? = members["severity"].flatMap { choice(from: $0, key: "severity") }
        let onFault: FaultPolicy? = members["onFault"].flatMap { choice(from: $0, key: "onFault") }
        let dependencies: DependencyPolicy? = members["dependencies"].flatMap {
            choice(from: $0, key: "dependencies")
        }
        let message = members["message"].flatMap { self.message(from: $0) }
        let tolerance = members["tolerance"].flatMap { self.tolerance(from: $0) }
        guard let rule = members["rule"] else {
            let isCutCall = members.keys.contains { $0.utf8.contains(UInt8(ascii: "(")) }
            if !isCutCall { report("ruleSet.missingKey", "the key 'rule' is missing", at: node) }
            return []
        }
        return expressions(in: rule).map { read in
            var entry = RuleEntry(read.expression, at: read.source)
            entry.conditions = conditions
            entry.severity = severity ?? .error
            entry.message = message
            entry.onFault = onFault ?? .fault
            entry.dependencies = dependencies ?? .valid
            entry.tolerance = tolerance
            return entry
        }
    }

    /// A mapping of paths to expressions; a list of expressions becomes a condition for each.
    private mutating func conditions(from node: DocumentNode) -> [Condition] {
        guard case .mapping(let members) = node.content else {
            reportType(at: node, expected: "a mapping of fields to rules")
            return []
        }
        checkDuplicates(in: members)
        return members.flatMap { member -> [Condition] in
            guard !isOverLimit, let key = text(of: member.key, expected: "the path of a field")
            else { return [] }
            let path = path(key, at: member.key)
            var scalars = [member.value]
            if case .list(let elements) = member.value.content { scalars = elements }
            let read = scalars.map { expressions(in: $0) }.filter { !$0.isEmpty }
            guard let path else { return [] }
            return read.map { rules in
                var condition = Condition(path, rules: rules.map(\.expression))
                condition.location = source.location(of: member.key)
                condition.source = rules.first?.source
                return condition
            }
        }
    }

    private mutating func expressions(
        in node: DocumentNode
    ) -> [(expression: RuleExpression, source: ExpressionSource)] {
        guard !isOverLimit, let whole = text(of: node, expected: "an expression") else { return [] }
        let text = Self.trimmed(whole)
        let places = locations(of: text, in: node)
        do throws(ExpressionError) {
            let (expressions, count) = try RuleExpressionParser.parseCounting(text)
            countRules(count, in: node)
            return expressions.map { ($0, places) }
        } catch {
            let cut = CutExpression(of: node, text: text, error: error, in: source)
            report(
                error.code, error.message, help: cut.help ?? error.help,
                at: places.location(of: error.extent))
            return []
        }
    }

    /// The text without white space at its end.
    private static func trimmed(_ text: String) -> String {
        let last = text.unicodeScalars.lastIndex { !$0.properties.isWhitespace }
        return last.map { String(text.unicodeScalars[...$0]) } ?? ""
    }

    private mutating func countRules(_ count: Int, in node: DocumentNode) {
        ruleCount += count
        guard ruleCount > RuleSetLimits.rules, !isOverLimit else { return }
        isOverLimit = true
        report(
            "ruleSet.tooManyRules", "the rule set has more than \(RuleSetLimits.rules) rules",
            help: "split the rule set", at: node)
    }

    private func locations(of text: String, in node: DocumentNode) -> ExpressionSource {
        var alignment = ScalarAlignment(of: node, in: source)
        return alignment.align(text)
    }

    // MARK: - Mappings

    /// The values by key; nil, with an issue, for anything but a mapping.
    mutating func mapping(
        from node: DocumentNode, keys: [String], ignoring ignored: String? = nil,
        help: (String) -> String? = { _ in nil }
    ) -> [String: DocumentNode]? {
        guard case .mapping(let members) = node.content else {
            reportType(at: node, expected: "a mapping")
            return nil
        }
        checkDuplicates(in: members)
        var values: [String: DocumentNode] = [:]
        for member in members {
            guard let key = text(of: member.key, expected: "a key") else { continue }
            if !keys.contains(key), key != ignored {
                reportUnknown(key, at: member.key, known: keys, help: help(key))
            }
            if values[key] == nil { values[key] = member.value }
        }
        return values
    }

    private mutating func reportUnknown(
        _ key: String, at node: DocumentNode, known keys: [String], help own: String?
    ) {
        let help: String
        if let near = issues.isFull ? nil : nearestName(to: key, in: keys) {
            help = "did you mean '\(near)'?"
        } else if key.utf8.contains(UInt8(ascii: "(")) || key.utf8.contains(UInt8(ascii: ")")) {
            help =
                node.isInFlow
                ? "inside { } and [ ], a comma separates elements; put the whole expression in quotes"
                : "name arguments with '='; put an expression with ': ' in quotes"
        } else {
            help = own ?? "the keys here are \(keys.joined(separator: ", "))"
        }
        report("ruleSet.unknownKey", "there is no key '\(abbreviated(key))'", help: help, at: node)
    }

    mutating func checkDuplicates(in members: [DocumentNode.Member]) {
        var lines: [ExactKey: Int] = [:]
        for member in members {
            guard case .scalar(let key) = member.key.content else { continue }
            if let line = lines[ExactKey(key)] {
                report(
                    "ruleSet.duplicateKey", "the key '\(abbreviated(key))' appears twice",
                    help: "the first is in line \(line)", at: member.key)
            } else {
                lines[ExactKey(key)] = member.key.line
            }
        }
    }

    // MARK: - Issues

    mutating func reportType(
        at node: DocumentNode, expected: String, help: String? = nil
    ) {
        report("ruleSet.type", "expected \(expected), found \(node.kind)", help: help, at: node)
    }

    mutating func report(
        _ code: String, _ message: String, help: String? = nil, at node: DocumentNode
    ) {
        report(code, message, help: help, at: source.location(of: node))
    }

    mutating func report(
        _ code: String, _ message: String, help: String? = nil, at location: FileLocation
    ) {
        issues.append(
            RuleSetIssue(
                code: code, message: message, help: help, field: field, location: location))
    }
}

extension RuleEntry {
    fileprivate init(_ expression: RuleExpression, at source: ExpressionSource) {
        self.init(expression)
        location = source.location(of: expression.extent)
        self.source = source
    }
}
