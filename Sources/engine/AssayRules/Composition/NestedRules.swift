// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

extension RuleParameter {
    /// `rules`: one or more rules, as arguments of another.
    static let nestedRules = RuleParameter("rules", .rules, isRequired: true, "The rules")
}

/// The rules in the arguments of another rule, which checks its value with them.
struct NestedRules: Sendable {
    private let rules: [BoundRule]
    /// The places of the rules in the order in which they run.
    private let order: [Int]
    /// `true` if a rule reads texts for the others.
    private let readsText: Bool

    var count: Int { rules.count }

    init(_ arguments: Arguments) throws(RuleError) {
        rules = arguments.rules("rules")
        guard !rules.isEmpty else { throw arguments.invalid("rules", "must not be empty") }
        order = ExecutionOrder.indexes(of: rules, under: .first)
        readsText = rules.contains { $0.textAdmission.converts }
    }

    /// The rule as it is written.
    func description(at index: Int) -> String {
        rules.indices.contains(index) ? rules[index].expression.description : ""
    }

    /// The verdict of one rule on the value.
    func check(_ index: Int, _ value: FieldValue, _ context: RuleContext) -> Verdict {
        NestedRules.check(rules[index], value, context)
    }

    /// The verdict of a rule on the value; in records from text, a rule that reads texts reads it.
    ///
    /// If it is undecided, the context names the rule and its reason for the fault.
    static func check(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Verdict {
        // What another rule has explained is not about this one.
        context.discardExplanation()
        let verdict = plainCheck(rule, value, context)
        if verdict.isUndecided { context.explainUndecided(by: rule) }
        return verdict
    }

    private static func plainCheck(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Verdict {
        guard reads(rule, value, context) else { return rule.check(value, context) }
        var read = value.unsafePointer.pointee
        let verdict = rule.instance.convert(in: &read, storingIn: context.readValues)
        guard verdict.isPass else { return verdict }
        return withUnsafePointer(to: &read) {
            rule.check(FieldValue(unsafePointer: $0), context)
        }
    }

    /// The first verdict that is neither pass nor skip, and the place of its rule.
    ///
    /// In records from text, a rule that reads texts reads the value for all of the rules.
    func checkAll(
        _ value: FieldValue, _ context: RuleContext
    ) -> (verdict: Verdict, rule: Int) {
        withRead(value, context) { value in
            for index in order {
                let verdict = NestedRules.check(rules[index], value, context)
                if verdict.isFail || verdict.isUndecided { return (verdict, index) }
            }
            return (.pass, 0)
        }
    }

    /// The answer of one rule about the value.
    func answer(_ index: Int, _ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        rules[index].answer(by: check(index, value, context), about: value, context)
    }

    /// The answer of all rules together: a failure if one fails, however open the others are.
    ///
    /// In records from text, a rule that reads texts reads the value for all of the rules.
    func answerOfAll(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        withRead(value, context) { value in
            var result = RuleAnswer.passed
            for index in order {
                let answer = answer(index, value, context)
                if case .failed = answer { return answer }
                result.join(answer)
            }
            return result
        }
    }

    /// Calls `body` with the value as a rule that reads texts reads it.
    private func withRead<Result>(
        _ value: FieldValue, _ context: RuleContext, _ body: (FieldValue) -> Result
    ) -> Result {
        guard context.isText, value.isString, readsText else { return body(value) }
        var read = value.unsafePointer.pointee
        for rule in rules where rule.textAdmission.converts {
            if rule.instance.convert(in: &read, storingIn: context.readValues).isPass,
                read.kind != ASSAY_STR
            {
                break
            }
        }
        return withUnsafePointer(to: &read) { body(FieldValue(unsafePointer: $0)) }
    }

    private static func reads(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Bool {
        guard context.isText else { return false }
        if case .convert = rule.textAdmission.decision(for: value) { return true }
        return false
    }
}
