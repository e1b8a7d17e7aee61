// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `includes`: some element passes all of the given rules.
struct IncludesRule: Rule {
    static let definition = RuleDefinition(
        IncludesRule.self, "includes", "An array with an element that passes the given rules",
        parameters: [.nestedRules],
        kinds: .array,
        codes: [RuleCode("includes.none", "must have an element with {rules}")],
        examples: [
            .valid([1, 20], "includes(range(18...))"),
            .invalid([1, 2], "includes(range(18...))", code: "includes.none"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var result = Verdict.fail()
        for index in 0..<value.count {
            guard let element = value.element(index) else { continue }
            let verdict = rules.checkAll(element, context).verdict
            if verdict.isPass || verdict.isSkip { return .pass }
            if verdict.isUndecided { result = verdict }
        }
        return result
    }
}
