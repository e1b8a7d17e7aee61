// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI

/// `member`: the member of an object with a key passes all of the given rules.
///
/// A member that is not there is absent to the rules, so that presence rules fail on it and others do not
/// apply.
struct MemberRule: ComposedRule {
    enum Code: String, RuleCodes {
        case failed = "must satisfy {broken} in its member {key}"
    }

    static let definition = RuleDefinition(
        MemberRule.self, "member", "An object whose member with a key passes the given rules",
        parameters: [.key("key", "The key"), .nestedRules],
        kinds: .object, codes: Code.self,
        examples: [
            .valid(["zip": "10115"], "member(zip, required, digits(5))"),
            .valid([:], "member(zip, digits(5))"),
            .valid(["a": ["b.c": 1]], "member(a, member(\"b.c\", integer))"),
            .invalid(["zip": "x"], "member(zip, required, digits(5))", code: "member.failed"),
            .invalid([:], "member(zip, required, digits(5))", code: "member.failed"),
        ]
    ).stating(
        RuleFacets(
            keys: { [$0.string("key")].compactMap(\.self) }, isExhaustive: true, nested: .member))

    private let rules: NestedRules
    private let key: String

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
        guard let key = arguments.string("key") else {
            throw arguments.invalid("key", "must be given")
        }
        self.key = key
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let result = withMember(of: value) { rules.checkAll($0, context) }
        if result.verdict.isUndecided { return result.verdict }
        context.discardExplanation()
        guard result.verdict.isFail else { return .pass }
        context.explain(
            ofRuleSet: [
                "broken": .string(rules.description(at: result.rule)), "key": .string(key),
            ])
        return .fail(Code.failed)
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        withMember(of: value) { rules.answerOfAll($0, context) }
    }

    /// Calls `body` with the member, or with an absent value.
    private func withMember<Result>(
        of value: FieldValue, _ body: (FieldValue) -> Result
    ) -> Result {
        if let member = value.member(key) { return body(member) }
        var absent = assay_value()
        absent.kind = ASSAY_ABSENT
        return withUnsafePointer(to: &absent) { body(FieldValue(unsafePointer: $0)) }
    }
}

extension RuleExpression {
    /// An object whose member with a key passes all of the rules: `.member("zip", .required, .digits(5))`.
    ///
    /// A member that is not there is absent to the rules.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - rules: The rules.
    /// - Returns: The rule.
    public static func member(_ key: String, _ rules: RuleExpression...) -> RuleExpression {
        RuleExpression("member", positional: [.text(key)] + rules.map { .nested($0) })
    }
}
