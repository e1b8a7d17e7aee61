// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `each`: every element passes all of the given rules.
struct EachRule: ComposedRule {
    enum Code: String, RuleCodes {
        case failed = "must satisfy {broken}"
    }

    static let definition = RuleDefinition(
        EachRule.self, "each", "An array whose elements all pass the given rules",
        parameters: [.nestedRules],
        kinds: .array, codes: Code.self,
        examples: [
            .valid(["a", "b"], "each(length(1...20))"),
            .invalid(["a", ""], "each(length(1...20))", code: "each.failed"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let result = rules.checkAll(element, context)
            if result.verdict.isUndecided { return result.verdict }
            guard result.verdict.isFail else { continue }
            context.explain(
                ofRuleSet: ["broken": .string(rules.description(at: result.rule))],
                element: index)
            return .fail(Code.failed)
        }
        return .pass
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var result = RuleAnswer.passed
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let answer = rules.answerOfAll(element, context)
            if case .failed = answer { return answer }
            result.join(answer)
        }
        return result
    }
}

/// `includes`: some element passes all of the given rules.
struct IncludesRule: ComposedRule {
    enum Code: String, RuleCodes {
        case none = "must contain an element that satisfies {rules}"
    }

    static let definition = RuleDefinition(
        IncludesRule.self, "includes", "An array with an element that passes the given rules",
        parameters: [.nestedRules],
        kinds: .array, codes: Code.self,
        examples: [
            .valid([1, 20], "includes(range(18...))"),
            .invalid([1, 2], "includes(range(18...))", code: "includes.none"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var result = Verdict.fail(Code.none)
        var reason: FindingDetail?
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let verdict = rules.checkAll(element, context).verdict
            let detail = context.takeExplanation()
            if verdict.isPass || verdict.isSkip { return .pass }
            if verdict.isUndecided { (result, reason) = (verdict, detail) }
        }
        context.explain(reason)
        return result
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var result = RuleAnswer.failed
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let answer = rules.answerOfAll(element, context)
            if case .passed = answer { return answer }
            result.join(answer)
        }
        return result
    }
}

extension RuleExpression {
    /// An array whose elements all pass the rules.
    public static func each(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("each", positional: rules.map { .nested($0) })
    }

    /// An array with an element that passes all of the rules.
    public static func includes(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("includes", positional: rules.map { .nested($0) })
    }
}
