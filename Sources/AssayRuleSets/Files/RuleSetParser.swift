// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads a rule set from nodes and goes on after each mistake.
struct RuleSetParser {
    let source: SourceText
    private(set) var issues = IssueList()
    private var ruleCount = 0
    /// There are too many rules: what follows is not read.
    private var isOverLimit = false
    /// The key of the field that is being read, for issues.
    private var field: String?

    init(_ source: SourceText) {
        self.source = source
    }

    // MARK: - The file

    mutating func ruleSet(_ root: DocumentNode) -> RuleSet {
        var ruleSet = RuleSet([])
        let keys = ["assay", "plugins", "fields", "unknownFields", "maximumViolations"]
        guard let members = mapping(root, keys: keys) else { return ruleSet }
        checkVersion(members["assay"], root)
        if let node = members["plugins"] { ruleSet.plugins = plugins(node) }
        if let node = members["unknownFields"] {
            ruleSet.unknownFields = choice(node, "unknownFields") ?? .allow
        }
        if let node = members["maximumViolations"] {
            ruleSet.maximumViolations = positiveInteger(node) ?? RuleSet.defaultMaximumViolations
        }
        if let node = members["fields"] { ruleSet.fields = fields(node) }
        return ruleSet
    }

    private mutating func checkVersion(_ node: DocumentNode?, _ root: DocumentNode) {
        guard let node else {
            report(
                "ruleSet.missingKey", "the key 'assay' is missing", help: "write 'assay: 1'", root)
            return
        }
        guard case .scalar("1") = node.content, node.style == .plain else {
            report(
                "ruleSet.version",
                "'assay' is the version of the format: expected 1, found \(node.kind)",
                node)
            return
        }
    }

    private mutating func plugins(_ node: DocumentNode) -> [RequiredPlugin] {
        guard case .list(let elements) = node.content else {
            reportType(node, "a list of plugin ids", help: "write [\(node.kind)]")
            return []
        }
        return elements.compactMap { element in
            text(element, "a plugin id").map {
                RequiredPlugin($0, location: source.location(of: element))
            }
        }
    }

    // MARK: - Fields

    private mutating func fields(_ node: DocumentNode) -> [Field] {
        guard case .mapping(let members) = node.content else {
            reportType(node, "a mapping of fields")
            return []
        }
        checkDuplicates(members)
        return members.compactMap { isOverLimit ? nil : field($0) }
    }

    private mutating func field(_ member: DocumentNode.Member) -> Field? {
        guard let key = text(member.key, "the path of a field") else { return nil }
        field = key
        defer { field = nil }
        let path = path(key, member.key)
        var validator = validator(member.value)
        validator.location = source.location(of: member.key)
        return path.map { Field($0, validator) }
    }

    private mutating func validator(_ node: DocumentNode) -> Validator {
        guard case .mapping = node.content else { return Validator(rules: rules(node)) }
        var validator = Validator(rules: [])
        guard let members = mapping(node, keys: ["rules", "sensitive", "policy"]) else {
            return validator
        }
        if let node = members["rules"] { validator.rules = rules(node) }
        if let node = members["sensitive"] { validator.isSensitive = boolean(node) ?? false }
        if let node = members["policy"] { validator.policy = choice(node, "policy") ?? .all }
        return validator
    }

    private mutating func path(_ text: String, _ node: DocumentNode) -> FieldPath? {
        do throws(FieldPathError) {
            return try FieldPath(text)
        } catch {
            report(
                error.code, error.description,
                at: locations(node, text).location(ofByte: error.offset))
            return nil
        }
    }

    // MARK: - Rules

    /// A scalar, or a list of scalars and entries.
    private mutating func rules(_ node: DocumentNode) -> [RuleEntry] {
        switch node.content {
        case .scalar:
            guard !node.isNull else {
                reportType(node, "rules", help: "write [] for a field without rules")
                return []
            }
            return expressions(node).map { RuleEntry($0.expression, at: $0.source) }
        case .list(let elements): return elements.flatMap { isOverLimit ? [] : entries($0) }
        case .mapping:
            reportType(node, "an expression or a list of them")
            return []
        }
    }

    private mutating func entries(_ node: DocumentNode) -> [RuleEntry] {
        switch node.content {
        case .scalar: return expressions(node).map { RuleEntry($0.expression, at: $0.source) }
        case .list:
            reportType(node, "an expression or a mapping with 'rule'")
            return []
        case .mapping: return entry(node)
        }
    }

    private mutating func entry(_ node: DocumentNode) -> [RuleEntry] {
        let keys = ["rule", "when", "severity", "message", "onFault", "dependencies"]
        guard let members = mapping(node, keys: keys) else { return [] }
        var conditions: [Condition] = []
        if let when = members["when"] { conditions = self.conditions(when) }
        let severity: Severity? = members["severity"].flatMap { choice($0, "severity") }
        let onFault: FaultPolicy? = members["onFault"].flatMap { choice($0, "onFault") }
        let dependencies: DependencyPolicy? = members["dependencies"].flatMap {
            choice($0, "dependencies")
        }
        let message = members["message"].flatMap { self.message($0) }
        guard let rule = members["rule"] else {
            let isCutCall = members.keys.contains { $0.utf8.contains(UInt8(ascii: "(")) }
            if !isCutCall { report("ruleSet.missingKey", "the key 'rule' is missing", node) }
            return []
        }
        return expressions(rule).map { read in
            var entry = RuleEntry(read.expression, at: read.source)
            entry.conditions = conditions
            entry.severity = severity ?? .error
            entry.message = message
            entry.onFault = onFault ?? .fault
            entry.dependencies = dependencies ?? .valid
            return entry
        }
    }

    /// A mapping of paths to expressions; a list of expressions becomes a condition for each.
    private mutating func conditions(_ node: DocumentNode) -> [Condition] {
        guard case .mapping(let members) = node.content else {
            reportType(node, "a mapping of fields to rules")
            return []
        }
        checkDuplicates(members)
        return members.flatMap { member -> [Condition] in
            guard !isOverLimit, let key = text(member.key, "the path of a field") else { return [] }
            let path = path(key, member.key)
            var scalars = [member.value]
            if case .list(let elements) = member.value.content { scalars = elements }
            let read = scalars.map { expressions($0) }.filter { !$0.isEmpty }
            guard let path else { return [] }
            return read.map { rules in
                Condition(
                    path, rules: rules.map(\.expression), location: source.location(of: member.key),
                    source: rules.first?.source)
            }
        }
    }

    private mutating func expressions(
        _ node: DocumentNode
    ) -> [(expression: RuleExpression, source: ExpressionSource)] {
        guard !isOverLimit, let whole = text(node, "an expression") else { return [] }
        let text = Self.trimmed(whole)
        let places = locations(node, text)
        do throws(ExpressionError) {
            let (expressions, count) = try RuleExpressionParser.parseCounting(text)
            countRules(count, node)
            return expressions.map { ($0, places) }
        } catch {
            let cut = CutExpression(node, text: text, error: error, in: source)
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

    private mutating func countRules(_ count: Int, _ node: DocumentNode) {
        ruleCount += count
        guard ruleCount > RuleSetLimits.rules, !isOverLimit else { return }
        isOverLimit = true
        report(
            "ruleSet.tooManyRules", "the rule set has more than \(RuleSetLimits.rules) rules",
            help: "split the rule set", node)
    }

    private func locations(_ node: DocumentNode, _ text: String) -> ExpressionSource {
        var alignment = ScalarAlignment(node, in: source)
        return alignment.align(text)
    }

    // MARK: - Mappings

    /// The values by key; nil, with an issue, for anything but a mapping.
    private mutating func mapping(
        _ node: DocumentNode, keys: [String]
    ) -> [String: DocumentNode]? {
        guard case .mapping(let members) = node.content else {
            reportType(node, "a mapping")
            return nil
        }
        checkDuplicates(members)
        var values: [String: DocumentNode] = [:]
        for member in members {
            guard let key = text(member.key, "a key") else { continue }
            if !keys.contains(key) { reportUnknown(key, member.key, keys) }
            if values[key] == nil { values[key] = member.value }
        }
        return values
    }

    private mutating func reportUnknown(_ key: String, _ node: DocumentNode, _ keys: [String]) {
        let help: String
        if let near = issues.isFull ? nil : nearestName(to: key, in: keys) {
            help = "did you mean '\(near)'?"
        } else if key.utf8.contains(UInt8(ascii: "(")) || key.utf8.contains(UInt8(ascii: ")")) {
            help =
                node.isInFlow
                ? "inside { } and [ ] a comma separates; put the whole expression in quotes"
                : "name arguments with '='; an expression with ': ' stands in quotes"
        } else {
            help = "the keys here are \(keys.joined(separator: ", "))"
        }
        report("ruleSet.unknownKey", "there is no key '\(abbreviated(key))'", help: help, node)
    }

    private mutating func checkDuplicates(_ members: [DocumentNode.Member]) {
        var lines: [ExactKey: Int] = [:]
        for member in members {
            guard case .scalar(let key) = member.key.content else { continue }
            if let line = lines[ExactKey(key)] {
                report(
                    "ruleSet.duplicateKey", "the key '\(abbreviated(key))' stands twice",
                    help: "the first is in line \(line)", member.key)
            } else {
                lines[ExactKey(key)] = member.key.line
            }
        }
    }

    // MARK: - Issues

    mutating func reportType(
        _ node: DocumentNode, _ expected: String, help: String? = nil
    ) {
        report("ruleSet.type", "expected \(expected), found \(node.kind)", help: help, node)
    }

    mutating func report(
        _ code: String, _ message: String, help: String? = nil, _ node: DocumentNode
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
        self.init(expression, location: source.location(of: expression.extent), source: source)
    }
}
