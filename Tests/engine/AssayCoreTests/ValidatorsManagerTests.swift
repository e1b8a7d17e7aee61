// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct ValidatorsManagerTests {
    @Test func everyValidatorRunsWhateverFailedBefore() throws {
        let manager = try ValidatorsManager.testing(
            Field("a", .required), Field("b", .required), Field("c", .size(3)))
        #expect(
            manager.validate(["c": "x"]).summary == [
                "/a required.missing", "/b required.missing", "/c size.small",
            ])
    }

    @Test func validRecordGivesAnEmptyReport() throws {
        let report = try ValidatorsManager.testing(Field("a", .required)).validate(["a": 0])
        #expect(report.isValid)
        #expect(report.violations.isEmpty && report.faults.isEmpty)
    }

    @Test func addingAValidatorForAKnownKeyChangesNothingAndSaysSo() throws {
        let manager = try ValidatorsManager.testing(Field("a", .required))
        #expect(try manager.addValidator(for: "a", Validator(.size(9))) == false)
        #expect(try manager.addValidator(for: "b", Validator(.required)) == true)
        #expect(manager.keys == ["a", "b"])
        #expect(manager.validate(["a": "x"]).summary == ["/b required.missing"])
    }

    @Test func aKeyThatIsNoPathIsAnError() throws {
        let manager = try ValidatorsManager.testing()
        let error = #expect(throws: RuleSetError.self) {
            try manager.addValidator(for: "a..b", Validator(.required))
        }
        #expect(
            error?.description
                == "error[field.syntax] a..b: 'a..b' is not a field path: expected a key at byte 2")
        #expect(manager.keys.isEmpty)
    }

    @Test func someKeysCanBeValidatedAlone() throws {
        let manager = try ValidatorsManager.testing(
            Field("a", .required), Field("b", .required), Field("c", .required))
        #expect(
            try manager.validate([:], fields: ["c", "a"]).summary == [
                "/a required.missing", "/c required.missing",
            ])
        #expect(try manager.validate([:], fields: []).isValid)
    }

    @Test func aFieldThatNoRuleIsAboutIsAnError() throws {
        let manager = try ValidatorsManager.testing(Field("email", .required))
        let error = #expect(throws: RuleSetError.self) {
            try manager.validate([:], fields: ["emial", "email", "x"])
        }
        #expect(
            error?.issues.map(\.help) == [
                "did you mean 'email'?", "name fields as the rule set writes their paths",
            ])
        #expect(error?.issues.map(\.field) == ["emial", "x"])
        #expect(error?.issues.first?.code == "field.unknown")
        #expect(error?.issues.first?.message == "the rule set has no such field")
    }

    @Test func manyRecordsGiveOneReportEachInOrder() throws {
        let manager = try ValidatorsManager.testing(Field("a", .required, .integer))
        let reports = manager.validate([
            ["a": 1], [:], ValidationRecord(text: [("a", "7")]),
            ValidationRecord(text: [("a", "x")]), ["a": "7"],
        ])
        #expect(
            reports.map(\.summary) == [
                [], ["/a required.missing"], [], ["/a integer.type"], ["/a integer.kind"],
            ])
    }

    @Test func aRuleSetWithMistakesNamesEveryOne() throws {
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager.testing(
                Field("a", RuleExpression("requird")), Field("b", .size(5, 3)),
                Field("b", .required), Field("c", .same("d[*].e")))
        }
        #expect(
            error?.description == """
                error[field.duplicate] b: the field has two validators; write their rules as one list
                error[rule.unknown] a: there is no rule 'requird'; did you mean 'required'?
                error[argument.invalid] b: size: argument 'max' is below min
                error[field.elements] c: the field 'd[*].e' has elements that this field does not \
                share; name a field with the same [*], or one without
                """)
    }

    @Test func replacingValidatorsIsAtomicForThoseWhoValidate() async throws {
        let manager = try ValidatorsManager.testing(Field("a", .required), Field("b", .required))
        let other = RuleSet(Field("c", .required), Field("d", .required))
        let first = manager.ruleSet
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<300 {
                        let summary = manager.validate([:]).summary
                        let isWhole =
                            summary == ["/a required.missing", "/b required.missing"]
                            || summary == ["/c required.missing", "/d required.missing"]
                        if !isWhole { return false }
                    }
                    return true
                }
            }
            group.addTask {
                for round in 0..<100 {
                    guard
                        (try? manager.replaceValidators(with: round % 2 == 0 ? other : first))
                            != nil
                    else { return false }
                }
                return true
            }
            for await isWhole in group { #expect(isWhole) }
        }
    }

    @Test func validatorsAddedByManyTasksAreAllThere() async throws {
        let manager = try ValidatorsManager.testing()
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    (try? manager.addValidator(for: "f\(index % 10)", Validator(.required))) == true
                }
            }
            var added = 0
            for await wasAdded in group where wasAdded { added += 1 }
            #expect(added == 10)
        }
        #expect(Set(manager.keys) == Set((0..<10).map { "f\($0)" }))
    }
}
