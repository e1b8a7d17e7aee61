// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Glibc
import TestRandomness

/// Random rule sets and records of the examples of every rule in the catalogue.
struct CatalogueRuleSets {
    /// A rule as an example writes it, with the values of the example.
    private struct Use: Sendable {
        let expression: RuleExpression
        let value: Value
        let fields: [String: Value]
        /// It reads texts, or a rule in its arguments does.
        let reads: Bool
    }

    private static let uses = DefinitionTests.definitions.flatMap { definition in
        definition.examples.compactMap { example -> Use? in
            guard !definition.isAsynchronous,
                let rule = try? RuleExpressionParser.parseOne(example.expression)
            else { return nil }
            let words = example.expression.split { !$0.isLetter && !$0.isNumber }
            return Use(
                expression: rule, value: example.value, fields: example.fields,
                reads: words.contains { word in
                    guard let rule = standardRules.definition(for: String(word)) else {
                        return false
                    }
                    return rule.traits.contains(.converts) || rule.facets.reading != nil
                })
        }
    }
    private static let usesOfRule = Dictionary(grouping: uses, by: \.expression.description)
    private static let values =
        uses.map(\.value) + [.null, "", "x", 5, -1, 50.5, true, [], ["a", 1], ["a": 1]]
    /// The fields of rule sets; the names are those that examples have for other fields.
    static let names = Set(uses.flatMap(\.fields.keys)).sorted()

    /// The seeds of the rule sets of a property: 1,000, or as many as ASSAY_RULE_SETS says.
    static let seeds =
        0..<(getenv("ASSAY_RULE_SETS").flatMap { UInt64(String(cString: $0)) } ?? 1000)

    private var random: SeededNumbers
    private let isText: Bool

    init(seed: UInt64, isText: Bool) {
        random = SeededNumbers(seed: seed)
        self.isText = isText
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        let place = Int.random(in: 0..<elements.count, using: &random)
        return elements[elements.index(elements.startIndex, offsetBy: place)]
    }

    // MARK: - Rule sets

    /// A rule set of three fields.
    mutating func ruleSet() -> RuleSet {
        let paths = Self.names.shuffled(using: &random).prefix(3)
        var ruleSet = RuleSet(
            paths.map { path in
                var entries: [RuleEntry] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    entries.append(entry(severity: chance(20) ? .warning : .error))
                }
                return Field(
                    FieldPath(key: path),
                    Validator(rules: entries, policy: pick(Validator.Policy.allCases)))
            })
        ruleSet.maximumViolations = 1000
        return ruleSet
    }

    /// Adds a rule at a random place of a random field.
    mutating func add(_ entry: RuleEntry, to ruleSet: RuleSet) -> RuleSet {
        var ruleSet = ruleSet
        let field = pick(ruleSet.fields.indices)
        let count = ruleSet.fields[field].validator.rules.count
        let place = Int.random(in: 0...count, using: &random)
        ruleSet.fields[field].validator.rules.insert(entry, at: place)
        return ruleSet
    }

    /// A rule that reads nothing.
    mutating func entryThatReadsNothing(severity: Severity) -> RuleEntry {
        var entry = entry(severity: severity)
        while reads(entry) { entry = self.entry(severity: severity) }
        return entry
    }

    private func reads(_ entry: RuleEntry) -> Bool {
        let rules = [entry.expression] + entry.conditions.flatMap(\.rules)
        return rules.contains { Self.uses(of: $0).contains(where: \.reads) }
    }

    /// The examples that have a rule, alone or in `not`.
    private static func uses(of rule: RuleExpression) -> [Use] {
        if rule.id == "not", case .rule(let inner)? = rule.arguments.first?.value {
            return uses(of: inner)
        }
        return usesOfRule[rule.description] ?? []
    }

    private mutating func entry(severity: Severity) -> RuleEntry {
        let conditions =
            chance(15)
            ? [Condition(FieldPath(key: pick(Self.names)), rules: [pick(Self.uses).expression])]
            : []
        var rule = pick(Self.uses).expression
        if chance(10) { rule = RuleExpression("not", [RuleArgument(.rule(rule))]) }
        return RuleEntry(
            rule, when: conditions, severity: severity,
            dependencies: pick(DependencyPolicy.allCases))
    }

    // MARK: - Records

    /// A record in which values of the rules' own examples are common.
    mutating func record(for ruleSet: RuleSet) -> ValidationRecord {
        var object = Value.Object()
        for name in Self.names where chance(85) {
            let rules = ruleSet.fields.first { $0.path == FieldPath(key: name) }?.validator.rules
            let own = (rules ?? []).flatMap { Self.uses(of: $0.expression).map(\.value) }
            var value = own.isEmpty || chance(30) ? pick(Self.values) : pick(own)
            if isText, !Self.isString(value) { value = .string(value.json) }
            if value != .absent { object[name] = value }
        }
        return ValidationRecord(object, isText: isText)
    }

    private static func isString(_ value: Value) -> Bool {
        if case .string = value { true } else { false }
    }
}
