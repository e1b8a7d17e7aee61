// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// What a rule set means: presence, policies, conditions, elements, other fields.
@Suite struct SemanticsTests {
    @Test func rulesSkipAbsentAndNullUnlessTheyAcceptMissingValues() throws {
        let manager = try ValidatorsManager.testing(Field("a", .size(3)), Field("b", .required))
        #expect(manager.validate(["a": .null, "b": 0]).isValid)
        #expect(manager.validate(["b": .null]).summary == ["/b required.missing"])
    }

    @Test func aValueOfAWrongKindIsReportedOnce() throws {
        let manager = try ValidatorsManager.testing(Field("a", .size(3), .size(5), .unsure))
        #expect(manager.validate(["a": 7]).summary == ["/a size.kind"])
        #expect(manager.validate(["a": 7]).violations.first?.message == "must be a string")
    }

    @Test func policyFirstStopsAtTheFirstFailure() throws {
        let all = try ValidatorsManager.testing(Field("a", .size(3), .size(4)))
        #expect(all.validate(["a": "x"]).summary == ["/a size.small", "/a size.small"])
        let first = try ValidatorsManager.testing(Field("a", .size(3), .size(4), policy: .first))
        #expect(first.validate(["a": "x"]).summary == ["/a size.small"])
        #expect(first.validate(["a": "xyz"]).summary == ["/a size.small"])
    }

    @Test func policyFirstHoldsBetweenOwnRulesAndThoseAboutOtherFields() throws {
        let manager = try ValidatorsManager.testing(
            Field("b", .required), Field("a", .size(3), .same("b"), .size(9), policy: .first))
        #expect(manager.validate(["a": "x", "b": "y"]).summary == ["/a size.small"])
        #expect(manager.validate(["a": "xyz", "b": "y"]).summary == ["/a same.different"])
        #expect(manager.validate(["a": "xyz", "b": "xyz"]).summary == ["/a size.small"])
    }

    @Test func aRuleAboutAnotherFieldRunsOnlyIfThatFieldIsValid() throws {
        let manager = try ValidatorsManager.testing(
            Field("confirm", .same("password")), Field("password", .size(3)), Field("x", .required))
        #expect(
            manager.validate(["confirm": "a", "password": "b"]).summary == [
                "/password size.small", "/x required.missing",
            ])
        #expect(
            manager.validate(["confirm": "a", "password": "long"]).summary == [
                "/confirm same.different", "/x required.missing",
            ])
    }

    @Test func dependenciesAnyRunsWhateverBecameOfTheOtherField() throws {
        let entry = RuleEntry(.same("b"), dependencies: .any)
        let manager = try ValidatorsManager.testing(
            Field("a", Validator(rules: [entry])), Field("b", .size(3)))
        #expect(
            manager.validate(["a": "x", "b": "y"]).summary == [
                "/a same.different", "/b size.small",
            ])
    }

    @Test func conditionsDecideWhetherARuleIsAsked() throws {
        let entry = RuleEntry(.required, when: [Condition("country", .size(2, 2))])
        let manager = try ValidatorsManager.testing(Field("iban", Validator(rules: [entry])))
        #expect(manager.validate(["country": "DE"]).summary == ["/iban required.missing"])
        #expect(manager.validate(["country": "DEU"]).isValid)
        #expect(manager.validate([:]).isValid)
    }

    @Test func warningsLeaveTheRecordValid() throws {
        let entry = RuleEntry(.size(3), severity: .warning, message: "short: {value}")
        let report = try ValidatorsManager.testing(Field("a", Validator(rules: [entry])))
            .validate(["a": "x"])
        #expect(report.isValid)
        #expect(report.violations.map(\.message) == ["short: x"])
        #expect(report.violations.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        (FaultPolicy.fault, ["/a fault.matchLimit"], false),
        (.fail, ["/a unsure.undecided"], false), (.pass, [], true),
    ])
    func onFaultDecidesHowAnUndecidedRuleCounts(
        policy: FaultPolicy, summary: [String], isValid: Bool
    ) throws {
        let entry = RuleEntry(.unsure, onFault: policy)
        let report = try ValidatorsManager.testing(Field("a", Validator(rules: [entry])))
            .validate(["a": "x"])
        #expect(report.summary == summary)
        #expect(report.isValid == isValid)
    }

    @Test func sensitiveValuesAreNotReported() throws {
        let manager = try ValidatorsManager.testing(Field("a", .size(9), isSensitive: true))
        let violation = try #require(manager.validate(["a": "secret"]).violations.first)
        #expect(violation.value == .absent)
        #expect(!violation.object.json.contains("secret"))
    }

    @Test func messagesNameParametersAndWhatTheRuleAdds() throws {
        let manager = try ValidatorsManager.testing(Field("a", .size(0, 2)))
        let violation = try #require(manager.validate(["a": "four"]).violations.first)
        #expect(violation.message == "must have at most 2 bytes, has 4")
        #expect(
            violation.object.json == """
                {"pointer":"/a","field":"a","rule":"size","code":"size.large","severity":"error",\
                "message":"must have at most 2 bytes, has 4",\
                "parameters":{"min":0,"max":2,"unit":"bytes","actual":4},"value":"four"}
                """)
    }

    @Test func nestedFieldsAreFoundByPath() throws {
        let manager = try ValidatorsManager.testing(
            Field("address.zip", .required), Field("list[1]", .required))
        #expect(
            manager.validate(["address": ["zip": "1"], "list": [1, 2]]).isValid)
        #expect(
            manager.validate(["address": 7, "list": [1]]).summary == [
                "/address/zip required.missing", "/list/1 required.missing",
                "/address path.object",
            ])
    }

    @Test func elementsAreCheckedOneByOneInOrder() throws {
        let manager = try ValidatorsManager.testing(
            Field("items[*].price", .required, .atLeast(1)), Field("items", .required))
        #expect(
            manager.validate(["items": [["price": 0], [:], ["price": 2], ["price": -1]]]).summary
                == [
                    "/items/0/price atLeast.less", "/items/1/price required.missing",
                    "/items/3/price atLeast.less",
                ])
    }

    @Test func nestedElementsKeepBothIndexes() throws {
        let manager = try ValidatorsManager.testing(Field("rows[*][*]", .atLeast(0)))
        #expect(
            manager.validate(["rows": [[1, -1], [], [2, 3, -4], "no"]]).summary == [
                "/rows/0/1 atLeast.less", "/rows/2/2 atLeast.less", "/rows/3 path.array",
            ])
    }

    @Test func anElementIsComparedWithItsOwnSiblingAndWithTheRecord() throws {
        let manager = try ValidatorsManager.testing(
            Field("items[*].a", .same("items[*].b")), Field("items[*].c", .same("total")))
        #expect(
            manager.validate([
                "total": 5,
                "items": [["a": 1, "b": 1, "c": 5], ["a": 1, "b": 2, "c": 4]],
            ]).summary == ["/items/1/a same.different", "/items/1/c same.different"])
    }

    @Test func elementsOfAnArrayThatIsTooLongAreNotChecked() throws {
        let manager = try ValidatorsManager.testing(
            Field("tags[*]", .size(3)), Field("tags", .fewItems(2)))
        #expect(manager.validate(["tags": ["a", "b"]]).violations.count == 2)
        #expect(manager.validate(["tags": ["a", "b", "c"]]).summary == ["/tags fewItems.many"])
    }

    @Test func textIsConvertedForLaterRulesAndForOtherFields() throws {
        let manager = try ValidatorsManager.testing(
            Field("age", .integer, .atLeast(18)), Field("copy", .integer, .same("age")))
        #expect(manager.validate(ValidationRecord(text: [("age", "18"), ("copy", "018")])).isValid)
        let report = manager.validate(ValidationRecord(text: [("age", "7"), ("copy", "x")]))
        #expect(report.summary == ["/age atLeast.less", "/copy integer.type"])
        #expect(report.violations.map(\.value) == ["7", "x"])
    }

    @Test func emptyTextIsAnAbsentField() throws {
        let manager = try ValidatorsManager.testing(Field("a", .required), Field("b", .size(1)))
        #expect(
            manager.validate(ValidationRecord(text: [("a", ""), ("b", "")])).summary == [
                "/a required.missing"
            ])
    }

    @Test(arguments: [
        (UnknownFieldPolicy.allow, [], true), (.warn, ["/x~1y record.unknownField"], true),
        (.reject, ["/x~1y record.unknownField"], false),
    ])
    func unknownFieldsFollowThePolicy(
        policy: UnknownFieldPolicy, summary: [String], isValid: Bool
    ) throws {
        let ruleSet = RuleSet(Field("a", .required), unknownFields: policy)
        let manager = try ValidatorsManager(ruleSet, registry: .testing())
        let report = manager.validate(["a": 1, "x/y": 2])
        #expect(report.summary == summary)
        #expect(report.isValid == isValid)
    }

    @Test func findingsBeyondTheMaximumAreCountedOnly() throws {
        var ruleSet = RuleSet([Field("tags[*]", .size(3))])
        ruleSet.maximumViolations = 2
        let manager = try ValidatorsManager(ruleSet, registry: .testing())
        let report = manager.validate(["tags": ["a", "b", "c", "d"]])
        #expect(report.summary == ["/tags/0 size.small", "/tags/1 size.small"])
        #expect(report.droppedCount == 2)
        #expect(!report.isValid)
    }

    @Test func rulesInRulesSeeTheirOwnArgumentsAndFields() throws {
        let expression = RuleExpression(
            "any", [RuleArgument(.rule(.same("b"))), RuleArgument(.rule(.size(5)))])
        let manager = try ValidatorsManager.testing(Field("a", expression))
        #expect(manager.validate(["a": "x", "b": "x"]).isValid)
        #expect(manager.validate(["a": "xxxxx", "b": "y"]).isValid)
        #expect(
            manager.validate(["a": "x", "b": "y"]).violations.map(\.message) == [
                "must pass one of same(b), size(5...)"
            ])
    }
}
