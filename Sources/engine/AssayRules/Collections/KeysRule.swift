// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// `keys`: every key of an object, as a text, passes all of the given rules.
struct KeysRule: ComposedRule {
    enum Code: String, RuleCodes {
        case failed = "must not have the key {key}, which does not satisfy {broken}"
    }

    static let definition = RuleDefinition(
        KeysRule.self, "keys", "An object whose keys all pass the given rules",
        standard: "JSON Schema 2020-12 (propertyNames)", parameters: [.nestedRules],
        kinds: .object, codes: Code.self,
        examples: [
            .valid(["a": 1, "b": 2], "keys(length(1...20))"),
            .valid([:], "keys(length(1...20))"),
            .invalid(["a": 1, "": 2], "keys(length(1...20))", code: "keys.failed"),
        ])

    private let rules: NestedRules

    init(_ arguments: Arguments) throws(RuleError) {
        rules = try NestedRules(arguments)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in 0..<value.count {
            guard let name = value.key(at: index) else { continue }
            let result = Self.withText(name) { rules.checkAll($0, context) }
            if result.verdict.isUndecided { return result.verdict }
            context.discardExplanation()
            guard result.verdict.isFail else { continue }
            context.explain(
                ["key": .string(name), "broken": .string(rules.description(at: result.rule))])
            return .fail(Code.failed)
        }
        return .pass
    }

    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer {
        var result = RuleAnswer.passed
        for index in 0..<value.count {
            guard let name = value.key(at: index) else { continue }
            let answer = Self.withText(name) { rules.answerOfAll($0, context) }
            if case .failed = answer { return answer }
            result.join(answer)
        }
        return result
    }

    /// Calls `body` with a key as a text.
    private static func withText<Result>(
        _ key: String, _ body: (FieldValue) -> Result
    ) -> Result {
        var key = key
        return key.withUTF8 { bytes in
            var value = assay_value()
            value.kind = ASSAY_STR
            value.as.ptr = bytes.baseAddress
            value.len = UInt64(bytes.count)
            return withUnsafePointer(to: &value) { body(FieldValue(unsafePointer: $0)) }
        }
    }
}
