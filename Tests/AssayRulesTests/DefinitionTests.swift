// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

struct DefinitionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let definition: RuleDefinition
        let example: RuleExample

        var testDescription: String {
            "\(definition.id): \(example.value.json) \(example.expression)"
        }
    }

    static let definitions = standardRules.allDefinitions
    static let examples = definitions.flatMap { definition in
        definition.examples.map { Case(definition: definition, example: $0) }
    }

    @Test(arguments: examples)
    func exampleIsCheckedAsItSays(_ subject: Case) throws {
        let example = subject.example
        let found = try codes(
            example.value, example.expression, with: example.fields, isText: example.isText)
        #expect(found == (example.code.map { [$0] } ?? []))
    }

    @Test(arguments: definitions.map(\.id))
    func everyRuleHasExamplesOfBothSorts(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        #expect(definition.examples.contains { $0.code == nil })
        #expect(definition.examples.contains { $0.code != nil })
        #expect(definition.examples.allSatisfy { $0.expression.hasPrefix(id) })
    }

    @Test(arguments: definitions.map(\.id))
    func codesAreUniqueAndBeginWithTheId(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        let codes = definition.allCodes.map(\.id)
        #expect(!codes.isEmpty)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.hasPrefix(id + ".") })
    }

    /// Arguments that rules add to their violations, by rule.
    static let addedArguments = [
        "regexPattern": ["error", "offset"], "requiredKeys": ["missing"],
        "allowedKeys": ["unknown"], "dependentKeys": ["missing", "key"], "each": ["broken"],
        "allOf": ["broken"], "keys": ["key", "broken"],
    ]

    @Test(arguments: definitions.filter { $0.source == .swift }.map(\.id))
    func placeholdersOfMessagesAreKnown(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        let known = Set(
            definition.parameters.map(\.name) + ["value"] + (Self.addedArguments[id] ?? []))
        for code in definition.codes {
            #expect(!code.message.isEmpty)
            for name in MessageTemplate.placeholders(in: code.message) {
                #expect(known.contains(name), "{\(name)} in \(code.id)")
            }
        }
    }

    @Test(arguments: definitions.map(\.id))
    func parametersAreWellFormed(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        let names = definition.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(!definition.summary.isEmpty && !definition.summary.hasSuffix("."))
        for parameter in definition.parameters {
            #expect(!parameter.summary.isEmpty, "\(parameter.name)")
            #expect(parameter.defaultValue == .absent || !parameter.isRequired)
            if case .choice(let choices) = parameter.kind,
                case .string(let name) = parameter.defaultValue
            {
                #expect(choices.contains(name))
            }
        }
    }

    /// Enumerations of Swift spellings, for parameters of rules in C.
    static let choices: [(rule: String, parameter: String, names: [String])] = [
        ("base32", "alphabet", RuleExpression.Base32Alphabet.allCases.map(\.rawValue)),
        ("base64", "padding", RuleExpression.Presence.allCases.map(\.rawValue)),
        ("hash", "algorithm", RuleExpression.HashAlgorithm.allCases.map(\.rawValue)),
        ("hostname", "profile", RuleExpression.HostnameProfile.allCases.map(\.rawValue)),
        ("ip", "scope", RuleExpression.AddressScope.allCases.map(\.rawValue)),
        ("issn", "hyphen", RuleExpression.Hyphen.allCases.map(\.rawValue)),
        ("macAddress", "separators", RuleExpression.Separators.allCases.map(\.rawValue)),
        ("uuid", "case", RuleExpression.LetterCase.allCases.map(\.rawValue)),
    ]

    @Test(arguments: choices)
    func swiftSpellsTheChoicesOfRulesInC(
        _ rule: String, _ parameter: String, _ names: [String]
    ) throws {
        let definition = try #require(standardRules.definition(for: rule))
        let found = definition.parameters.first { $0.name == parameter }
        #expect(found?.kind == .choice(names))
    }

    /// Choices of rules that have a spelling in Swift besides `.rule(_:_:)`.
    @Test func everyChoiceOfASpelledRuleInCIsSpelled() {
        let spelled = Set(Self.choices.map(\.rule))
        let known = Self.definitions.filter { spelled.contains($0.id) }.flatMap { definition in
            definition.parameters.compactMap { parameter in
                if case .choice = parameter.kind {
                    "\(definition.id) \(parameter.name)"
                } else {
                    nil
                }
            }
        }
        #expect(Set(known) == Set(Self.choices.map { "\($0.rule) \($0.parameter)" }))
    }

    /// Messages whose number is one.
    @Test(
        arguments: [
            ("", "length(1...)", "must have at least 1 character"),
            ("ab", "length(...1, unit=codePoints)", "must have at most 1 code point"),
            ("abc", "length(...2, unit=utf16)", "must have at most 2 UTF-16 code units"),
            ("abc", "length(...2, unit=bytes)", "must have at most 2 bytes"),
            ("12", "digits(1)", "must have 1 digit"),
            ([], "minItems(1)", "must have at least 1 element"),
            ([1, 2, 3], "maxItems(2)", "must have at most 2 elements"),
            ([:], "minProperties(1)", "must have at least 1 member"),
            (12, "precision(1)", "must have at most 1 digit"),
            ("a", "contains(\"x\")", "must contain x"),
            ("x", "contains(\"x\", times=2)", "must contain x 2 times"),
        ] as [(Value, String, String)])
    func messageAgreesInNumber(_ value: Value, _ rule: String, _ message: String) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("value", try RuleExpressionParser.parseOne(rule))),
            registry: standardRules)
        #expect(manager.validate(["value": value]).violations.map(\.message) == [message])
    }

    /// The rules that the first version promises.
    @Test(arguments: [
        "required", "present", "prohibited", "requiredIf", "requiredWith", "equals", "oneOf",
        "range", "multipleOf", "integer", "number", "boolean", "string", "sameAs",
        "differentFrom", "greaterThan", "lessThan", "length", "contains", "startsWith",
        "endsWith", "regex", "regexPattern", "type", "email", "url", "date", "dateTime",
        "minItems", "maxItems", "uniqueItems", "anyOf", "allOf", "not", "uuid", "iban",
        "creditCard", "ip", "hostname", "base64", "luhn",
    ])
    func promisedRuleIsRegistered(_ id: String) {
        #expect(standardRules.definition(for: id) != nil)
    }
}
