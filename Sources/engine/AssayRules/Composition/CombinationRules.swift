// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `allOf`: every one of the given rules passes.
struct AllOfRule: ComposedRule {
    enum Code: String, RuleCodes {
        case failed = "must satisfy {broken}"
    }

    static let definition = RuleDefinition(
        AllOfRule.self, "allOf", "All of the given rules pass",
        parameters: [.nestedRules],
        codes: Code.self,
        examples: [
            .valid("ab", "allOf(length(2...), regex(/^[a-z]+$/))"),
            .invalid("a", "allOf(length(2...), regex(/^[a-z]+$/))", code: "allOf.failed"),
        ]
    ).stating(RuleFacets(nested: .same))

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let (verdict, rule) = rules.checkAll(value, context)
        if verdict.isUndecided { return verdict }
        context.discardExplanation()
        guard verdict.isFail else { return verdict }
        context.explain(ofRuleSet: ["broken": .string(rules.description(at: rule))])
        return .fail(Code.failed)
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        rules.answerOfAll(value, context)
    }
}

/// `anyOf`: at least one of the given rules passes.
struct AnyOfRule: ComposedRule {
    enum Code: String, RuleCodes {
        case none = "must satisfy at least one of {rules}"
    }

    static let definition = RuleDefinition(
        AnyOfRule.self, "anyOf", "At least one of the given rules passes",
        parameters: [.nestedRules],
        codes: Code.self,
        examples: [
            .valid("ab", "anyOf(length(2...2), regex(/^[0-9]+$/))"),
            .valid("123", "anyOf(length(2...2), regex(/^[0-9]+$/))"),
            .invalid("abc", "anyOf(length(2...2), regex(/^[0-9]+$/))", code: "anyOf.none"),
        ]
    ).stating(RuleFacets(nested: .alternatives))

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var result = Verdict.fail(Code.none)
        var reason: FindingDetail?
        for index in 0..<rules.count {
            let verdict = rules.check(index, value, context)
            let detail = context.takeExplanation()
            if verdict.isPass || verdict.isSkip { return .pass }
            if verdict.isUndecided { (result, reason) = (verdict, detail) }
        }
        context.explain(reason)
        return result
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var result = RuleAnswer.failed
        for index in 0..<rules.count {
            let answer = rules.answer(index, value, context)
            if case .passed = answer { return answer }
            result.join(answer)
        }
        return result
    }
}

/// `exactlyOne`: one of the given rules passes, and no other.
struct ExactlyOneRule: ComposedRule {
    enum Code: String, RuleCodes {
        case none = "must satisfy exactly one of {rules}"
        case several = "must satisfy only one of {rules}"
    }

    static let definition = RuleDefinition(
        ExactlyOneRule.self, "exactlyOne", "Exactly one of the given rules passes",
        parameters: [.nestedRules],
        codes: Code.self,
        examples: [
            .valid(3, "exactlyOne(multipleOf(2), multipleOf(3))"),
            .invalid(5, "exactlyOne(multipleOf(2), multipleOf(3))", code: "exactlyOne.none"),
            .invalid(6, "exactlyOne(multipleOf(2), multipleOf(3))", code: "exactlyOne.several"),
        ]
    ).stating(RuleFacets(nested: .alternatives))

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var passed = 0
        var undecided: Verdict?
        var reason: FindingDetail?
        for index in 0..<rules.count {
            let verdict = rules.check(index, value, context)
            let detail = context.takeExplanation()
            if verdict.isPass || verdict.isSkip { passed += 1 }
            if verdict.isUndecided { (undecided, reason) = (verdict, detail) }
        }
        if passed > 1 { return .fail(Code.several) }
        guard let undecided else { return .pass(if: passed == 1, else: Code.none) }
        context.explain(reason)
        return undecided
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var passed = 0
        var result = RuleAnswer.failed
        for index in 0..<rules.count {
            let answer = rules.answer(index, value, context)
            if case .passed = answer { passed += 1 }
            result.join(answer)
        }
        return passed > 1 ? .failed : result
    }
}

/// `not`: the given rule fails, and its question is not open.
///
/// Where a value leaves the question open, `not` fails with the code of the rule that it left open:
/// `past.syntax` for `not(past)` on a text that is no date.
struct NotRule: ComposedRule {
    enum Code: String, RuleCodes {
        case passed = "must not satisfy {rule}"
    }

    static let definition = RuleDefinition(
        NotRule.self, "not", "The given rule can decide about the value, and does not pass",
        parameters: [RuleParameter("rule", .rule, isRequired: true, "The rule")],
        codes: Code.self,
        examples: [
            .valid("alice", "not(oneOf([\"root\"]))"),
            .invalid("root", "not(oneOf([\"root\"]))", code: "not.passed"),
            .valid("hello", "not(email)"),
            .invalid("hello", "not(past)", code: "past.syntax"),
            .invalid(5, "not(past)", code: "past.kind"),
        ],
        traits: .reportsOpenFailures
    ).stating(RuleFacets(nested: .same))

    private let rule: BoundRule
    /// The codes that open failures have, which follow the rule's own.
    private let openCodes: [String]

    init(_ arguments: Arguments) throws(RuleError) {
        guard let rule = arguments.rules("rule").first else {
            throw arguments.invalid("rule", "must be given")
        }
        self.rule = rule
        openCodes = arguments.openCodes.map(\.id)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let verdict = NestedRules.check(rule, value, context)
        if verdict.isUndecided { return verdict }
        context.discardExplanation()
        if verdict.isFail {
            return rule.mayLeaveOpen(value) ? settle(verdict, value, context) : .pass
        }
        return verdict.isPass ? .fail(Code.passed) : verdict
    }

    /// Returns the verdict on a value that fails the rule.
    @inline(never)
    private func settle(
        _ verdict: Verdict, _ value: FieldValue, _ context: RuleContext
    ) -> Verdict {
        let answer = context.untraced { rule.answer(by: verdict, about: value, context) }
        context.discardExplanation()
        switch answer {
        case .failed: return .pass
        case .passed: return .fail(Code.passed)
        case .undecided(let verdict): return verdict
        case .open(let failure):
            guard let place = openCodes.firstIndex(of: failure.id) else {
                return .fail(Code.passed)
            }
            context.explain(by: failure.rule)
            return .fail(Code.allCases.count + place)
        }
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        let verdict = NestedRules.check(rule, value, context)
        let answer = rule.answer(by: verdict, about: value, context)
        return switch answer {
        case .passed: .failed
        case .failed: .passed
        case .open, .undecided: answer
        }
    }
}

extension RuleExpression {
    /// Every one of the rules passes.
    public static func allOf(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("allOf", positional: rules.map { .nested($0) })
    }

    /// At least one of the rules passes.
    public static func anyOf(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("anyOf", positional: rules.map { .nested($0) })
    }

    /// One of the rules passes, and no other.
    public static func exactlyOne(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("exactlyOne", positional: rules.map { .nested($0) })
    }

    /// The rule can decide about the value, and does not pass.
    public static func not(_ rule: RuleExpression) -> RuleExpression {
        RuleExpression("not", positional: [.nested(rule)])
    }
}
