// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// What is hard about texts, done to the first text that a rule accepts.
enum HardCase: String, CaseIterable, Sendable {
    case nul, nulFirst, combiningMark, combiningMarkFirst, rightToLeftMark
    case rightToLeftOverrideFirst, fullWidthDigit, supplementary, spaceFirst, space, lineBreak
    case noBreakSpaceFirst, long

    func applied(to text: String) -> String {
        switch self {
        case .nul: text + "\0"
        case .nulFirst: "\0" + text
        case .combiningMark: text + "\u{301}"
        case .combiningMarkFirst: "\u{301}" + text
        case .rightToLeftMark: text + "\u{200F}"
        case .rightToLeftOverrideFirst: "\u{202E}" + text
        case .fullWidthDigit: text + "\u{FF11}"
        // A surrogate pair in UTF-16.
        case .supplementary: text + "\u{1D7CF}"
        case .spaceFirst: " " + text
        case .space: text + " "
        case .lineBreak: text + "\n"
        case .noBreakSpaceFirst: "\u{A0}" + text
        case .long: String(repeating: text, count: 1_000_000 / text.utf8.count + 1)
        }
    }
}

@Suite struct HardCaseTests {
    private static let every = Set(HardCase.allCases)
    private static let after: Set<HardCase> = [
        .nul, .combiningMark, .rightToLeftMark, .fullWidthDigit, .supplementary, .space,
        .lineBreak,
    ]
    private static let before: Set<HardCase> = [
        .nulFirst, .combiningMarkFirst, .rightToLeftOverrideFirst, .spaceFirst,
        .noBreakSpaceFirst,
    ]
    /// Characters beyond ASCII, wherever they are.
    private static let international: Set<HardCase> = [
        .combiningMark, .combiningMarkFirst, .rightToLeftMark, .rightToLeftOverrideFirst,
        .fullWidthDigit, .supplementary, .noBreakSpaceFirst,
    ]

    /// Rules for which a hard text is none, by what they check: anything, a part, a class of characters.
    private static let accepted: [(rules: String, cases: Set<HardCase>)] = [
        (
            """
            contains containsAny containsNone differentFrom filled fullWidth halfWidth lowercase \
            multibyte normalized not notBlank notContains notEndsWith notOneOf notRegex \
            notStartsWith passwordStrength prohibitedIf prohibitedUnless required requiredIf \
            requiredUnless requiredWith requiredWithAll requiredWithout requiredWithoutAll string \
            uppercase
            """, every
        ),
        ("length regexPattern", every.subtracting([.long])),
        ("startsWith jsonPointer relativeJSONPointer", after.union([.long])),
        ("endsWith", before.union([.long])),
        ("json", [.spaceFirst, .space, .lineBreak]),
        ("ascii", [.nul, .nulFirst, .spaceFirst, .space, .lineBreak, .long]),
        ("noControlCharacters", every.subtracting([.nul, .nulFirst, .lineBreak])),
        (
            "noSuspiciousCharacters",
            every.subtracting([.rightToLeftMark, .rightToLeftOverrideFirst])
        ),
        ("anyOf", [.combiningMark]),
        ("doi", [.combiningMark, .rightToLeftMark, .fullWidthDigit, .supplementary]),
        (
            "iri",
            [.combiningMark, .fullWidthDigit, .supplementary, .long]
        ),
        (
            "iriReference",
            international.subtracting([.rightToLeftMark, .rightToLeftOverrideFirst])
        ),
        ("httpHeaderValue uriTemplate", international.union([.long])),
        (
            """
            allOf alpha alphaDash alphanumeric base16 base58 damm dataURI digits httpHeaderName luhn \
            octal onlyCharacters regex slug uri urn verhoeff
            """, [.long]
        ),
    ]

    private static let examples = DefinitionTests.definitions.compactMap { definition in
        definition.examples.first { example in
            guard case .string(let text) = example.value else { return false }
            return example.code == nil && !example.isText && !text.isEmpty
        }.map { DefinitionTests.Case(definition: definition, example: $0) }
    }

    @Test func everyRuleOfTextsAloneHasAText() {
        let ids = Self.examples.map(\.definition.id)
        for definition in DefinitionTests.definitions where definition.kinds == .string {
            #expect(ids.contains(definition.id))
        }
    }

    @Test(arguments: examples) func hardTextGetsItsVerdict(_ subject: DefinitionTests.Case) throws {
        guard case .string(let text) = subject.example.value else { return }
        let id = subject.definition.id
        let passing = Self.accepted.filter { $0.rules.split(separator: " ").contains { $0 == id } }
        #expect(passing.count <= 1)
        let expected = passing.first?.cases ?? []
        let manager = try ValidatorsManager(
            RuleSet(
                Field("value", try RuleExpressionParser.parseOne(subject.example.expression))),
            registry: standardRules)
        for hard in HardCase.allCases {
            var record = ValidationRecord(
                Value.Object(subject.example.fields.map { ($0.key, $0.value) }))
            record["value"] = .string(hard.applied(to: text))
            let report = manager.validate(record)
            #expect(report.faults.isEmpty, "\(hard)")
            #expect(report.violations.isEmpty == expected.contains(hard), "\(hard)")
        }
    }

    /// A kind that a rule does not accept is a failure with the code for that, and no other.
    @Test(arguments: DefinitionTests.definitions.map(\.id))
    func otherKindsFailWithTheCodeOfKinds(_ id: String) throws {
        let definition = try #require(standardRules.definition(for: id))
        let example = try #require(definition.examples.first { $0.code == nil && !$0.isText })
        let values: [(ValueKinds, Value)] = [
            (.bool, true), (.numbers, 1), (.numbers, 1.5), (.string, "a"), (.array, ["a"]),
            (.object, ["a": 1]),
        ]
        for (kind, value) in values {
            let found = try codes(value, example.expression, with: example.fields)
            if definition.kinds.isDisjoint(with: kind) {
                #expect(found == ["\(id).kind"], "\(value.json)")
            } else {
                #expect(!found.contains("\(id).kind"), "\(value.json)")
            }
        }
    }
}
