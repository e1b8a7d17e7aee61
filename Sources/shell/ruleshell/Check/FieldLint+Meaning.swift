// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayPatternAnalysis
import AssayRegex

// Rules that check less than they look like.
extension FieldLint {
    // MARK: - Rules without arguments

    /// The rules that are about bounds, with what they accept without any, and an example.
    private static let bounded = [
        "length": ("texts of any length", "length(3...20)"),
        "range": ("all numbers", "range(18...120)"),
        "digits": ("any number of digits", "digits(5)"),
    ]

    /// Reports rules about bounds that have none, such as `length`.
    mutating func findIdleArguments(of rule: PlannedRule) {
        for bound in rule.bound.withNested {
            guard let (accepted, example) = Self.bounded[bound.definition.id] else { continue }
            let names = ["min", "max", "exclusiveMin", "exclusiveMax", "count"]
            guard names.allSatisfy({ bound.arguments.number($0) == nil }),
                bound.definition.id != "digits" || isAlone(rule)
            else { continue }
            report(
                .noArguments, rule: rule,
                message: "\(bound.expression.short) has no bounds: it accepts \(accepted)",
                help: "give it bounds, such as \(example)", part: bound.expression.extent)
        }
    }

    /// Returns `true` if no other rule of the field says more about a value than its kind and that it
    /// is there.
    private func isAlone(_ rule: PlannedRule) -> Bool {
        let others = rules.filter { $0.entry.expression != rule.entry.expression }
        return others.allSatisfy { other in
            other.bound.definition.traits.contains(.acceptsMissing)
                || other.bound.definition.id == "string"
        }
    }

    // MARK: - Patterns

    /// Reports patterns that look meant for the whole text, and are searched for anywhere in it.
    mutating func findPartialMatches(of rule: PlannedRule) {
        for bound in Self.required(by: rule.bound) where bound.definition.id == "regex" {
            guard case .pattern(let source, let flags) = bound.arguments.all.first,
                // With 'match', the rule says what it means.
                !bound.expression.arguments.contains(where: { $0.name == "match" }),
                bound.expression.arguments.count(where: { $0.name == nil }) < 3
            else { continue }
            let more = bound.arguments.string("flags") ?? ""
            guard let options = try? Pattern.Options(flags: flags + more),
                PatternEnds.lookWhole(in: source, options: options)
            else { continue }
            var whole = bound.expression
            whole.arguments.append(RuleArgument(name: "match", .word("whole")))
            report(
                .partialMatch, rule: rule,
                message: "\(bound.expression.short) accepts every text that has a match somewhere "
                    + "in it",
                help: "write \(whole.short), or match=search if a part is meant to match",
                part: bound.expression.extent)
        }
    }

    /// Returns a rule with the rules in it that a value has to pass.
    private static func required(by rule: BoundRule) -> [BoundRule] {
        if rule.definition.id == "not" { return [] }
        return [rule]
            + rule.arguments.all.flatMap { argument -> [BoundRule] in
                guard case .rules(let rules) = argument else { return [] }
                return rules.flatMap(required(by:))
            }
    }

    // MARK: - Null

    /// Reports rules such as `not(type("null"))`, which look as if they rejected null, and do not run
    /// on it.
    mutating func findUncheckedNull(in rule: PlannedRule) {
        for bound in rule.bound.withNested where Self.looksAgainstNull(bound) {
            report(
                .uncheckedNull, rule: rule,
                message: "\(bound.expression.short) does not reject null: "
                    + "\(bound.definition.id) does not run where the value is null",
                help: "write notNull for a value that must not be null",
                part: bound.expression.extent)
        }
    }

    /// Returns `true` if a rule would reject null if it ran on it.
    private static func looksAgainstNull(_ rule: BoundRule) -> Bool {
        switch rule.definition.id {
        case "notEquals": return rule.arguments.value("value") == .null
        case "notOneOf": return rule.arguments.list("values")?.contains(.null) ?? false
        case "not":
            return rule.arguments.all.contains { argument in
                guard case .rules(let rules) = argument else { return false }
                return rules.allSatisfy(acceptsNull)
            }
        default: return false
        }
    }

    /// Returns `true` if a rule names null among what it accepts.
    private static func acceptsNull(_ rule: BoundRule) -> Bool {
        switch rule.definition.id {
        case "type": rule.arguments.list("names")?.contains("null") ?? false
        case "equals": rule.arguments.value("value") == .null
        case "oneOf": rule.arguments.list("values")?.contains(.null) ?? false
        default: false
        }
    }
}
