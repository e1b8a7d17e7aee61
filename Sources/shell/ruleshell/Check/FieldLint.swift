// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayPatternAnalysis
import AssayRegex

/// Finds likely mistakes in the rules of one field.
struct FieldLint {
    let field: String
    let rules: [PlannedRule]
    let registry: RuleRegistry
    /// All fields of the rule set.
    let fields: [FieldPath]
    private var found: [LintFinding] = []
    /// The indices of the rules that already have a finding.
    private var reported: Set<Int> = []

    init(field: String, rules: [PlannedRule], registry: RuleRegistry, fields: [FieldPath]) {
        self.fields = fields
        self.field = field
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
            for rule in rules { findBacktracking(rule.bound, in: rule.entry) }
            for rule in rules { findDeprecation(of: rule) }
            for rule in rules { findOpenBounds(in: rule) }
            for rule in rules { findUnknownFields(in: rule) }
            for rule in rules { findUnmetConditions(of: rule) }
            for rule in rules { findIdleArguments(of: rule) }
            for rule in rules { findPartialMatches(of: rule) }
            for rule in rules { findUncheckedNull(in: rule) }
            return found
        }
    }

    mutating func report(
        _ code: LintCode, rule: PlannedRule, message: String, help: String? = nil,
        part: Range<Int>? = nil
    ) {
        found.append(
            LintFinding(
                code: code, field: field, message: message, help: help,
                extent: LintExtent(rule.entry, part: part)))
    }

    private func place(of rule: PlannedRule) -> String {
        guard let location = LintExtent(rule.entry, part: nil)?.start else {
            return "\(rule.title)"
        }
        return "\(rule.title) in line \(location.line)"
    }

    /// Calls `body` with every pair of rules that have no finding yet.
    private func forEachPair(_ body: (Int, Int) -> Void) {
        for first in rules.indices where !reported.contains(first) {
            for second in rules.indices.dropFirst(first + 1) where !reported.contains(second) {
                body(first, second)
            }
        }
    }

    /// Reports conditions such as `not(required)`: they ask for a missing value, and no rule around
    /// `required` runs where a value is missing.
    private mutating func findUnmetConditions(of rule: PlannedRule) {
        for condition in rule.entry.conditions {
            for expression in condition.rules {
                guard let bound = try? registry.bind(expression),
                    !bound.definition.traits.contains(.acceptsMissing),
                    let inner = bound.withNested.dropFirst().first(where: {
                        $0.definition.traits.isSuperset(of: [.acceptsMissing, .stopsOnFailure])
                            && !$0.definition.traits.contains(.converts)
                    })
                else { continue }
                report(
                    .unmetCondition, rule: rule,
                    message:
                        "the condition \(expression) on '\(condition.path)' is never met where the "
                        + "field is missing: \(bound.definition.id) does not run there",
                    help: inner.definition.traits.contains(.prohibits)
                        ? "write required for a field that must be there"
                        : "write prohibited for a field that must be missing")
            }
        }
    }

    private mutating func findDeprecation(of rule: PlannedRule) {
        guard let replacement = rule.bound.definition.deprecation else { return }
        report(
            .deprecated, rule: rule, message: "\(rule.bound.definition.id) is deprecated",
            help: "use \(replacement)")
    }

    /// Reports bounds such as `length(3)`, which reads like exactly three but means at least three.
    private mutating func findOpenBounds(in rule: PlannedRule) {
        for bound in rule.bound.withNested {
            let parameters = bound.definition.parameters
            let arguments = bound.expression.arguments
            guard parameters.count > 1, parameters[0].name == "min", parameters[1].name == "max",
                let first = arguments.first, first.name == nil,
                case .value(let least) = first.value,
                !arguments.dropFirst().contains(where: { $0.name == nil || $0.name == "max" })
            else { continue }
            let number = least.json
            var (open, exact) = (bound.expression, bound.expression)
            open.arguments[0].value = .range(lower: least, upper: nil)
            exact.arguments[0].value = .range(lower: least, upper: least)
            report(
                .openBound, rule: rule,
                message:
                    "\(bound.expression.short) means at least \(number), not exactly \(number)",
                help: "write \(open.short) for at least, or \(exact.short) for exactly",
                part: bound.expression.extent)
        }
    }

    // MARK: - Other fields

    /// Reports fields that the rule set does not have: those that a rule compares its value with, and
    /// others whose names are similar to one it has.
    ///
    /// A field may be used without rules of its own, so an unknown name alone is not reported in a
    /// condition, nor in a rule that a missing field means something to. A rule that compares with a
    /// field that no record has fails always, as `sameAs` does, or never.
    private mutating func findUnknownFields(in rule: PlannedRule) {
        for path in rule.bound.dependencies {
            let argument = rule.bound.withNested.flatMap(\.expression.arguments).first {
                switch $0.value {
                case .word(let text), .value(.string(let text)): text == path.description
                default: false
                }
            }
            report(
                path, named: "\(rule.title) names",
                extent: LintExtent(rule.entry, part: argument?.valueExtent),
                // The record may have members that no field is about.
                isCompared: !rule.isOfRecord
                    && !rule.bound.definition.traits.contains(.acceptsMissing))
        }
        for condition in rule.entry.conditions {
            report(
                condition.path, named: "the condition of \(rule.title) names",
                extent: condition.location.map { LintExtent($0) }
                    ?? LintExtent(rule.entry, part: nil))
        }
    }

    private mutating func report(
        _ path: FieldPath, named: String, extent: LintExtent?, isCompared: Bool = false
    ) {
        let name = path.description
        let wanted = path.ofAllElements.segments
        // What is inside a field, or has it inside, is known as far as the rule set can tell.
        let isKnown = fields.contains { field in
            let own = field.ofAllElements.segments
            return own.starts(with: wanted) || wanted.starts(with: own)
        }
        guard !isKnown else { return }
        let others = fields.map(\.description).filter { $0 != field }
        let near = name.utf8.count > 2 ? nearestName(to: name, in: others) : nil
        guard near != nil || isCompared else { return }
        found.append(
            LintFinding(
                code: .unknownField, field: field,
                message: "\(named) the field '\(name)', which the rule set does not have",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "correct the name; for a field without rules, write \(name): []",
                extent: extent))
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
                .duplicate, rule: rules[second],
                message: "\(rules[second].title) appears twice",
                help: "remove one; the other is \(place(of: rules[first]))")
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
            let formatted = DateForm.expression(
                forOneOf: rules[first].bound, rules[second].bound)
            reported.insert(second)
            report(
                .contradiction, rule: rules[second],
                message:
                    "no value passes \(rules[second].title) and \(rules[first].title): \(reason)",
                help: formatted.map { "write \($0.short)" }
                    ?? "the other rule is \(place(of: rules[first]))")
        }
    }

    private mutating func findShadows() {
        var pairs: [(shadowed: Int, stricter: Int)] = []
        forEachPair { first, second in
            if rules[first].isShadowed(by: rules[second]) {
                pairs.append((first, second))
            } else if rules[second].isShadowed(by: rules[first])
                || rules[second].repeatsKind(of: rules[first])
            {
                pairs.append((second, first))
            }
        }
        for (shadowed, stricter) in pairs where reported.insert(shadowed).inserted {
            report(
                .shadowed, rule: rules[shadowed],
                message:
                    "\(rules[shadowed].title) never fails alone: \(rules[stricter].title) is stricter",
                help: "remove it; the stricter rule is \(place(of: rules[stricter]))")
        }
    }

    // MARK: - Values of a list

    /// Reports values of `oneOf` and `equals` that another rule rejects, and rules that reject none
    /// of them.
    private mutating func findDeadValues() {
        for (index, rule) in rules.enumerated() where !reported.contains(index) && rule.isPlain {
            guard let values = rule.bound.acceptedValues, !values.isEmpty else { continue }
            let others = rules.indices.filter {
                $0 != index && !reported.contains($0) && rules[$0].isPlain
                    && rules[$0].entry.severity == .error
            }
            var dead: [(value: Value, by: Int)] = []
            for value in values {
                if let other = others.first(where: { rejects(value, by: rules[$0]) }) {
                    dead.append((value, other))
                }
            }
            if dead.count == values.count, let first = dead.first {
                report(
                    .contradiction, rule: rule,
                    message: "no value of \(rule.title) passes \(rules[first.by].title)",
                    help: "the other rule is \(place(of: rules[first.by]))")
            } else {
                for (value, other) in dead {
                    report(
                        .deadValue, rule: rule,
                        message: "\(value.json) never passes: \(rules[other].title) rejects it",
                        help: "remove the value; the other rule is \(place(of: rules[other]))")
                }
                if rule.entry.severity == .error {
                    findIdle(others, besides: index, values: values)
                }
            }
        }
    }

    /// Reports rules that accept every value of the list, so that they never fail alone.
    private mutating func findIdle(_ others: [Int], besides index: Int, values: [Value]) {
        for other in others {
            let definition = rules[other].bound.definition
            guard definition.traits.isDisjoint(with: [.acceptsMissing, .stopsOnFailure]),
                rules[other].entry.message == nil,
                rules[other].bound.acceptedValues.map({ $0.count >= values.count }) ?? true,
                values.allSatisfy({ accepts($0, by: rules[other]) })
            else { continue }
            reported.insert(other)
            report(
                .shadowed, rule: rules[other],
                message: "\(rules[other].title) never fails alone: it accepts every value of "
                    + "\(rules[index].title)",
                help: "remove it; the list is \(place(of: rules[index]))")
        }
    }

    private func rejects(_ value: Value, by rule: PlannedRule) -> Bool {
        guard let report = Self.report(of: value, by: rule, registry: registry) else {
            return false
        }
        return !report.violations.isEmpty
    }

    private func accepts(_ value: Value, by rule: PlannedRule) -> Bool {
        guard let report = Self.report(of: value, by: rule, registry: registry) else {
            return false
        }
        return report.violations.isEmpty && report.faults.isEmpty
    }

    private static func report(
        of value: Value, by rule: PlannedRule, registry: RuleRegistry
    ) -> ValidationReport? {
        let set = RuleSet(Field("value", rule.entry.expression))
        return (try? ValidatorsManager(set, registry: registry))?.validate(["value": value])
    }

    // MARK: - Patterns

    private mutating func findBacktracking(_ rule: BoundRule, in entry: RuleEntry) {
        for (place, argument) in rule.arguments.all.enumerated() {
            switch argument {
            case .rules(let nested): for rule in nested { findBacktracking(rule, in: entry) }
            case .pattern(let source, let flags):
                let more = rule.arguments.string("flags") ?? ""
                let match: Pattern.MatchMode =
                    rule.arguments.choice("match") == "whole" ? .whole : .search
                guard let options = try? Pattern.Options(flags: flags + more),
                    let found = try? CatastrophicBacktracking.search(
                        pattern: source, options: options, match: match)
                else { continue }
                let part =
                    rule.expression.arguments.indices.contains(place)
                    ? rule.expression.arguments[place].valueExtent : nil
                report(found, of: entry, part: part ?? rule.expression.extent)
            default: continue
            }
        }
    }

    /// Reports a pattern with catastrophic backtracking.
    ///
    /// Polynomial growth is not reported if Assay searches without backtracking, because it is
    /// common and does no harm there.
    private mutating func report(
        _ backtracking: CatastrophicBacktracking, of entry: RuleEntry, part: Range<Int>?
    ) {
        let growth: String
        switch backtracking.growth {
        case .exponential(let factor):
            growth =
                "takes \(Decimals.text(factor, digits: 1)) times as many steps with each further "
                + Value.string(backtracking.pump).json
        case .polynomial(let degree):
            guard !backtracking.usesAutomaton else { return }
            growth =
                "takes steps that grow with the length to the power of \(degree) on repeated "
                + Value.string(backtracking.pump).json
        }
        let reach =
            backtracking.usesAutomaton
            ? "; Assay runs it as an automaton, but other programs do not"
            : "; \(backtracking.input.utf8.count) bytes are undecided"
        found.append(
            LintFinding(
                code: .catastrophicBacktracking, field: field,
                message: "the pattern \(growth)\(reach)",
                help: backtracking.saferPattern.map {
                    "/\($0)/ does not, and accepts the same of \(backtracking.verifiedSamples) texts"
                }
                    ?? "make the repetition unambiguous: the same text must not be readable in two ways",
                extent: LintExtent(entry, part: part)))
    }
}

extension PlannedRule {
    /// `true` if the rule runs on every value, whatever the other fields are.
    var isPlain: Bool { entry.conditions.isEmpty && bound.dependencies.isEmpty }

    /// Returns `true` if the rule fails only if the other one fails too, and adds nothing to it.
    func isShadowed(by other: PlannedRule) -> Bool {
        addsNothing(to: other) && Implication.holds(from: other.bound, to: bound)
    }

    /// Returns `true` if the rule only checks the kind, and an earlier rule takes no other kind.
    func repeatsKind(of earlier: PlannedRule) -> Bool {
        ["string", "array", "object"].contains(bound.definition.id) && addsNothing(to: earlier)
            && earlier.bound.definition.kinds.isSubset(of: bound.definition.kinds)
            && !earlier.bound.definition.traits.contains(.acceptsMissing)
    }

    /// Returns `true` if the other rule runs wherever this one does, and this one has neither a
    /// message of its own nor a higher severity.
    private func addsNothing(to other: PlannedRule) -> Bool {
        guard bound.dependencies.isEmpty, other.bound.dependencies.isEmpty,
            other.entry.conditions.isEmpty || other.entry.conditions == entry.conditions,
            other.entry.severity == .error || entry.severity == .warning,
            entry.message == nil
        else { return false }
        return true
    }
}

extension BoundRule {
    /// The only values that the rule accepts, or `nil` if it has no such list.
    var acceptedValues: [Value]? {
        guard !arguments.bool("ignoreCase") else { return nil }
        switch definition.id {
        case "oneOf": return arguments.list("values")
        case "equals": return arguments.value("value").map { [$0] }
        default: return nil
        }
    }
}
