// SPDX-License-Identifier: Apache-2.0
import AssayCore
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
    func exampleIsJudgedAsItSays(_ subject: Case) throws {
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
        "allOf": ["broken"],
    ]

    @Test(arguments: definitions.filter { $0.source == .swift }.map(\.id))
    func placeholdersOfMessagesAreKnown(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        let known = Set(
            definition.parameters.map(\.name) + ["value"] + (Self.addedArguments[id] ?? []))
        for code in definition.codes {
            #expect(!code.message.isEmpty)
            for part in code.message.split(separator: "{").dropFirst() {
                let name = String(part.prefix { $0 != "}" })
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
