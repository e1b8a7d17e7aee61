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
        "allOf": ["broken"], "member": ["broken"], "keys": ["key", "broken"],
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
            ("x", "contains(\"x\", times=2)", "must contain x at least 2 times"),
            ("xx", "notContains(\"x\")", "must not contain x"),
            ("xx", "notContains(\"x\", times=2)", "must not contain x 2 times or more"),
            (1, "type(\"string\")", "must be of type string"),
            (1, "type(\"string\", \"array\")", "must be of one of the types string, array"),
            ("ftp://a.b", "url(schemes=[\"https\"])", "must begin with the scheme https"),
            (
                "ftp://a.b", "url(schemes=[\"http\", \"https\"])",
                "must begin with one of the schemes http, https"
            ),
            (
                "a", "passwordStrength(length=1, lowercase=0, uppercase=1, digits=0, symbols=0)",
                "must have at least 1 upper-case letter (A to Z)"
            ),
            (
                "a", "passwordStrength(length=1, lowercase=2, uppercase=0, digits=0, symbols=0)",
                "must have at least 2 lower-case letters (a to z)"
            ),
        ] as [(Value, String, String)])
    func messageAgreesInNumber(_ value: Value, _ rule: String, _ message: String) throws {
        try expect(message, of: rule, for: value)
    }

    /// Messages that say which of the rule's options the value does not meet.
    @Test(
        arguments: [
            ("Zm9vYg", "base64", "must have the padding (=) that its length needs"),
            ("Zm9vYg==", "base64(padding=forbidden)", "must not have padding (=)"),
            (
                "Zm9vYg=", "base64(padding=optional)",
                "must have the padding (=) that its length needs, or none"
            ),
            (
                "00005E005301", "macAddress(separators=required)",
                "must be a MAC address with separators"
            ),
            (
                "00-00-5E-00-53-01", "macAddress(separators=forbidden)",
                "must be a MAC address without separators"
            ),
            ("123", "isbn", "must have 10 or 13 digits"),
            ("9783161484100", "isbn(10)", "must have 10 digits"),
            ("080442957X", "isbn(13)", "must have 13 digits"),
            ("1", "ean", "must have 8, 13 or 14 digits"), ("1", "ean(8)", "must have 8 digits"),
            ("1", "ean(14)", "must have 14 digits"),
            ("", "hostname", "must have 1 to 253 characters"),
            ("a", "hostname(rfc952)", "must have 2 to 24 characters"),
            ("a", "equals(\"\")", "must be \"\""), ("", "notEquals(\"\")", "must not be \"\""),
            ("a", "contains(\", \")", "must contain \", \""),
            ("a", "oneOf(\"\", \"b\")", "must be one of \"\", b"),
            ("#fff", "hexColor(alpha=required)", "must be a color with an alpha value"),
            ("#ffff", "hexColor(alpha=forbidden)", "must be a color without an alpha value"),
            (
                "de", "countryCode",
                "must be a country code (ISO 3166): two upper-case letters, like DE"
            ),
            (
                "DEU", "countryCode(ignoreCase=true)",
                "must be a country code (ISO 3166): two letters, like DE"
            ),
            (
                "DE", "countryCode(alpha3)",
                "must be a country code (ISO 3166): three upper-case letters, like DEU"
            ),
            (
                "DE", "countryCode(numeric)",
                "must be a country code (ISO 3166): three digits, like 276"
            ),
            (
                "euro", "currency",
                "must be a currency code (ISO 4217): three upper-case letters, like EUR"
            ),
            (
                "EUR", "currency(numeric)",
                "must be a currency code (ISO 4217): three digits, like 978"
            ),
            (
                "deu", "language",
                "must be a language code (ISO 639): two lower-case letters, like de"
            ),
            (
                "DE", "language(alpha3, ignoreCase=true)",
                "must be a language code (ISO 639): three letters, like deu"
            ),
            ("latin", "script", "must be a script code (ISO 15924), like Latn"),
            ("x", "currencyAmount", "must be an amount of money like 1,234.50"),
            (
                "x", "currencyAmount(thousands=\".\", decimal=\",\")",
                "must be an amount of money like 1.234,50"
            ),
            (
                "x", "currencyAmount(places=3, thousands=\"\")",
                "must be an amount of money like 1234.500"
            ),
            ("x", "currencyAmount(places=0)", "must be an amount of money like 1,234"),
            (
                "x", "currencyAmount(requireSymbol=true)",
                "must be an amount of money like $1,234.50"
            ),
            (
                "x", "currencyAmount(\"€\", requireSymbol=true, symbolPosition=after)",
                "must be an amount of money like 1,234.50€"
            ),
            ([1, 1], "uniqueItems", "must not contain equal elements"),
            (
                [["a": 1, "b": 1], ["a": 1, "b": 2]], "uniqueItems(by=\"a\")",
                "must not contain elements with the same a"
            ),
            (15, "outside(10...20)", "must be less than 10 or greater than 20"),
            ("a", "anyOf(email, ip)", "must satisfy at least one of email, ip"),
            ("a", "exactlyOne(email, ip)", "must satisfy exactly one of email, ip"),
        ] as [(Value, String, String)])
    func messageSaysWhatIsMeant(_ value: Value, _ rule: String, _ message: String) throws {
        try expect(message, of: rule, for: value)
    }

    /// The example of an amount is one that the rule accepts.
    @Test(arguments: [
        "currencyAmount", "currencyAmount(thousands=\".\", decimal=\",\")",
        "currencyAmount(places=0)", "currencyAmount(places=1, requirePlaces=true)",
        "currencyAmount(places=3, thousands=\"\", requirePlaces=true)",
        "currencyAmount(places=4, requirePlaces=true)", "currencyAmount(places=7)",
        "currencyAmount(requireSymbol=true)",
        "currencyAmount(\"€\", requireSymbol=true, symbolPosition=after, allowSpace=true)",
    ])
    func exampleOfAnAmountPasses(_ rule: String) throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("value", try RuleExpressionParser.parseOne(rule))),
            registry: standardRules)
        let message = try #require(manager.validate(["value": "x"]).violations.first?.message)
        let example = String(try #require(message.split(separator: " ").last))
        #expect(manager.validate(["value": .string(example)]).isValid, "\(message)")
    }

    /// The rules of plugins whose kinds are integers ask for a whole number.
    @Test func kindsOfIntegersAreNamed() {
        #expect(ValueKinds.integers.phrase == "a whole number")
        #expect(ValueKinds.numbers.phrase == "a number")
        #expect((ValueKinds.integers.union(.string)).phrase == "a whole number or a string")
    }

    private func expect(_ message: String, of rule: String, for value: Value) throws {
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
