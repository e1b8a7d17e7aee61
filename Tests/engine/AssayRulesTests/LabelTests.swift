// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Labels in the place of paths, in the messages of every rule that names a field.
@Suite struct LabelTests {
    private static let labels: [FieldPath: FieldLabel] = [
        "other": ["en": "Other one", "de": "Anderes Feld", "de-AT": "Anders Feld"],
        "third": "Third one",
    ]

    private static func violation(
        _ rule: String, of value: Value, with others: [String: Value],
        labels: [FieldPath: FieldLabel] = labels, label: FieldLabel? = nil, message: String? = nil
    ) throws -> Violation {
        let entry = RuleEntry(
            try RuleExpressionParser.parseOne(rule), message: message, dependencies: .any)
        let ruleSet = RuleSet(
            [Field("value", Validator(rules: [entry]), label: label)], labels: labels)
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        var fields = Value.Object(others.map { (key: $0.key, value: $0.value) })
        if value != .absent { fields["value"] = value }
        return try #require(manager.validate(ValidationRecord(fields)).violations.first, "\(rule)")
    }

    @Test(
        arguments: [
            ("sameAs(other)", "a", ["other": "b"], "must be the same as Other one"),
            ("differentFrom(other)", "a", ["other": "a"], "must be different from Other one"),
            ("inField(other)", "a", ["other": ["b"]], "must be one of the elements of Other one"),
            ("inField(other)", "a", ["other": 1], "cannot be looked up: Other one is not an array"),
            ("lessThan(other)", 2, ["other": 1], "must be less than Other one"),
            ("lessOrEqual(other)", 2, ["other": 1], "must be at most Other one"),
            ("greaterThan(other)", 1, ["other": 2], "must be greater than Other one"),
            ("greaterOrEqual(other)", 1, ["other": 2], "must be at least Other one"),
            ("lessThan(other)", 1, ["other": "a"], "cannot be compared with Other one"),
            (
                "requiredIf(other, 1)", .absent, ["other": 1],
                "is required because of the value of Other one"
            ),
            (
                "requiredUnless(other, 1)", .absent, ["other": 2],
                "is required because of the value of Other one"
            ),
            (
                "prohibitedIf(other, 1)", 1, ["other": 1],
                "must not have a value, because of the value of Other one"
            ),
            ("requiredWith(other)", .absent, ["other": 1], "is required if Other one has a value"),
            (
                "requiredWith(other, third)", .absent, ["other": 1],
                "is required if any of Other one, Third one has a value"
            ),
            (
                "requiredWithAll(other)", .absent, ["other": 1],
                "is required if Other one has a value"
            ),
            (
                "requiredWithAll(other, third)", .absent, ["other": 1, "third": 1],
                "is required if all of Other one, Third one have a value"
            ),
            ("requiredWithout(other)", .absent, [:], "is required if Other one has no value"),
            (
                "requiredWithout(other, third)", .absent, ["other": 1],
                "is required if any of Other one, Third one has no value"
            ),
            ("requiredWithoutAll(other)", .absent, [:], "is required if Other one has no value"),
            (
                "requiredWithoutAll(other, third)", .absent, [:],
                "is required if none of Other one, Third one has a value"
            ),
            (
                "requiredWith(other, fourth)", .absent, ["other": 1],
                "is required if any of Other one, fourth has a value"
            ),
            (
                "requiredWith(fourth, fifth, third)", .absent, ["fifth": 1, "other": 1],
                "is required if any of fourth, fifth, Third one has a value"
            ),
            ("sameAs(fourth)", "a", ["fourth": "b"], "must be the same as fourth"),
        ] as [(String, Value, [String: Value], String)])
    func messageCallsTheFieldByItsLabel(
        _ rule: String, _ value: Value, _ others: [String: Value], _ message: String
    ) throws {
        var labels = Self.labels
        for name in ["other", "third"] where !rule.contains(name) {
            labels[FieldPath(key: name)] = nil
        }
        let violation = try Self.violation(rule, of: value, with: others, labels: labels)
        #expect(violation.message == message)
        // What programs read stays as it is.
        let paths = violation.parameters.map(\.value.json).joined()
        #expect(!paths.contains("one"), "\(paths)")
    }

    @Test(
        arguments: [
            ("exactlyOneOf(a, b)", "must have a value for exactly one of A label, b"),
            ("atLeastOneOf(a, b)", "must have a value for at least one of A label, b"),
        ])
    func countOfFieldsCallsThemByTheirLabels(_ rule: String, _ message: String) throws {
        let entry = RuleEntry(try RuleExpressionParser.parseOne(rule))
        let manager = try ValidatorsManager(
            RuleSet([Field("o", Validator(rules: [entry]))], labels: ["a": "A label"]),
            registry: standardRules)
        let report = manager.validate(["o": [:]])
        #expect(report.violations.map(\.message) == [message])
    }

    @Test(arguments: [
        ("de-AT", "muss mit Anders Feld übereinstimmen"),
        ("de-CH", "muss mit Anderes Feld übereinstimmen"),
        ("de", "muss mit Anderes Feld übereinstimmen"),
        ("fr", "doit avoir la même valeur que le champ Other one"),
        ("sw", "must be the same as Other one"), ("en-GB", "must be the same as Other one"),
    ])
    func labelIsThatOfTheLanguageOfTheMessage(_ language: String, _ message: String) throws {
        let violation = try Self.violation(
            "sameAs(other)", of: "a", with: ["other": "b"],
            labels: ["other": Self.labels["other"] ?? "?"])
        #expect(standardRules.messages(in: language).message(of: violation) == message)
    }

    /// Without a label in the languages of the message, the path is what there is.
    @Test(arguments: [("de", "Anderes"), ("fr", "other"), ("en", "other"), ("sw", "other")])
    func fieldWithoutALabelInTheLanguageIsCalledByItsPath(_ language: String, _ name: String) throws
    {
        let violation = try Self.violation(
            "sameAs(other)", of: "a", with: ["other": "b"], labels: ["other": ["de": "Anderes"]])
        let message = standardRules.messages(in: language).message(of: violation)
        #expect(message.contains(name), "\(message)")
        #expect(message.contains("Anderes") == (language == "de"), "\(message)")
    }

    /// `{field}` is the field itself where the rule has no parameter of that name.
    @Test func ownFieldHasItsLabelInMessages() throws {
        let violation = try Self.violation(
            "email", of: "a", with: [:], labels: [:], label: ["en": "Mail", "de": "E-Mail"],
            message: "{field} ({rule}) is wrong")
        #expect(violation.message == "Mail (email) is wrong")
        #expect(violation.label() == "Mail")
        #expect(violation.label(in: "de-AT") == "E-Mail")
        #expect(violation.field == "value")
        let plain = try Self.violation("email", of: "a", with: [:], labels: [:])
        #expect(plain.label() == nil)
        let house: MessageCatalogue = ["email.syntax": "{field}?"]
        #expect(house.message(of: plain) == "value?")
    }

    /// Text from right to left is isolated in any language, and every text is in Arabic.
    @Test(arguments: [
        ("en", "must be the same as \u{2068}كلمة\u{2069}"),
        ("de", "muss mit \u{2068}كلمة\u{2069} übereinstimmen"),
    ])
    func labelFromRightToLeftIsIsolated(_ language: String, _ message: String) throws {
        let violation = try Self.violation(
            "sameAs(other)", of: "a", with: ["other": "b"], labels: ["other": "كلمة"])
        #expect(standardRules.messages(in: language).message(of: violation) == message)
    }

    @Test func latinLabelIsIsolatedInArabic() throws {
        let violation = try Self.violation(
            "sameAs(other)", of: "a", with: ["other": "b"], labels: ["other": "Pass\u{2069}word"])
        let message = standardRules.messages(in: "ar").message(of: violation)
        #expect(message.contains("\u{2068}Password\u{2069}"), "\(message)")
    }

    @Test func bracesOfALabelAreNoPlaceholder() throws {
        let violation = try Self.violation(
            "sameAs(other)", of: "a", with: ["other": "b"], labels: ["other": "{rule} {field:x|y}"])
        #expect(violation.message == "must be the same as {rule} {field:x|y}")
    }

    @Test func problemDetailsSayTheLabelAndKeepThePath() throws {
        let ruleSet = RuleSet(
            Field("b", .sameAs("a"), label: "Again"), Field("a", .required, label: "First"))
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        let json = ProblemDetails(manager.validate(["a": "x", "b": "y"])).json
        #expect(json.contains(#""detail":"must be the same as First""#), "\(json)")
        #expect(json.contains(##""pointer":"#/b""##) && json.contains(#"{"field":"a"}"#), "\(json)")
    }

    @Test func labelAtTheFieldComesBeforeOneOfTheRuleSet() throws {
        let ruleSet = RuleSet(
            [Field("b", .sameAs("a")), Field("a", .required, label: "Own")], labels: ["a": "Other"])
        let manager = try ValidatorsManager(ruleSet, registry: standardRules)
        let report = manager.validate(["a": "x", "b": "y"])
        #expect(report.violations.map(\.message) == ["must be the same as Own"])
    }

    @Test func wrongLabelInSwiftIsAnIssue() {
        let ruleSet = RuleSet(
            [Field("email", .required, label: ["de_": "", "en": "Mail"])], labels: ["emial": "x"])
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager(ruleSet, registry: standardRules)
        }
        #expect(
            error?.description == """
                error[label.language] email: 'de_' is not a language tag; write a BCP 47 tag such as \
                de or pt-BR
                error[label.empty] email: the label is empty; write the name that people see
                error[field.unknown] emial: no rule is about the field 'emial'; did you mean 'email'?
                """)
    }

    @Test func faultKnowsTheLabelOfItsField() throws {
        let registry = RuleRegistry()
        try registry.register(
            [
                RuleDefinition(
                    id: "never", summary: "Never decides", parameters: [],
                    codes: [RuleCode("never.failed", "fails")],
                    make: { _ in
                        RuleInstance(
                            check: { _, _ in .undecided(.unavailable) }, evaluate: { _ in })
                    })
            ], from: .swift)
        let manager = try ValidatorsManager(
            RuleSet(Field("f", RuleExpression("never"), label: ["en": "Text", "de": "Wort"])),
            registry: registry)
        let fault = try #require(manager.validate(["f": "x"]).faults.first)
        #expect(fault.label(in: "de") == "Wort")
        let house = MessageCatalogue(["fault.unavailable": "{field}: {reason}"])
        #expect(
            house.message(of: fault) == "Text: a service that the rule needs is not available")
    }
}
