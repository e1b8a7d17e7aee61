// SPDX-License-Identifier: Apache-2.0
import AssayCore

// The smallest rules that exercise what the engine does with rules.

struct RequiredTestRule: Rule {
    static let definition = RuleDefinition(
        RequiredTestRule.self, "required", "A value is there",
        codes: [RuleCode("required.missing", "is required")],
        examples: [.valid(1, "required"), .invalid(.absent, "required", code: "required.missing")],
        traits: [.acceptsMissing, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: !value.isAbsentOrNull)
    }
}

struct SizeTestRule: Rule {
    static let definition = RuleDefinition(
        SizeTestRule.self, "size", "Bytes of a string",
        parameters: [
            RuleParameter("min", .integer, limits: 0...1000), RuleParameter("max", .integer),
            RuleParameter("unit", .choice(["bytes", "pairs"]), default: "bytes"),
        ],
        kinds: .string,
        codes: [
            RuleCode("size.small", "must have at least {min} {unit}"),
            RuleCode("size.large", "must have at most {max} {unit}, has {actual}"),
        ],
        examples: [])

    let minimum: Int
    let maximum: Int

    init(_ arguments: Arguments) throws(RuleError) {
        minimum = arguments.int("min") ?? 0
        maximum = arguments.int("max") ?? .max
        if minimum > maximum { throw arguments.invalid("max", "is below min") }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let count = value.utf8.count
        if count < minimum { return .fail(0) }
        if count <= maximum { return .pass }
        context.explain(["actual": .integer(Int64(count))])
        return .fail(1)
    }
}

struct SameTestRule: Rule {
    static let definition = RuleDefinition(
        SameTestRule.self, "same", "Equal to another field",
        parameters: [RuleParameter("field", .field, isRequired: true)],
        codes: [RuleCode("same.different", "must equal {field}")], examples: [],
        traits: .sharesSensitivity)

    let field: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        field = try arguments.field("field")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: valuesAreEqual(value, context.field(field)))
    }
}

struct IntegerTestRule: Rule {
    static let definition = RuleDefinition(
        IntegerTestRule.self, "integer", "A whole number", kinds: .numbers,
        codes: [RuleCode("integer.type", "must be a whole number")], examples: [],
        traits: [.converts, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.integer != nil)
    }

    func convert(_ text: FieldValue) -> Conversion {
        guard let integer = Int64(String(decoding: text.unsafeBytes, as: UTF8.self)) else {
            return .failed(.fail())
        }
        return .integer(integer)
    }
}

struct AtLeastTestRule: Rule {
    static let definition = RuleDefinition(
        AtLeastTestRule.self, "atLeast", "A minimum",
        parameters: [RuleParameter("minimum", .number, isRequired: true)], kinds: .numbers,
        codes: [RuleCode("atLeast.less", "must be at least {minimum}")], examples: [])

    let minimum: ExactNumber

    init(_ arguments: Arguments) throws(RuleError) {
        guard let minimum = arguments.number("minimum") else {
            throw arguments.invalid("minimum", "is missing")
        }
        self.minimum = minimum
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: ExactNumber(value).map { $0 >= minimum } ?? false)
    }
}

struct FewItemsTestRule: Rule {
    static let definition = RuleDefinition(
        FewItemsTestRule.self, "fewItems", "At most some elements",
        parameters: [RuleParameter("count", .integer, isRequired: true)], kinds: .array,
        codes: [RuleCode("fewItems.many", "must have at most {count} elements")], examples: [],
        traits: .boundsElements)

    let count: Int

    init(_ arguments: Arguments) throws(RuleError) {
        count = arguments.int("count") ?? 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.count <= count)
    }
}

struct UnsureTestRule: Rule {
    static let definition = RuleDefinition(
        UnsureTestRule.self, "unsure", "Never decides", codes: [], examples: [])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .undecided(.matchLimit) }
}

struct AnyTestRule: Rule {
    static let definition = RuleDefinition(
        AnyTestRule.self, "any", "One of some rules passes",
        parameters: [RuleParameter("rules", .rules, isRequired: true)],
        codes: [RuleCode("any.none", "must pass one of {rules}")], examples: [])

    let rules: [BoundRule]

    init(_ arguments: Arguments) {
        rules = arguments.rules("rules")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for rule in rules where rule.check(value, context).isPass { return .pass }
        return .fail()
    }
}

extension RuleRegistry {
    /// A registry with the rules of this file.
    static func testing() throws -> RuleRegistry {
        let registry = RuleRegistry()
        try registry.register(
            [
                RequiredTestRule.definition, SizeTestRule.definition, SameTestRule.definition,
                IntegerTestRule.definition, AtLeastTestRule.definition,
                FewItemsTestRule.definition, UnsureTestRule.definition, AnyTestRule.definition,
                .async(
                    "far", "Asynchronous", parameters: [RuleParameter("field", .field)],
                    kinds: .string, codes: []
                ) { _, _ in .pass },
            ], from: .swift)
        return registry
    }
}

extension ValidatorsManager {
    /// A manager over the testing rules.
    static func testing(_ fields: Field...) throws -> ValidatorsManager {
        try ValidatorsManager(RuleSet(fields), registry: .testing())
    }
}

extension RuleExpression {
    static let required = RuleExpression("required")
    static let integer = RuleExpression("integer")
    static let unsure = RuleExpression("unsure")
    static let far = RuleExpression("far")

    static func size(_ minimum: Int64? = nil, _ maximum: Int64? = nil) -> RuleExpression {
        RuleExpression(
            "size",
            [
                RuleArgument(
                    .range(lower: minimum.map(Value.integer), upper: maximum.map(Value.integer)))
            ])
    }

    static func same(_ field: String) -> RuleExpression {
        RuleExpression("same", [RuleArgument(.word(field))])
    }

    static func far(_ field: String) -> RuleExpression {
        RuleExpression("far", [RuleArgument(.word(field))])
    }

    static func atLeast(_ minimum: Value) -> RuleExpression {
        RuleExpression("atLeast", [RuleArgument(.value(minimum))])
    }

    static func fewItems(_ count: Int64) -> RuleExpression {
        RuleExpression("fewItems", [RuleArgument(.value(.integer(count)))])
    }
}

extension ValidationReport {
    /// `pointer code` of every violation, then of every fault and of what is still to run.
    var summary: [String] {
        violations.map { "\($0.pointer) \($0.code)" } + faults.map { "\($0.pointer) \($0.code)" }
            + deferred.map { "\($0.pointer) \($0.code)" }
    }
}
