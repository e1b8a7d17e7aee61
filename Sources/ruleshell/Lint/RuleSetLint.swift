// SPDX-License-Identifier: Apache-2.0
import Assay

/// Looks through a rule set that can be used for what its author probably did not mean.
struct RuleSetLint {
    private let fields: [(key: String, rules: [PlannedRule])]
    private let registry: RuleRegistry

    init(_ plan: ValidationPlan, _ registry: RuleRegistry) {
        self.registry = registry
        var fields: [(key: String, rules: [PlannedRule])] = []
        for rule in plan.plannedRules {
            if fields.last?.key == rule.key {
                fields[fields.count - 1].rules.append(rule)
            } else {
                fields.append((rule.key, [rule]))
            }
        }
        self.fields = fields
    }

    /// In the order of the file.
    var findings: [LintFinding] {
        fields.flatMap { field in
            var lint = FieldLint(key: field.key, rules: field.rules, registry: registry)
            return lint.findings
        }.enumerated().sorted { left, right in
            let a = left.element.extent.map { ($0.start.line, $0.start.column) } ?? (.max, .max)
            let b = right.element.extent.map { ($0.start.line, $0.start.column) } ?? (.max, .max)
            return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
        }.map(\.element)
    }
}

/// Looks through the rules of one field.
struct FieldLint {
    let key: String
    let rules: [PlannedRule]
    let registry: RuleRegistry
    private var found: [LintFinding] = []
    /// Rules of which something was said already, by their places.
    private var reported: Set<Int> = []

    init(key: String, rules: [PlannedRule], registry: RuleRegistry) {
        self.key = key
        self.rules = rules
        self.registry = registry
    }

    var findings: [LintFinding] {
        mutating get {
            found = []
            reported = []
            findDuplicates()
            findContradictions()
            findShadows()
            findDeadValues()
            for rule in rules { findExplosions(rule.bound, in: rule.entry) }
            return found
        }
    }

    private mutating func report(
        _ code: LintCode, _ rule: PlannedRule, _ message: String, help: String? = nil,
        part: Range<Int>? = nil
    ) {
        found.append(
            LintFinding(
                code: code, field: key, message: message, help: help,
                extent: LintExtent(rule.entry, part)))
    }

    private func place(_ rule: PlannedRule) -> String {
        guard let location = LintExtent(rule.entry, nil)?.start else { return "\(rule.title)" }
        return "\(rule.title) in line \(location.line)"
    }

    /// The pairs of rules that are not spoken of yet.
    private func forEachPair(_ body: (Int, Int) -> Void) {
        for first in rules.indices where !reported.contains(first) {
            for second in rules.indices.dropFirst(first + 1) where !reported.contains(second) {
                body(first, second)
            }
        }
    }

    // MARK: - Rules against each other

    private mutating func findDuplicates() {
        var pairs: [(Int, Int)] = []
        forEachPair { first, second in
            let (a, b) = (rules[first].entry, rules[second].entry)
            if a.expression == b.expression, a.conditions == b.conditions,
                a.severity == b.severity
            {
                pairs.append((first, second))
            }
        }
        for (first, second) in pairs where reported.insert(second).inserted {
            report(
                .duplicate, rules[second], "\(rules[second].title) stands twice",
                help: "remove one; the other is \(place(rules[first]))")
        }
    }

    private mutating func findContradictions() {
        var pairs: [(Int, Int, String)] = []
        forEachPair { first, second in
            guard rules[first].isPlain, rules[second].isPlain else { return }
            if let reason = Contradiction.reason(rules[first].bound, rules[second].bound) {
                pairs.append((first, second, reason))
            }
        }
        for (first, second, reason) in pairs where !reported.contains(second) {
            reported.insert(second)
            report(
                .contradiction, rules[second],
                "no value passes \(rules[second].title) and \(rules[first].title): \(reason)",
                help: "the other rule is \(place(rules[first]))")
        }
    }

    private mutating func findShadows() {
        var pairs: [(shadowed: Int, stricter: Int)] = []
        forEachPair { first, second in
            if rules[first].isShadowed(by: rules[second]) {
                pairs.append((first, second))
            } else if rules[second].isShadowed(by: rules[first]) {
                pairs.append((second, first))
            }
        }
        for (shadowed, stricter) in pairs where reported.insert(shadowed).inserted {
            report(
                .shadowed, rules[shadowed],
                "\(rules[shadowed].title) never fails alone: \(rules[stricter].title) is stricter",
                help: "remove it; the stricter rule is \(place(rules[stricter]))")
        }
    }

    // MARK: - Values of a list

    /// Values of `oneOf` and `equals` that another rule refuses, and rules that refuse none.
    private mutating func findDeadValues() {
        for (index, rule) in rules.enumerated() where !reported.contains(index) && rule.isPlain {
            guard let values = rule.bound.acceptedValues, !values.isEmpty else { continue }
            let others = rules.indices.filter {
                $0 != index && !reported.contains($0) && rules[$0].isPlain
                    && rules[$0].entry.severity == .error
            }
            var dead: [(value: Value, by: Int)] = []
            for value in values {
                if let other = others.first(where: { refuses(value, rules[$0]) }) {
                    dead.append((value, other))
                }
            }
            if dead.count == values.count, let first = dead.first {
                report(
                    .contradiction, rule,
                    "no value of \(rule.title) passes \(rules[first.by].title)",
                    help: "the other rule is \(place(rules[first.by]))")
            } else {
                for (value, other) in dead {
                    report(
                        .deadValue, rule,
                        "\(value.json) never passes: \(rules[other].title) refuses it",
                        help: "remove the value; the other rule is \(place(rules[other]))")
                }
                if rule.entry.severity == .error {
                    findIdle(others, behind: index, values)
                }
            }
        }
    }

    /// Rules that accept every value of the list, so that they never fail alone.
    private mutating func findIdle(_ others: [Int], behind index: Int, _ values: [Value]) {
        for other in others {
            let definition = rules[other].bound.definition
            guard definition.traits.isDisjoint(with: [.judgesAbsence, .guardsLaterRules]),
                rules[other].entry.message == nil,
                rules[other].bound.acceptedValues.map({ $0.count >= values.count }) ?? true,
                values.allSatisfy({ accepts($0, rules[other]) })
            else { continue }
            reported.insert(other)
            report(
                .shadowed, rules[other],
                "\(rules[other].title) never fails alone: it accepts every value of "
                    + "\(rules[index].title)",
                help: "remove it; the list is \(place(rules[index]))")
        }
    }

    private func refuses(_ value: Value, _ rule: PlannedRule) -> Bool {
        guard let report = Self.report(value, rule, registry) else { return false }
        return !report.violations.isEmpty
    }

    private func accepts(_ value: Value, _ rule: PlannedRule) -> Bool {
        guard let report = Self.report(value, rule, registry) else { return false }
        return report.violations.isEmpty && report.faults.isEmpty
    }

    private static func report(
        _ value: Value, _ rule: PlannedRule, _ registry: RuleRegistry
    ) -> ValidationReport? {
        let set = RuleSet(Field("value", rule.entry.expression))
        return (try? ValidatorsManager(set, registry: registry))?.validate(["value": value])
    }

    // MARK: - Patterns

    private mutating func findExplosions(_ rule: BoundRule, in entry: RuleEntry) {
        for (place, argument) in rule.arguments.all.enumerated() {
            switch argument {
            case .rules(let nested): for rule in nested { findExplosions(rule, in: entry) }
            case .pattern(let source, let flags):
                let more = rule.arguments.string("flags") ?? ""
                let match: Pattern.MatchMode =
                    rule.arguments.choice("match") == "whole" ? .whole : .search
                guard let options = try? Pattern.Options(flags: flags + more),
                    let found = try? PatternExplosion.search(
                        pattern: source, options: options, match: match)
                else { continue }
                let part =
                    rule.expression.arguments.indices.contains(place)
                    ? rule.expression.arguments[place].valueExtent : nil
                report(found, of: entry, part ?? rule.expression.extent)
            default: continue
            }
        }
    }

    /// Where Assay searches without backtracking, growth with a power of the length is common and
    /// harms nobody.
    private mutating func report(
        _ explosion: PatternExplosion, of entry: RuleEntry, _ part: Range<Int>?
    ) {
        let growth: String
        switch explosion.growth {
        case .exponential(let factor):
            growth =
                "takes \(Decimals.text(factor, digits: 1)) times as many steps with each further "
                + Value.string(explosion.pump).json
        case .polynomial(let degree):
            guard !explosion.isSearchedByTable else { return }
            growth =
                "takes steps that grow with the length to the power of \(degree) on repeated "
                + Value.string(explosion.pump).json
        }
        let reach =
            explosion.isSearchedByTable
            ? "; Assay searches for it by a table, other programs do not"
            : "; \(explosion.input.utf8.count) bytes are undecided"
        found.append(
            LintFinding(
                code: .explodingPattern, field: key, message: "the pattern \(growth)\(reach)",
                help: explosion.saferPattern.map {
                    "/\($0)/ does not, and accepts the same of \(explosion.verifiedSamples) texts"
                } ?? "make what is repeated unambiguous: no two ways to read the same text",
                extent: LintExtent(entry, part)))
    }
}

extension PlannedRule {
    /// Asked about every value, whatever the other fields are.
    var isPlain: Bool { entry.conditions.isEmpty && bound.dependencies.isEmpty }

    /// The rule fails only where the other one fails too, and for nobody's benefit.
    func isShadowed(by other: PlannedRule) -> Bool {
        guard bound.dependencies.isEmpty, other.bound.dependencies.isEmpty,
            other.entry.conditions.isEmpty || other.entry.conditions == entry.conditions,
            other.entry.severity == .error || entry.severity == .warning,
            entry.message == nil
        else { return false }
        return Implication.holds(from: other.bound, to: bound)
    }
}

extension BoundRule {
    /// The only values that a rule accepts; nil for a rule without such a list.
    var acceptedValues: [Value]? {
        guard !arguments.bool("ignoreCase") else { return nil }
        switch definition.id {
        case "oneOf": return arguments.list("values")
        case "equals": return arguments.value("value").map { [$0] }
        default: return nil
        }
    }
}
