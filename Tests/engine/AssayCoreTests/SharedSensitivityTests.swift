// SPDX-License-Identifier: Apache-2.0
import Testing

@_spi(Engine) @testable import AssayCore

/// A rule that compares a field with a sensitive one makes it sensitive too.
@Suite struct SharedSensitivityTests {
    private static func plan(_ fields: Field...) throws -> ValidationPlan {
        try ValidationPlan(RuleSet(fields), registry: .testing())
    }

    private static func sensitiveKeys(_ fields: [Field]) throws -> [String] {
        let plan = try ValidationPlan(RuleSet(fields), registry: .testing())
        var keys: [String] = []
        for rule in plan.plannedRules
        where rule.isSensitive && !rule.isImplied && !keys.contains(rule.key) {
            keys.append(rule.key)
        }
        return keys.sorted()
    }

    @Test func aRepeatedSecretIsInNoReport() throws {
        let manager = try ValidatorsManager.testing(
            Field("secret", .size(3), isSensitive: true), Field("again", .same("secret")))
        let violation = try #require(
            manager.validate(["secret": "hunter", "again": "hunted"]).violations.first)
        #expect(violation.code == "same.different")
        #expect(violation.value == .absent)
        #expect(!violation.object.json.contains("hunted"))
    }

    @Test func aSecretThatIsRepeatedIsInNoReport() throws {
        let manager = try ValidatorsManager.testing(
            Field("secret", .size(9)), Field("again", .same("secret"), isSensitive: true))
        let violation = try #require(
            manager.validate(["secret": "hunter", "again": "hunter"]).violations.first)
        #expect(violation.pointer == "/secret")
        #expect(violation.value == .absent)
        #expect(!violation.object.json.contains("hunter"))
    }

    @Test func aTraceHasNoRepeatedSecret() throws {
        let plan = try Self.plan(
            Field("secret", .size(3), isSensitive: true), Field("again", .same("secret")))
        let rules = ValidationSession(plan).trace(["secret": "hunter", "again": "hunted"]).rules
        #expect(rules.map(\.isSensitive) == [true, true])
        #expect(rules.map(\.value) == [.absent, .absent])
    }

    private static let any = RuleExpression("any", [RuleArgument(.rule(.same("secret")))])

    static let ties: [(name: String, fields: [Field], sensitive: [String])] = [
        (
            "a chain, either way",
            [
                Field("a", .same("b")), Field("b", .same("c")), Field("c", .size(1)),
                Field("d", .same("c"), isSensitive: true), Field("e", .same("d")),
                Field("f", .size(1)),
            ], ["a", "b", "c", "d", "e"]
        ),
        (
            "through a field without rules",
            [Field("a", .same("bare"), isSensitive: true), Field("b", .same("bare"))],
            ["a", "b"]
        ),
        (
            "a nested rule",
            [Field("secret", .size(1), isSensitive: true), Field("a", any), Field("b", .size(1))],
            ["a", "secret"]
        ),
        (
            "a condition",
            [
                Field("secret", .size(1), isSensitive: true), Field("a", .size(1)),
                Field(
                    "b",
                    Validator(
                        rules: [RuleEntry(.size(1), when: [Condition("a", .same("secret"))])])),
            ], ["a", "secret"]
        ),
        (
            "elements and their containers",
            [
                Field("list[*].pin", .size(1), isSensitive: true),
                Field("list[0].pin", .same("bare.pin")), Field("bare", .required),
                Field("bare.name", .size(1)),
            ], ["bare", "list[*].pin", "list[0].pin"]
        ),
        (
            "another field that is named, but not compared",
            [Field("secret", .size(1), isSensitive: true), Field("a", .far("secret"))],
            ["secret"]
        ),
        ("nothing is sensitive", [Field("a", .same("b")), Field("b", .size(1))], []),
    ]

    @Test(arguments: ties)
    func whatIsComparedWithASecretIsOne(
        name: String, fields: [Field], sensitive: [String]
    ) throws {
        #expect(try Self.sensitiveKeys(fields) == sensitive, "\(name)")
        #expect(try Self.sensitiveKeys(fields.reversed()) == sensitive, "\(name), reversed")
    }

    @Test func aPlanNamesFieldsWithoutRulesToo() throws {
        let plan = try Self.plan(
            Field("a", .same("user.secret"), isSensitive: true), Field("b", .size(1)))
        #expect(plan.isSensitive("user.secret"))
        #expect(plan.isSensitive("user"))
        #expect(!plan.isSensitive("user.name"))
        #expect(!plan.isSensitive("b"))
    }

    @Test func aPartOfARuleSetKeepsWhatTheWholeHides() throws {
        let again = Field("again", .same("secret"))
        var ruleSet = RuleSet(Field("secret", .size(3), isSensitive: true), again)
        let whole = try ValidationPlan(ruleSet, registry: .testing())
        ruleSet.keepSensitivePaths(of: whole)
        #expect(ruleSet.isSensitive("again"))
        let manager = try ValidatorsManager(ruleSet.only(again), registry: .testing())
        let violation = try #require(manager.validate(["again": "hunted"]).violations.first)
        #expect(violation.value == .absent)
    }

    @Test func aChainInAnyOrderIsFollowedWithinTheLimit() throws {
        let count = 20_000
        var fields = (0..<count).map { Field(FieldPath(key: "f\($0)"), .same("f\($0 + 1)")) }
        fields.append(Field(FieldPath(key: "f\(count)"), .size(1), isSensitive: true))
        let plan = try ValidationPlan(RuleSet(fields), registry: .testing())
        #expect(plan.plannedRules.allSatisfy { $0.isSensitive })
        let reversed = try ValidationPlan(RuleSet(fields.reversed()), registry: .testing())
        #expect(reversed.plannedRules.allSatisfy { $0.isSensitive })
    }

    @Test func theSearchEndsAtItsLimit() {
        var paths = SensitivePaths()
        paths.insert("secret")
        let ties: [(path: FieldPath, other: FieldPath)] =
            (0..<100).map {
                (FieldPath(key: "a\($0)"), FieldPath(key: "b\($0)"))
            } + [("secret", "again")]
        paths.spread(along: ties, limit: 50)
        #expect(paths.comparisons > 50 && paths.comparisons < 60)
    }
}
