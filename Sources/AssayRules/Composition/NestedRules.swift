// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

extension RuleParameter {
    /// `rules`: one or more rules, as arguments of another.
    static let nestedRules = RuleParameter("rules", .rules, isRequired: true, "The rules")
}

/// The rules that another rule asks about its value.
struct NestedRules: Sendable {
    private let rules: [BoundRule]

    var count: Int { rules.count }

    init(_ arguments: Arguments) throws(RuleError) {
        rules = arguments.rules("rules")
        guard !rules.isEmpty else { throw arguments.invalid("rules", "must not be empty") }
    }

    /// The rule as it is written.
    func description(at index: Int) -> String {
        rules.indices.contains(index) ? rules[index].expression.description : ""
    }

    /// What one rule says of the value.
    func check(_ index: Int, _ value: FieldValue, _ context: RuleContext) -> Verdict {
        NestedRules.check(rules[index], value, context)
    }

    /// What a rule says of the value; in records from text, a rule that reads texts reads it.
    static func check(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Verdict {
        guard converts(rule, value, context) else { return rule.check(value, context) }
        if case .failed(let verdict) = rule.instance.convert(value) { return verdict }
        return .pass
    }

    /// The first verdict that is neither pass nor skip, and whose it is.
    ///
    /// In records from text, the rules behind one that reads a text see what it read.
    func checkAll(
        _ value: FieldValue, _ context: RuleContext, from first: Int = 0
    ) -> (verdict: Verdict, rule: Int) {
        for index in first..<rules.count {
            if NestedRules.converts(rules[index], value, context) {
                switch rules[index].instance.convert(value) {
                case .failed(let verdict): return (verdict, index)
                case .unchanged: continue
                case .typed(var typed):
                    return withUnsafePointer(to: &typed) {
                        checkAll(FieldValue(unsafePointer: $0), context, from: index + 1)
                    }
                }
            }
            let verdict = rules[index].check(value, context)
            if verdict.isFail || verdict.isUndecided { return (verdict, index) }
        }
        return (.pass, 0)
    }

    private static func converts(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Bool {
        value.isString && context.isText && rule.definition.traits.contains(.converts)
    }
}
