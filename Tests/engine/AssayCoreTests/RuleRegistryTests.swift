// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct RuleRegistryTests {
    @Test func aDuplicateIdNamesBothSources() throws {
        let registry = try RuleRegistry.testing()
        let plugin = RuleSource.plugin(id: "acme", version: "1.2.0", path: "/p/acme.so")
        let error = #expect(throws: RegistryError.self) {
            try registry.register([RequiredTestRule.definition], from: plugin)
        }
        #expect(
            error?.description
                == "rule 'required' is defined twice: by built in (Swift) and by plugin acme 1.2.0 "
                + "(/p/acme.so); the first one is kept")
        #expect(registry.definition(for: "required")?.source == .swift)
    }

    @Test func registeringSeveralRulesIsAllOrNothing() throws {
        let registry = RuleRegistry()
        try registry.register(SizeTestRule.definition)
        #expect(throws: RegistryError.self) {
            try registry.register(
                [RequiredTestRule.definition, SizeTestRule.definition], from: .swift)
        }
        #expect(registry.allDefinitions.map(\.id) == ["size"])
    }

    private static func named(_ name: String, _ value: ArgumentValue) -> RuleArgument {
        RuleArgument(name: name, value)
    }

    static let mistakes: [(RuleExpression, String)] = [
        (
            RuleExpression("sice"),
            "error[rule.unknown] there is no rule 'sice'; did you mean 'size'?"
        ),
        (RuleExpression("zzzzzz"), "error[rule.unknown] there is no rule 'zzzzzz'"),
        (
            RuleExpression("size", [named("mim", .value(1))]),
            "error[argument.unknown] size has no parameter 'mim'; did you mean 'min'?"
        ),
        (
            RuleExpression("size", [named("colour", .value(1))]),
            "error[argument.unknown] size has no parameter 'colour'; it takes min, max, unit"
        ),
        (
            RuleExpression("required", [named("x", .value(1))]),
            "error[argument.unknown] required has no parameter 'x'; it takes no arguments"
        ),
        (
            RuleExpression("required", [RuleArgument(.value(1))]),
            "error[argument.extra] required takes no arguments"
        ),
        (
            RuleExpression("atLeast", [RuleArgument(.value(1)), RuleArgument(.value(2))]),
            "error[argument.extra] atLeast takes one argument"
        ),
        (
            RuleExpression("atLeast"),
            "error[argument.missing] atLeast needs the argument 'minimum', a number"
        ),
        (
            RuleExpression("atLeast", [RuleArgument(.value("1"))]),
            "error[argument.type] atLeast: argument 'minimum' takes a number, not \"1\""
        ),
        (
            RuleExpression("atLeast", [RuleArgument(.word("age"))]),
            "error[argument.type] atLeast: argument 'minimum' takes a number, not age; "
                + "write a string in quotes: \"age\""
        ),
        (
            RuleExpression("size", [named("min", .value(1.5))]),
            "error[argument.type] size: argument 'min' takes an integer from 0 to 1000, not 1.5"
        ),
        (
            RuleExpression("size", [named("min", .value(-1))]),
            "error[argument.range] size: argument 'min' takes an integer from 0 to 1000, not -1"
        ),
        (
            RuleExpression("size", [named("unit", .word("byte"))]),
            "error[argument.choice] size: argument 'unit' takes one of bytes, pairs, not 'byte'; "
                + "did you mean 'bytes'?"
        ),
        (
            RuleExpression(
                "size", [named("min", .value(1)), RuleArgument(.range(lower: 2, upper: nil))]),
            "error[argument.duplicate] size is given 'min' twice"
        ),
        (
            RuleExpression("atLeast", [RuleArgument(.range(lower: 2, upper: nil))]),
            "error[argument.type] atLeast takes no range"
        ),
        (
            RuleExpression("same", [RuleArgument(.value(5))]),
            "error[argument.type] same: argument 'field' takes the path of a field, not 5"
        ),
        (
            RuleExpression("same", [RuleArgument(.word("a["))]),
            "error[field.syntax] 'a[' is not a field path: expected ']' at byte 2"
        ),
        (
            RuleExpression("any", [RuleArgument(.value(5))]),
            "error[argument.type] any: argument 'rules' takes rules, not 5"
        ),
        (
            RuleExpression("any", [RuleArgument(.word("requird"))]),
            "error[rule.unknown] there is no rule 'requird'; did you mean 'required'?"
        ),
        (
            RuleExpression("size", [RuleArgument(.range(lower: 5, upper: 3))]),
            "error[argument.invalid] size: argument 'max' is below min"
        ),
    ]

    @Test(arguments: 0..<mistakes.count)
    func aWrongExpressionSaysWhatIsWrong(index: Int) throws {
        let (expression, message) = Self.mistakes[index]
        let registry = try RuleRegistry.testing()
        let error = #expect(throws: RuleError.self) { try registry.bind(expression) }
        #expect(error?.description == message)
    }

    @Test func defaultsAreFilledIn() throws {
        let rule = try RuleRegistry.testing().bind(.size(2))
        #expect(rule.arguments.choice("unit") == "bytes")
        #expect(rule.arguments.int("min") == 2)
        #expect(rule.arguments.int("max") == nil)
    }

    @Test(arguments: [
        ("lenght", "length"), ("REQUIRED", "required"), ("requred", "required"),
        ("x", nil as String?),
        ("leng", "length"), ("completely", nil),
    ])
    func theNearestNameIsOffered(name: String, expected: String?) {
        #expect(nearestName(to: name, in: ["length", "required", "email"]) == expected)
    }

    @Test func ofNamesThatAreAsNearOneOfTheSameLengthIsOffered() {
        #expect(nearestName(to: "rulse", in: ["rule", "rules", "ruler"]) == "rules")
        #expect(nearestName(to: "q", in: ["a", "b"]) == nil)
        #expect(nearestName(to: "q", in: ["b", "qs"]) == "qs")
        #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "bat")
    }

    @Test(arguments: [
        ("plain", "plain"), ("{a} of {b}", "1 of x, y"), ("{unknown} {", "{unknown} {"),
        ("{{a}}", "{1}"), ("}{a", "}{a"),
    ])
    func placeholdersAreReplacedWhereTheyAreKnown(template: String, expected: String) {
        let values: [String: Value] = ["a": 1, "b": ["x", "y"]]
        #expect(MessageTemplate.format(template) { values[$0] } == expected)
    }
}
