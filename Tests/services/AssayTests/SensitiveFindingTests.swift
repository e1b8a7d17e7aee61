// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Findings on sensitive fields have nothing of the value in them, whatever a rule says.
@Suite struct SensitiveFindingTests {
    private static let tell = RuleDefinition(
        TellingRule.self, "tell", "Says what it was given",
        parameters: [RuleParameter("value", .string, default: "none")],
        codes: [RuleCode("tell.all", "has {found} at {place}, not {value}")], examples: [])

    private func report(
        _ field: String, _ rules: RuleExpression..., of record: Value, isSensitive: Bool = true
    ) throws -> ValidationReport {
        let registry = RuleRegistry.standard()
        try registry.register(Self.tell)
        let ruleSet = RuleSet([
            Field(
                FieldPath(stringLiteral: field),
                Validator(rules: rules.map { RuleEntry($0) }, isSensitive: isSensitive))
        ])
        let manager = try ValidatorsManager(ruleSet, registry: registry)
        guard case .object(let object) = record else { return ValidationReport() }
        return manager.validate(ValidationRecord(object))
    }

    static let secrets: [(rule: String, value: Value, message: String, pointer: String)] = [
        (
            "allowedKeys(\"a\")", ["hunter": 1], "must not have the key [sensitive]", "/f"
        ),
        (
            "regexPattern", "(?hunter", "must be a valid pattern: [sensitive] at byte [sensitive]",
            "/f"
        ),
        (
            "dependentKeys([[\"hunter\", \"other\"]])", ["hunter": 1],
            "must have the key [sensitive] if it has the key [sensitive]", "/f"
        ),
        ("tell", "hunter", "has [sensitive] at [sensitive], not none", "/f"),
        ("anyOf(allowedKeys(\"a\"), tell)", ["hunter": 1], "must satisfy", "/f"),
        // What is of the rule set alone may be shown.
        ("requiredKeys(\"a\")", ["hunter": 1], "must have the key a", "/f"),
        (
            "allOf(length(2...), regex(/^a/))", "hunter", "must satisfy regex(/^a/)", "/f"
        ),
        (
            "each(length(...2))", ["a", "hunter"], "must satisfy length(...2)", "/f/1"
        ),
    ]

    @Test(arguments: secrets)
    func whatARuleAddsIsHidden(
        rule: String, value: Value, message: String, pointer: String
    ) throws {
        let expression = try RuleExpressionParser.parseOne(rule)
        let report = try report("f", expression, of: ["f": value])
        let violation = try #require(report.violations.first)
        #expect(violation.message.hasPrefix(message))
        #expect(violation.pointer == pointer)
        let written = Value.object(
            Value.Object(
                [
                    ("message", .string(violation.message)),
                    ("pointer", .string(violation.pointer)),
                ] + addedParameters(violation)))
        #expect(!written.json.contains("hunter"), "\(written.json)")
        let shown = try self.report("f", expression, of: ["f": value], isSensitive: false)
        #expect(shown.violations.first?.code == violation.code)
    }

    /// The rule's own arguments are of the rule set.
    private func addedParameters(_ violation: Violation) -> [(key: String, value: Value)] {
        let registry = RuleRegistry.standard()
        let declared = registry.definition(for: violation.rule)?.parameters.map(\.name) ?? []
        return violation.parameters.filter { !declared.contains($0.name) }
            .map { ($0.name, $0.value) }
    }

    @Test func theSameAppliesToPartsOfASensitiveValueAndToWhatHoldsOne() throws {
        let registry = RuleRegistry.standard()
        for (sensitive, field) in [("f", "f.part"), ("f.part.pin", "f.part"), ("f[*]", "f[0]")] {
            let ruleSet = RuleSet([
                Field(FieldPath(stringLiteral: sensitive), .present, isSensitive: true),
                Field(FieldPath(stringLiteral: field), .rule("allowedKeys", ["keys": ["a"]])),
            ])
            let manager = try ValidatorsManager(ruleSet, registry: registry)
            let value: Value = ["hunter": 1]
            let holder: Value = field == "f[0]" ? [value] : ["part": value]
            let report = manager.validate(ValidationRecord(Value.Object([("f", holder)])))
            let violation = try #require(report.violations.first { $0.rule == "allowedKeys" })
            #expect(violation.message == "must not have the key [sensitive]")
            #expect(violation.value == .absent)
        }
    }

    @Test(
        arguments: [
            "sameAs(password)", "not(differentFrom(password))", "not(not(sameAs(password)))",
        ])
    func aRepeatedPasswordIsHidden(rule: String) throws {
        let expression = try RuleExpressionParser.parseOne(rule)
        let manager = try ValidatorsManager(
            RuleSet(
                Field("password", .required, isSensitive: true),
                Field("passwordConfirm", .required, expression)), registry: .standard())
        let violation = try #require(
            manager.validate(["password": "hunter", "passwordConfirm": "hunted"]).violations.first)
        #expect(violation.pointer == "/passwordConfirm")
        #expect(violation.value == .absent)
        #expect(!violation.object.json.contains("hunt"))
    }

    @Test(
        arguments: [
            ("sameAs(password)", "hunter2"), ("differentFrom(password)", "hunter"),
            ("inField(password)", "hunter2"),
        ])
    func aPasswordIsHiddenIfItsRepetitionIsSensitive(rule: String, other: String) throws {
        let expression = try RuleExpressionParser.parseOne(rule)
        let manager = try ValidatorsManager(
            RuleSet(
                Field("other", expression, isSensitive: true),
                Field("password", .length(100...))), registry: .standard())
        let violations = manager.validate(["password": "hunter", "other": .string(other)])
            .violations
        #expect(violations.contains { $0.pointer == "/password" })
        for violation in violations {
            #expect(violation.value == .absent)
            #expect(!violation.object.json.contains("hunter"))
        }
    }

    /// Of every rule there is: what it says besides its own arguments is hidden or of the rule set.
    @Test func noRuleSaysMoreOfItsInvalidExamples() throws {
        let ofRuleSet: Set = ["broken", "missing"]
        var count = 0
        for definition in RuleRegistry.standard().allDefinitions where !definition.isAsynchronous {
            for example in definition.examples where example.code != nil {
                let rule = try RuleExpressionParser.parseOne(example.expression)
                var fields = example.fields.map { (key: $0.key, value: $0.value) }
                if example.value != .absent { fields.append(("f", example.value)) }
                let report = try report("f", rule, of: .object(Value.Object(fields)))
                for violation in report.violations {
                    let declared = Set(definition.parameters.map(\.name))
                    for parameter in violation.parameters
                    where !declared.contains(parameter.name)
                        && !ofRuleSet.contains(parameter.name)
                    {
                        #expect(
                            parameter.value == "[sensitive]", "\(definition.id): \(parameter.name)")
                    }
                    #expect(violation.value == .absent)
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }

    @Test func whatAnAsynchronousRuleSaysIsHidden() async throws {
        let rules = try FarRules()
        for (say, message) in [
            ("hint", "is rejected, try [sensitive]"),
            (
                "throw",
                "could not be checked by far: a service that the rule needs is not available"
            ),
        ] {
            let manager = try rules.manager("a: { rules: far(\(say)), sensitive: true }")
            let report = await manager.validate(["a": "x"], within: .untimed)
            #expect(report.violations.map(\.message) + report.faults.map(\.message) == [message])
            #expect(report.violations.map(\.pointer) + report.faults.map(\.pointer) == ["/a"])
        }
    }
}

/// Explains with its value, and points into it.
private struct TellingRule: Rule {
    static let definition = RuleDefinition(
        TellingRule.self, "tell", "Says what it was given",
        codes: [RuleCode("tell.all", "has {found} at {place}")], examples: [])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        context.explain(["found": Value(value), "place": "hunter"], at: "/hunter")
        return .fail()
    }
}
