// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// An array with at least so many elements.
    public static func minItems(_ count: Int) -> RuleExpression {
        built("minItems", [.value(.integer(Int64(count)))])
    }

    /// An array with at most so many elements.
    public static func maxItems(_ count: Int) -> RuleExpression {
        built("maxItems", [.value(.integer(Int64(count)))])
    }

    /// An object with at least so many members.
    public static func minProperties(_ count: Int) -> RuleExpression {
        built("minProperties", [.value(.integer(Int64(count)))])
    }

    /// An object with at most so many members.
    public static func maxProperties(_ count: Int) -> RuleExpression {
        built("maxProperties", [.value(.integer(Int64(count)))])
    }

    /// An array without equal elements.
    public static var uniqueItems: RuleExpression { built("uniqueItems") }

    /// An array without elements that are equal, or whose values at a path are equal.
    public static func uniqueItems(
        by path: String? = nil, ignoreCase: Bool = false
    ) -> RuleExpression {
        built(
            "uniqueItems", [],
            ["by": path.map(ArgumentValue.text), "ignoreCase": .flag(ignoreCase)])
    }

    /// An object with all of the keys.
    public static func requiredKeys(_ keys: String...) -> RuleExpression {
        built("requiredKeys", [.list(keys.map(ArgumentValue.text))])
    }

    /// An object without other keys.
    public static func allowedKeys(_ keys: String...) -> RuleExpression {
        built("allowedKeys", [.list(keys.map(ArgumentValue.text))])
    }

    /// An object in which a key asks for other keys.
    public static func dependentKeys(
        _ when: KeyValuePairs<String, [String]>
    ) -> RuleExpression {
        built(
            "dependentKeys",
            [.list(when.map { .list(([$0.key] + $0.value).map(ArgumentValue.text)) })])
    }

    /// An array with an element that passes all of the rules.
    public static func includes(_ rules: RuleExpression...) -> RuleExpression {
        built("includes", rules.map(ArgumentValue.nested))
    }

    /// An array whose elements all pass the rules.
    public static func each(_ rules: RuleExpression...) -> RuleExpression {
        built("each", rules.map(ArgumentValue.nested))
    }

    /// At least one of the rules passes.
    public static func anyOf(_ rules: RuleExpression...) -> RuleExpression {
        built("anyOf", rules.map(ArgumentValue.nested))
    }

    /// Every one of the rules passes.
    public static func allOf(_ rules: RuleExpression...) -> RuleExpression {
        built("allOf", rules.map(ArgumentValue.nested))
    }

    /// One of the rules passes, and no other.
    public static func exactlyOne(_ rules: RuleExpression...) -> RuleExpression {
        built("exactlyOne", rules.map(ArgumentValue.nested))
    }

    /// The rule does not pass.
    public static func not(_ rule: RuleExpression) -> RuleExpression {
        built("not", [.nested(rule)])
    }
}
