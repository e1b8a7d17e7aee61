// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTesting
import Testing

/// Where a rule set can have an asynchronous rule.
struct AsyncRuleSetTests {
    private let rules: FarRules

    init() throws {
        rules = try FarRules()
    }

    @Test(arguments: [
        (
            "a: not(far)",
            "rules.yaml:3:10: error[rule.asynchronous] a: not cannot wait for 'far', which is "
                + "asynchronous; write it as a rule of its own beside not"
        ),
        (
            "a: anyOf(length(3...), far(no))",
            "rules.yaml:3:26: error[rule.asynchronous] a: anyOf cannot wait for 'far', which is "
                + "asynchronous; write it as a rule of its own beside anyOf"
        ),
        (
            "a: allOf(required, not(far))",
            "rules.yaml:3:26: error[rule.asynchronous] a: not cannot wait for 'far', which is "
                + "asynchronous; write it as a rule of its own beside not"
        ),
        (
            "a:\n  - rule: length(3...)\n    when: { b: far }",
            "rules.yaml:5:18: error[rule.asynchronous] a: a condition cannot wait for 'far', which "
                + "is asynchronous; name rules that decide at once"
        ),
        (
            "a: far(perhaps)",
            "rules.yaml:3:10: error[argument.choice] a: far: argument 'say' takes one of pass, no, "
                + "hint, skip, unsure, throw, ask, equal, not 'perhaps'"
        ),
        (
            "a: farr",
            "rules.yaml:3:6: error[rule.unknown] a: there is no rule 'farr'; did you mean 'far'?"
        ),
    ])
    func aRuleThatCannotBeAskedThereIsAnErrorOfTheRuleSet(_ fields: String, _ text: String) {
        let error = #expect(throws: RuleSetError.self) { try rules.manager(fields) }
        #expect(error?.description == text)
    }

    @Test(arguments: [
        ("a: far", true), ("a: required, length(3...)", false), ("a: required\nb[*]: far", true),
    ])
    func aPlanKnowsWhetherItHasAsynchronousRules(_ fields: String, _ expected: Bool) throws {
        #expect(try rules.manager(fields).plan.hasAsynchronousRules == expected)
    }

    @Test func aDefinitionSaysThatItsRuleIsAsynchronous() throws {
        #expect(
            rules.registry.allDefinitions.filter(\.isAsynchronous).map(\.id) == [
                "far", "farPresence", "farText",
            ])
    }

    @Test func traitsThatNeedAnAnswerAtOnceAreTakenOut() {
        let definition = rules.registry.definition(for: "farPresence")
        #expect(definition?.traits == [.acceptsMissing, .stopsOnFailure])
    }

    @Test func anIdThatIsTakenIsRejectedAsForOtherRules() {
        #expect(throws: RegistryError(id: "far", existing: .swift, rejected: .swift)) {
            try rules.registry.register(.async("far", "Twice", codes: []) { _, _ in .pass })
        }
    }

    @Test func rulesAfterAnAsynchronousOneFindWhatTheyFindBeforeIt() throws {
        let own = "required, length(2...3), regex(/^[a-z]+$/)"
        let values: [Value] = [.absent, "", "a", "ab", "AB", "abcd", "ABCD", 1]
        let records = (values + values).map { ValidationRecord(dictionaryLiteral: ("a", $0)) }
        let found = try ["a: far, \(own)", "a: \(own), far"].map { fields in
            try rules.manager(fields).validate(records).map { $0.violations.map(\.code) }
        }
        #expect(found[0] == found[1])
        #expect(
            found[0].prefix(values.count).map(\.count) == [1, 1, 1, 0, 1, 1, 1, 1],
            "\(found[0].prefix(values.count))")
    }

    @Test func aRuleOfItsOwnTypeIsMadeFromItsArguments() async throws {
        try rules.registry.register(NotAmongRule.definition)
        let error = #expect(throws: RuleSetError.self) { try rules.manager("a: notAmong([])") }
        #expect(
            error?.description
                == "rules.yaml:3:6: error[argument.invalid] a: notAmong: argument 'names' is empty")
        let manager = try rules.manager("a: notAmong(\"root\", \"admin\")")
        let report = await manager.validate(["a": "admin"], within: .untimed)
        #expect(report.violations.map(\.message) == ["is one of root, admin"])
        #expect(await manager.findings(of: ["a": "ann"]) == [])
    }
}

private struct NotAmongRule: AsyncRule {
    enum Code: String, RuleCodes {
        case found = "is one of {names}"
    }

    static let definition = RuleDefinition(
        NotAmongRule.self, "notAmong", "None of some names",
        parameters: [RuleParameter("names", .list, isRequired: true)], kinds: .string,
        codes: Code.self)

    let names: [Value]

    init(_ arguments: Arguments) throws(RuleError) {
        names = arguments.list("names") ?? []
        if names.isEmpty { throw arguments.invalid("names", "is empty") }
    }

    func check(_ value: Value, _ context: AsyncContext) async -> Verdict {
        await Task.yield()
        return .pass(if: !names.contains(value), else: Code.found)
    }
}
