// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `each`: every element, or every one from an index on, passes all of the given rules.
struct EachRule: ComposedRule {
    enum Code: String, RuleCodes {
        case failed = "must satisfy {broken}"
    }

    static let definition = RuleDefinition(
        EachRule.self, "each", "An array whose elements all pass the given rules",
        parameters: [
            .nestedRules,
            RuleParameter(
                "from", .integer, default: 0, limits: 0...Int64.max,
                "The index of the first element that has to pass, counted from 0"),
        ],
        kinds: .array, codes: Code.self,
        examples: [
            .valid(["a", "b"], "each(length(1...20))"),
            .valid(["", "b"], "each(length(1...20), from=1)"),
            .invalid(["a", ""], "each(length(1...20))", code: "each.failed"),
            .invalid(["a", ""], "each(length(1...20), from=1)", code: "each.failed"),
        ])

    private let rules: NestedRules
    private let first: Int

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
        first = try arguments.int(required: "from")
    }

    /// The indexes of the elements that have to pass.
    private func indexes(of value: FieldValue) -> Range<Int> {
        min(first, value.count)..<value.count
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in indexes(of: value) {
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
        for index in indexes(of: value) {
            guard let element = value.element(index) else { continue }
            let answer = rules.answerOfAll(element, context)
            if case .failed = answer { return answer }
            result.join(answer)
        }
        return result
    }
}

/// `includes`: some element passes all of the given rules, or a number of elements within bounds does.
struct IncludesRule: ComposedRule {
    enum Code: String, RuleCodes {
        case none = "must contain an element that satisfies {rules}"
        case tooFew = "must contain at least {min} elements that satisfy {rules}"
        case tooMany =
            "must contain at most {max} {max:element that satisfies|elements that satisfy} {rules}"
    }

    static let definition = RuleDefinition(
        IncludesRule.self, "includes",
        "An array with an element, or a number of elements, that pass the given rules",
        parameters: [
            .nestedRules,
            RuleParameter(
                "min", .integer, default: 1, limits: 0...Int64.max,
                "The minimum number of such elements, inclusive"),
            RuleParameter(
                "max", .integer, limits: 0...Int64.max,
                "The maximum number of such elements, inclusive"),
        ],
        kinds: .array, codes: Code.self,
        examples: [
            .valid([1, 20], "includes(range(18...))"),
            .invalid([1, 2], "includes(range(18...))", code: "includes.none"),
            .valid([20, 1, 30], "includes(range(18...), min=2)"),
            .invalid([1, 20], "includes(range(18...), min=2)", code: "includes.tooFew"),
            .invalid([20, 30], "includes(range(18...), max=1)", code: "includes.tooMany"),
        ])

    private let rules: NestedRules
    private let least: Int
    private let most: Int

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
        least = try arguments.int(required: "min")
        most = arguments.int("max") ?? Int.max
        guard least <= most else {
            throw arguments.invalid("max", "must not be below 'min', which is \(least)")
        }
        guard least > 0 || most < Int.max else {
            throw arguments.invalid(
                "min", "must be at least 1 without 'max', because every array has 0 such elements",
                help: "remove the rule, or write max=…")
        }
    }

    /// The verdict on a number of elements that pass and of others that may pass too, or `nil` if it depends on
    /// these.
    private func verdict(passed: Int, open: Int) -> Verdict? {
        if passed > most { return .fail(Code.tooMany) }
        if passed + open < least { return .fail(least == 1 ? Code.none : Code.tooFew) }
        return open == 0 || passed >= least && passed + open <= most ? .pass : nil
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var (passed, open) = (0, 0)
        var undecided: (verdict: Verdict, reason: FindingDetail?)?
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let verdict = rules.checkAll(element, context).verdict
            let detail = context.takeExplanation()
            if verdict.isPass || verdict.isSkip {
                passed += 1
                // The number of the others does not matter.
                if passed > most || most == Int.max && passed >= least { break }
            } else if verdict.isUndecided {
                open += 1
                undecided = (verdict, detail)
            }
        }
        if let verdict = verdict(passed: passed, open: open) { return verdict }
        context.explain(undecided?.reason)
        return undecided?.verdict ?? .pass
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var (passed, open) = (0, 0)
        var result = RuleAnswer.passed
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let answer = rules.answerOfAll(element, context)
            switch answer {
            case .passed: passed += 1
            case .failed: break
            case .open, .undecided:
                open += 1
                result.join(answer)
            }
        }
        guard let verdict = verdict(passed: passed, open: open) else { return result }
        return verdict.isPass ? .passed : .failed
    }
}

extension RuleExpression {
    /// An array whose elements all pass the rules.
    public static func each(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("each", positional: rules.map { .nested($0) })
    }

    /// An array whose elements all pass the rules, those before an index excepted.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - index: The index of the first element that has to pass, counted from 0.
    /// - Returns: The rule.
    public static func each(_ rules: RuleExpression..., from index: Int) -> RuleExpression {
        RuleExpression(
            "each", positional: rules.map { .nested($0) }, options: ["from": .integer(index)])
    }

    /// An array with an element that passes all of the rules.
    public static func includes(_ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("includes", positional: rules.map { .nested($0) })
    }

    /// An array of which a number of elements within bounds pass all of the rules.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - min: The minimum number of such elements.
    ///   - max: The maximum number of such elements, or `nil` for any.
    /// - Returns: The rule.
    public static func includes(
        _ rules: RuleExpression..., min: Int, max: Int? = nil
    ) -> RuleExpression {
        RuleExpression(
            "includes", positional: rules.map { .nested($0) },
            options: ["min": .integer(min), "max": .integer(max)])
    }
}
