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

    var count: Int { rules.count }

    init(_ arguments: Arguments) throws(RuleError) {
        rules = arguments.rules("rules")
        guard !rules.isEmpty else { throw arguments.invalid("rules", "must not be empty") }
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
    static func check(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Verdict {
        guard reads(rule, value, context) else { return rule.check(value, context) }
        var text = value.unsafePointer.pointee
        return rule.instance.convert(in: &text)
    }

    /// The first verdict that is neither pass nor skip, and the place of its rule.
    ///
    /// In records from text, the rules after one that reads a text see the value that it read.
    func checkAll(
        _ value: FieldValue, _ context: RuleContext, from first: Int = 0
    ) -> (verdict: Verdict, rule: Int) {
        for index in first..<rules.count {
            if NestedRules.reads(rules[index], value, context) {
                var typed = value.unsafePointer.pointee
                let verdict = rules[index].instance.convert(in: &typed)
                guard verdict.isPass else { return (verdict, index) }
                return withUnsafePointer(to: &typed) {
                    checkAll(FieldValue(unsafePointer: $0), context, from: index + 1)
                }
            }
            let verdict = rules[index].check(value, context)
            if verdict.isFail || verdict.isUndecided { return (verdict, index) }
        }
        return (.pass, 0)
    }

    /// The answer of one rule about the value.
    func answer(_ index: Int, _ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        rules[index].answer(by: check(index, value, context), about: value, context)
    }

    /// The answer of all rules together: a failure if one fails, however open the others are.
    ///
    /// In records from text, the rules after one that reads a text see the value that it read.
    func answerOfAll(
        _ value: FieldValue, _ context: RuleContext, from first: Int = 0
    ) -> RuleAnswer {
        var result = RuleAnswer.passed
        for index in first..<rules.count {
            var typed = value.unsafePointer.pointee
            let isRead = NestedRules.reads(rules[index], value, context)
            let verdict =
                isRead
                ? rules[index].instance.convert(in: &typed) : rules[index].check(value, context)
            let answer = rules[index].answer(by: verdict, about: value, context)
            if case .failed = answer { return answer }
            result.join(answer)
            guard isRead, verdict.isPass else { continue }
            let rest = withUnsafePointer(to: &typed) {
                answerOfAll(FieldValue(unsafePointer: $0), context, from: index + 1)
            }
            if case .failed = rest { return rest }
            result.join(rest)
            break
        }
        return result
    }

    private static func reads(
        _ rule: BoundRule, _ value: FieldValue, _ context: RuleContext
    ) -> Bool {
        guard context.isText else { return false }
        if case .convert = rule.textAdmission.decision(for: value) { return true }
        return false
    }
}
